/* RFC 1321's digest of strings, whatever the mixture of lengths. */
#include "call.h"

enum { ROWS_MAX = 300, DIGEST = 16 };

static void choose(struct call *call, struct fuzz_input *input) { call_take_texts(call, input, ROWS_MAX); }

static void lay(struct call *call) { call_writes(call, call->rows, DIGEST); }

static bool expect(struct call *call, size_t row) {
  reference_md5(call_text(call, row), call_text_size(call, row), call_expected(call, 0, row));
  return true;
}

/* Where they stream through the caches, so many rows a call as the encoder has. */
static uint64_t run(const struct rowkey_kernels *kernels, struct call *call) {
  const size_t block = call->bench == NULL || call->rows < CALL_BLOCK ? call->rows : CALL_BLOCK;
  struct rowkey_strings strings = call->texts.strings;
  size_t first = 0;
  do {
    const size_t rows = call->rows - first < block ? call->rows - first : block;
    kernels->md5_strings(&strings, rows, call->outputs[0].memory + first * DIGEST);
    strings.begin += rows;
    strings.end += rows;
    first += rows;
  } while (first < call->rows);
  return call->rows;
}

static void fill(struct call *call) {
  call_fill_lines(call, (size_t)(call->number == 0 ? 16 : call->number),
                  (size_t)(call->number == 0 ? 1015 : call->number));
}

/* Around the ends of one block and of two, where a block is added; the paper's records; longer ones. */
#define LINES(bytes) {.name = "md5_lines/", .fill = fill, .number = bytes, .unit = "B"}
static const struct timed timed[] = {LINES(55),
                                     LINES(56),
                                     LINES(64),
                                     LINES(119),
                                     LINES(120),
                                     LINES(128),
                                     LINES(256),
                                     LINES(512),
                                     LINES(750),
                                     LINES(1024),
                                     LINES(2048),
                                     LINES(4096),
                                     {.name = "md5_lines/mixed", .fill = fill},
                                     {0}};

static const struct descriptor kernels_of_strings[] = {
    {DESCRIBED(md5_strings, choose, lay, expect, run), .is_tuned = true, .timed = timed}};

DESCRIBE_FAMILY(md5_strings, kernels_of_strings, NULL)
