/* The kernels that write fields: decimal text, big-endian integers, plain and coded, and copies. */
#include <stdio.h>
#include <string.h>

#include "call.h"

enum { U64_DIGITS = 20, COPY_MAX = 140, DIGITS_TIMED = 10 };

/* The largest number of so many digits. */
static uint64_t most_decimal(size_t digits) {
  uint64_t most = 0;
  for (size_t i = 0; i < digits; i++) most = digits == U64_DIGITS ? UINT64_MAX : most * 10 + 9;
  return most;
}

/* ---- Numbers that fit or do not ----------------------------------------------------------------- */

/* Of forms 0 every value fits; of 1 all but some just above the limit; of 2 they are of any size. */
static void choose_numbers(struct call *call, struct fuzz_input *input, size_t width, uint64_t limit) {
  call->width = width;
  call_take_place(call, input, width);
  const uint64_t form = fuzz_take(input, 1) % 3;
  call_take_values(call, input);
  const uint64_t first = fuzz_take(input, 1); /* row that may not fit */
  for (size_t i = 0; i < call->rows; i++) {
    uint64_t *value = &call->values[i];
    if (form == 1 && i % 8 == 7 && i >= first)
      *value = limit - 1 + *value % 3; /* wraps in fields that hold every value */
    else if ((form < 2 || i < first) && *value > limit)
      *value = *value % limit + 1;
    else if (i == first && i > 0)
      *value = limit + 1;
  }
}

static void choose_decimals(struct call *call, struct fuzz_input *input) {
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, U64_DIGITS - 1);
  choose_numbers(call, input, width, most_decimal(width));
}

static bool expect_decimal(struct call *call, size_t row) {
  return reference_decimal_padded(call->values[row], (unsigned)call->width, call_expected(call, 0, row));
}

static uint64_t run_decimal(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  return kernels->decimal_padded(call->values, call->rows, (unsigned)call->width, &place);
}

static void fill_decimals(struct call *call) {
  call->width = (size_t)call->number;
  call_fill_values(call);
  const uint64_t most = most_decimal(call->width);
  for (size_t i = 0; i < call->rows && most < UINT64_MAX; i++) call->values[i] %= most + 1;
}

/* Ten digits at a stride, or side by side from some byte on: what lies between them belongs to others. */
static void fill_scattered(struct call *call) {
  const bool is_strided = call->form == 0;
  const size_t bytes = (size_t)call->number;
  call_set_place(call, DIGITS_TIMED, is_strided ? bytes : DIGITS_TIMED, is_strided ? 0 : bytes);
  call->number = DIGITS_TIMED;
  fill_decimals(call);
}

static void choose_big_endian(struct call *call, struct fuzz_input *input) {
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, 7);
  choose_numbers(call, input, width, UINT64_MAX >> (64 - 8 * width));
}

static bool expect_big_endian(struct call *call, size_t row) {
  return reference_big_endian(call->values[row], (unsigned)call->width, call_expected(call, 0, row));
}

static uint64_t run_big_endian(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  return kernels->big_endian(call->values, call->rows, (unsigned)call->width, &place);
}

/* ---- Coded integers ----------------------------------------------------------------------------- */

/* Signed numbers, letters, complements: whatever is added to a number, flipped in it and allowed of it. */
static void choose_coded(struct call *call, struct fuzz_input *input) {
  const size_t width = call->width = 1 + (size_t)fuzz_take_up_to(input, 7);
  call_take_place(call, input, width);
  const uint64_t half = UINT64_C(1) << (8 * width - 1), form = fuzz_take(input, 1);
  const bool is_signed = form % 2 == 1, near_range = form / 4 % 4 != 0;
  struct rowkey_coding coding = {.bias = half, .low = -half, .span = 2 * half - 1};
  if (!is_signed) {
    coding.bias = fuzz_take_number(input);
    coding.low = fuzz_take_number(input);
    coding.span = fuzz_take_number(input);
  }
  if (form / 2 % 2 == 1) coding.flip = 2 * half - 1;
  call->with.coding = coding;
  call_take_values(call, input);
  const uint64_t first = fuzz_take(input, 1); /* row that may not fit */
  for (size_t i = 0; i < call->rows; i++) {
    uint64_t *value = &call->values[i];
    if (i < first && is_signed)
      *value = coding.low + *value % (coding.span == UINT64_MAX ? coding.span : coding.span + 1);
    else if (near_range && coding.span != UINT64_MAX)
      *value = coding.low + *value % (coding.span + 1) + (i % 16 == 15 ? *value % 2 : 0);
  }
}

static bool expect_coded(struct call *call, size_t row) {
  const struct rowkey_coding *coding = &call->with.coding;
  const uint64_t value = call->values[row], coded = (value + coding->bias) ^ coding->flip;
  return value - coding->low <= coding->span &&
         reference_big_endian(coded, (unsigned)call->width, call_expected(call, 0, row));
}

static uint64_t run_coded(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  return kernels->big_endian_coded(&call->with.coding, call->values, call->rows, (unsigned)call->width,
                                   &place);
}

/* ---- Text as long as the number ----------------------------------------------------------------- */

static void choose_unpadded(struct call *call, struct fuzz_input *input) {
  call->rows = fuzz_take_rows(input, CALL_PLACE_ROWS);
  call->stride = U64_DIGITS + (size_t)fuzz_take_up_to(input, 20);
  call_take_values(call, input);
}

static void lay_unpadded(struct call *call) {
  struct call_output *text = call_writes(call, call->rows, U64_DIGITS);
  text->stride = call->stride;
  text->size = call->rows == 0 ? 0 : (call->rows - 1) * call->stride + U64_DIGITS;
  call_writes(call, call->rows, 1);
}

static bool expect_unpadded(struct call *call, size_t row) {
  uint8_t *text = call_expected(call, 0, row);
  memset(text, 0, U64_DIGITS);
  *call_expected(call, 1, row) = (uint8_t)reference_decimal(call->values[row], text);
  return true;
}

static uint64_t run_unpadded(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->decimal_unpadded(call->values, call->rows, call_out(call, 0), call->stride, call_out(call, 1));
  return call->rows;
}

static void settle_unpadded(struct call *call) {
  const uint8_t *lengths = call_out(call, 1);
  for (size_t i = 0; i < call->rows; i++)
    if (lengths[i] < U64_DIGITS)
      memset(call->outputs[0].memory + i * call->stride + lengths[i], 0, U64_DIGITS - lengths[i]);
}

/* All lengths alike: a random number of random bits. */
static void fill_unpadded(struct call *call) {
  call->rows = CALL_MANY;
  call->stride = U64_DIGITS;
  call_fill_values(call);
  for (size_t i = 0; i < call->rows; i++) call->values[i] >>= call->bench->draw() % 64;
}

/* ---- Copies ------------------------------------------------------------------------------------- */

static void choose_copies(struct call *call, struct fuzz_input *input) {
  call->width = (size_t)fuzz_take_up_to(input, COPY_MAX);
  const size_t gap = (size_t)fuzz_take_up_to(input, 20);
  call->stride = gap == 20 ? 0 : call->width + gap;
  call_take_place(call, input, call->width);
  const size_t size = call->rows == 0 ? 0 : (call->rows - 1) * call->stride + call->width;
  call->bytes = fuzz_guarded(size);
  fuzz_take_bytes(input, call->bytes, size);
}

static bool expect_copy(struct call *call, size_t row) {
  memcpy(call_expected(call, 0, row), call->bytes + row * call->stride, call->width);
  return true;
}

static uint64_t run_copy(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  kernels->copy_fixed(call->bytes, call->stride, call->width, call->rows, &place);
  return call->rows;
}

/* ---- The family --------------------------------------------------------------------------------- */

#define SCATTERED(bytes) {.name = "stride/decimal_10/", .fill = fill_scattered, .number = bytes}
#define SHIFTED(bytes) {.name = "alignment/decimal_10/", .fill = fill_scattered, .number = bytes, .form = 1}
static const struct timed timed_decimal[] = {{.name = "decimal/", .fill = fill_decimals, .number = 7},
                                             {.name = "decimal/", .fill = fill_decimals, .number = 10},
                                             {.name = "decimal/", .fill = fill_decimals, .number = 20},
                                             SCATTERED(10),
                                             SCATTERED(12),
                                             SCATTERED(17),
                                             SCATTERED(64),
                                             SCATTERED(4096),
                                             SHIFTED(0),
                                             SHIFTED(1),
                                             SHIFTED(4),
                                             SHIFTED(63),
                                             {0}},
                          timed_big_endian[] = {{.name = "big_endian/8",
                                                 .fill = call_fill_values,
                                                 .width = 8},
                                                {0}},
                          timed_unpadded[] = {{.name = "decimal_unpadded/u64", .fill = fill_unpadded}, {0}};

static const struct descriptor fields[] = {
    {DESCRIBED(decimal_padded, choose_decimals, call_writes_at_place, expect_decimal, run_decimal),
     .timed = timed_decimal},
    {DESCRIBED(big_endian, choose_big_endian, call_writes_at_place, expect_big_endian, run_big_endian),
     .timed = timed_big_endian},
    {DESCRIBED(decimal_unpadded, choose_unpadded, lay_unpadded, expect_unpadded, run_unpadded),
     .settle = settle_unpadded, .timed = timed_unpadded},
    {DESCRIBED(copy_fixed, choose_copies, call_writes_at_place, expect_copy, run_copy)},
    {DESCRIBED(big_endian_coded, choose_coded, call_writes_at_place, expect_coded, run_coded)},
};

DESCRIBE_FAMILY(fields, fields, NULL)
