/* The kernels that write digits of hashes and integers, decimal and hexadecimal, and bytes in reverse. */
#include <string.h>

#include "call.h"

enum { HASH = 16, HASH_DIGITS = 39, BYTES_MAX = 70, SPARE = 16, SHORT = 8 };

/* ---- Values below 10^8 as strings in 8 bytes each ----------------------------------------------- */

static void choose_short(struct call *call, struct fuzz_input *input) {
  call->rows = fuzz_take_rows(input, CALL_PLACE_ROWS);
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  for (size_t i = 0; i < call->rows; i++) call->values[i] = (fuzz_take_number(input) + i) % 100000000;
}

static void lay_strings(struct call *call) {
  call_writes(call, call->rows, SHORT);
  call_writes(call, call->rows, sizeof(uint64_t));
  call_writes(call, call->rows, sizeof(uint64_t));
}

static bool expect_short(struct call *call, size_t row) {
  uint8_t text[20] = {0};
  const uint64_t begin = SHORT * row, end = begin + reference_decimal(call->values[row], text);
  memcpy(call_expected(call, 0, row), text, SHORT);
  memcpy(call_expected(call, 1, row), &begin, sizeof begin);
  memcpy(call_expected(call, 2, row), &end, sizeof end);
  return true;
}

static uint64_t run_short(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->decimal_strings(call->values, call->rows, call_out(call, 0), call_out(call, 1), call_out(call, 2));
  return call->rows;
}

/* What stands after the digits is not said. */
static void settle_short(struct call *call) {
  const uint64_t *end = call_out(call, 2);
  uint8_t *text = call_out(call, 0);
  for (size_t i = 0; i < call->rows; i++)
    for (size_t at = SHORT * i; at < SHORT * (i + 1); at++)
      if (at >= end[i]) text[at] = 0;
}

/* ---- Hashes in decimal -------------------------------------------------------------------------- */

static void choose_hashes(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  call_take_place(call, input, HASH_DIGITS);
  call->place.room = HASH_DIGITS;
  call->bytes = fuzz_guarded(call->rows * HASH);
  fuzz_take_bytes(input, call->bytes, call->rows * HASH);
  for (size_t i = 0; i < call->rows; i++) {
    uint8_t *number = call->bytes + i * HASH;
    /* Around the multiples of 10^19, where quotients and remainders change, and those of 2^64 times as much.
     */
    if (form % 4 == 1) reference_big_endian(fuzz_take_number(input), 8, number);
    if (form % 4 == 2) reference_big_endian(fuzz_take_number(input), 8, number + 8);
    if (form % 16 == 3)
      reference_big_endian(UINT64_C(5421010862427522170) * (1 + i % 3) + form / 16 % 3, 8, number);
    if (form % 16 == 7) memset(number, 0xff, HASH - 1);
  }
}

/* By long division, digit by digit. */
static bool expect_hash_digits(struct call *call, size_t row) {
  const uint8_t *number = call->bytes + row * HASH;
  uint32_t words[HASH / 4];
  for (size_t i = 0; i < HASH / 4; i++)
    words[i] = (uint32_t)number[4 * i] << 24 | (uint32_t)number[4 * i + 1] << 16 |
               (uint32_t)number[4 * i + 2] << 8 | number[4 * i + 3];
  for (size_t digit = HASH_DIGITS; digit-- > 0;) {
    uint64_t rest = 0;
    for (size_t i = 0; i < HASH / 4; i++) {
      rest = rest << 32 | words[i];
      words[i] = (uint32_t)(rest / 10);
      rest %= 10;
    }
    call_expected(call, 0, row)[digit] = (uint8_t)('0' + rest);
  }
  return true;
}

static uint64_t run_hash_digits(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  kernels->decimal_u128(call->bytes, call->rows, place.at, place.stride);
  return call->rows;
}

/* ---- Hexadecimal -------------------------------------------------------------------------------- */

static bool is_upper(const struct call *call) { return call->form >= 128; }

static const char *digits_of(const struct call *call) {
  return is_upper(call) ? "0123456789ABCDEF" : "0123456789abcdef";
}

static void choose_hex(struct call *call, struct fuzz_input *input) {
  call->width = 1 + (size_t)fuzz_take_up_to(input, BYTES_MAX - 1);
  call_take_place(call, input, 2 * call->width);
  call->bytes = fuzz_guarded(call->rows * call->width);
  fuzz_take_bytes(input, call->bytes, call->rows * call->width);
}

static bool expect_hex(struct call *call, size_t row) {
  const uint8_t *bytes = call->bytes + row * call->width;
  for (size_t i = 0; i < 2 * call->width; i++)
    call_expected(call, 0, row)[i] = (uint8_t)digits_of(call)[bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
  return true;
}

static uint64_t run_hex(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  kernels->hex_fixed(call->bytes, call->width, call->rows, is_upper(call), &place);
  return call->rows;
}

static void choose_hex_integers(struct call *call, struct fuzz_input *input) {
  call->width = 1 + (size_t)fuzz_take_up_to(input, 15);
  call_take_place(call, input, call->width);
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  for (size_t i = 0; i < call->rows; i++) call->values[i] = fuzz_take_number(input) + i;
}

static bool expect_hex_integer(struct call *call, size_t row) {
  for (size_t i = 0; i < call->width; i++)
    call_expected(call, 0, row)[i] =
        (uint8_t)digits_of(call)[call->values[row] >> 4 * (call->width - 1 - i) & 15];
  return true;
}

static uint64_t run_hex_integers(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  kernels->hex_padded(call->values, call->rows, (unsigned)call->width, is_upper(call), &place);
  return call->rows;
}

/* ---- Bytes in reverse --------------------------------------------------------------------------- */

/* The bytes after the rows may be read, so they have a value. */
static void choose_reversed(struct call *call, struct fuzz_input *input) {
  call->width = 1 + (size_t)fuzz_take_up_to(input, BYTES_MAX - 1);
  call->rows = fuzz_take_rows(input, CALL_PLACE_ROWS);
  call->bytes = fuzz_guarded(call->rows * call->width + SPARE);
  fuzz_take_bytes(input, call->bytes, call->rows * call->width + SPARE);
}

static void lay_reversed(struct call *call) {
  struct call_output *output = call_writes(call, call->rows, call->width);
  output->size += SPARE;
  output->spare = SPARE;
}

static bool expect_backwards(struct call *call, size_t row) {
  const uint8_t *bytes = call->bytes + row * call->width;
  for (size_t i = 0; i < call->width; i++) call_expected(call, 0, row)[i] = bytes[call->width - 1 - i];
  return true;
}

static uint64_t run_reverse(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->reverse_fixed(call->bytes, call->width, call->rows, call_out(call, 0));
  return call->rows;
}

static const struct descriptor digits[] = {
    {DESCRIBED(decimal_strings, choose_short, lay_strings, expect_short, run_short), .settle = settle_short},
    {DESCRIBED(decimal_u128, choose_hashes, call_writes_at_place, expect_hash_digits, run_hash_digits)},
    {DESCRIBED(hex_fixed, choose_hex, call_writes_at_place, expect_hex, run_hex)},
    {DESCRIBED(hex_padded, choose_hex_integers, call_writes_at_place, expect_hex_integer, run_hex_integers)},
    {DESCRIBED(reverse_fixed, choose_reversed, lay_reversed, expect_backwards, run_reverse)},
};

DESCRIBE_FAMILY(digits, digits, NULL)
