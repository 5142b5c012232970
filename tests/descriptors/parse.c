/* Numbers from text: the kernel's values and first bad row, and what rowkey_parse_u64 and rowkey_parse_i64
 * make of it with each instruction set: values, status and bad row, of any text. */
#include <rowkey/cpu.h>
#include <stdio.h>

#include "call.h"
#include "text/number.h"

enum { ROWS_MAX = 300, U64_DIGITS = 20 };

/* Makes most bytes digits, for random ones hardly ever make a number, and of the others some that are nearly
 * digits. */
static void make_digits(uint8_t *bytes, uint64_t size) {
  static const uint8_t strange[] = "/:;-+ .e\xb0";
  for (uint64_t i = 0; i < size; i++) {
    if (bytes[i] == '-') continue;
    bytes[i] = bytes[i] == 0xff ? strange[i % (sizeof strange - 1)] : (uint8_t)('0' + bytes[i] % 10);
  }
}

/* Rows before `first` are numbers of up to 19 digits. */
static void choose(struct call *call, struct fuzz_input *input) {
  const bool raw = call->form % 4 == 0;
  call_take_texts(call, input, ROWS_MAX);
  if (!raw) make_digits(call->texts.bytes, call->texts.strings.size);
  const uint64_t first = fuzz_take(input, 1);
  for (size_t i = 0; i < call->rows && i < first; i++) {
    uint64_t *begin = &call->texts.begin[i], *end = &call->texts.end[i];
    if (*end - *begin >= U64_DIGITS) *end = *begin + U64_DIGITS - 1;
    if (*end == *begin && *end < call->texts.strings.size) ++*end;
    for (uint64_t at = *begin; at < *end; at++)
      call->texts.bytes[at] = (uint8_t)('0' + call->texts.bytes[at] % 10);
  }
}

static bool expect_number(struct call *call, size_t row) {
  uint64_t value = 0;
  return reference_parse_u64(call_text(call, row), call_text_size(call, row), &value) == ROWKEY_OK &&
         call_expect_u64(call, row, value);
}

static uint64_t run_kernel(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->parse_u64(&call->texts.strings, call->rows, call_out(call, 0));
}

/* ---- The public functions ----------------------------------------------------------------------- */

/* The bad row, and in the upper half what is wrong with it. */
static uint64_t verdict(size_t row, rowkey_status status) { return (uint64_t)status << 32 | row; }

/* Of every row a message must say what is wrong with it; of the first bad one the call does. */
static void expect_parsed(struct call *call, bool is_signed) {
  call->result = verdict(call->rows, ROWKEY_OK);
  for (size_t row = 0; row < call->rows; row++) {
    const uint8_t *text = call_text(call, row);
    const size_t size = call_text_size(call, row);
    uint64_t value = 0;
    int64_t number = 0;
    const rowkey_status status =
        is_signed ? reference_parse_i64(text, size, &number) : reference_parse_u64(text, size, &value);
    FUZZ_CHECK(rowkey_number_fault(text, size, is_signed ? ROWKEY_I64 : ROWKEY_U64).status == status,
               "the fault of row %zu of %zu, signed %d", row, call->rows, is_signed);
    call_expect_u64(call, row, is_signed ? (uint64_t)number : value);
    if (status == ROWKEY_OK || call->good < call->rows) continue;
    call->good = row;
    call->result = verdict(row, status);
  }
}

static void expect_u64(struct call *call) { expect_parsed(call, false); }
static void expect_i64(struct call *call) { expect_parsed(call, true); }

static uint64_t run_parse(const struct rowkey_kernels *kernels, struct call *call, bool is_signed) {
  const struct rowkey_strings *texts = &call->texts.strings;
  const size_t size = (size_t)texts->size;
  rowkey_error error;
  FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
  const rowkey_status status = is_signed ? rowkey_parse_i64(texts->bytes, size, texts->begin, texts->end,
                                                            call->rows, call_out(call, 0), &error)
                                         : rowkey_parse_u64(texts->bytes, size, texts->begin, texts->end,
                                                            call->rows, call_out(call, 0), &error);
  return verdict(status == ROWKEY_OK ? call->rows : error.row, status);
}

static uint64_t run_u64(const struct rowkey_kernels *kernels, struct call *call) {
  return run_parse(kernels, call, false);
}
static uint64_t run_i64(const struct rowkey_kernels *kernels, struct call *call) {
  return run_parse(kernels, call, true);
}

/* ---- The report --------------------------------------------------------------------------------- */

static uint64_t number_to_parse(struct call *call) {
  const uint64_t number = call->bench->draw();
  if (call->number == 0) return number >> call->bench->draw() % 64;
  uint64_t smallest = 1;
  for (uint64_t i = 1; i < call->number; i++) smallest *= 10;
  return smallest + number % (9 * smallest);
}

/* Lines of so many digits, or of all lengths mixed. */
static void fill(struct call *call) {
  enum { LINE_MOST = U64_DIGITS + 1 };
  if (call->number == 0) call->rows = CALL_MANY;
  char *text = call_allocate(call, call->rows * LINE_MOST + 1);
  uint64_t *begin = call_allocate(call, call->rows * sizeof *begin), at = 0;
  uint64_t *end = call_allocate(call, call->rows * sizeof *end);
  for (size_t i = 0; i < call->rows; i++) {
    begin[i] = at;
    at += (uint64_t)snprintf(text + at, LINE_MOST + 1, "%llu\n", (unsigned long long)number_to_parse(call));
    end[i] = at - 1;
  }
  call->read = at;
  call->texts.strings = (struct rowkey_strings){(const uint8_t *)text, at, begin, end};
}

static const struct timed timed[] = {{.name = "parse/", .fill = fill, .number = 10},
                                     {.name = "parse/", .fill = fill, .number = 19},
                                     {.name = "parse/mixed", .fill = fill},
                                     {0}};

static const struct descriptor parsers[] = {
    {DESCRIBED(parse_u64, choose, call_writes_u64, expect_number, run_kernel), .timed = timed},
    {"rowkey_parse_u64", offsetof(struct rowkey_kernels, parse_u64), choose, call_writes_u64, NULL, run_u64,
     expect_u64, NULL, false, 0, NULL},
    {"rowkey_parse_i64", offsetof(struct rowkey_kernels, parse_u64), choose, call_writes_u64, NULL, run_i64,
     expect_i64, NULL, false, 0, NULL},
};

static size_t pick_parse(struct call *call, struct fuzz_input *input) {
  call->form = fuzz_take(input, 1);
  return (size_t)call->form / 4 % 3;
}

DESCRIBE_FAMILY(parse, parsers, pick_parse)
