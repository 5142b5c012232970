/* RFC 1321's digest of keys of one width, at any stride. */
#include "call.h"

enum { ROWS_MAX = 140, DIGEST = 16, KEY_TIMED = 8 };

static size_t size_of_keys(const struct call *call) {
  return call->rows == 0 ? 0 : (call->rows - 1) * call->stride + call->width;
}

static void choose(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  /* Wide keys are for inputs that may have many rows, too: they would soon have most of the executions. */
  call->width = (size_t)fuzz_take_up_to(input, input->may_be_many ? 300 : 70);
  call->stride = call->width + (size_t)(form / 16 % 2 == 0 ? 0 : fuzz_take_up_to(input, 20));
  if (form / 32 == 0) call->stride = call->stride * (size_t)(form % 4) / 4; /* keys that overlap */
  call->rows = fuzz_take_rows(input, ROWS_MAX);
  call->bytes = fuzz_guarded(size_of_keys(call));
  fuzz_take_bytes(input, call->bytes, size_of_keys(call));
}

static void lay(struct call *call) { call_writes(call, call->rows, DIGEST); }

static bool expect(struct call *call, size_t row) {
  reference_md5(call->bytes + row * call->stride, call->width, call_expected(call, 0, row));
  return true;
}

static uint64_t run(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->md5_fixed(call->bytes, call->rows, call->width, call->stride, call_out(call, 0));
  return call->rows;
}

static void fill(struct call *call) {
  call->width = (size_t)call->number;
  call_fill_bytes(call);
}

/* Keys within records, or that begin in the middle of a cache line. */
static void fill_scattered(struct call *call) {
  const size_t stride = call->form == 0 ? (size_t)call->number : KEY_TIMED;
  const size_t offset = call->form == 0 ? 0 : (size_t)call->number;
  call->width = offset + stride;
  call_fill_bytes(call);
  call->bytes += offset;
  call->width = KEY_TIMED;
  call->stride = stride;
  call->read = call->rows * KEY_TIMED;
}

/* Every width whose padding the kernels may fold into constants, up to one that fills a block and begins
 * another; and two whole blocks. */
#define STRIDE(bytes) {.name = "stride/md5_fixed_8B/", .fill = fill_scattered, .number = bytes}
#define OFFSET(bytes) {.name = "alignment/md5_fixed_8B/", .fill = fill_scattered, .number = bytes, .form = 1}
static const struct timed timed[] = {
    {.name = "md5_fixed/", .fill = fill, .number = 1, .last = 64, .unit = "B"},
    {.name = "md5_fixed/", .fill = fill, .number = 128, .unit = "B"},
    STRIDE(8),
    STRIDE(12),
    STRIDE(17),
    STRIDE(64),
    STRIDE(4096),
    OFFSET(0),
    OFFSET(1),
    OFFSET(4),
    OFFSET(63),
    {0}};

static const struct descriptor kernels_of_keys[] = {
    {DESCRIBED(md5_fixed, choose, lay, expect, run), .is_tuned = true, .timed = timed}};

DESCRIBE_FAMILY(md5_fixed, kernels_of_keys, NULL)
