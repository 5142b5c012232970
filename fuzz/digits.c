/* The kernels that write digits of hashes and integers, decimal and hexadecimal, and bytes in reverse. */
#include <string.h>

#include "place_batch.h"
#include "reference/reference.h"

enum { ROWS_MAX = FUZZ_PLACE_ROWS, HASH = 16, HASH_DIGITS = 39, BYTES_MAX = 70, SPARE = 16, SHORT = 8 };

/* Values below 10^8 as strings in 8 bytes each. */
static void check_short_decimals(struct fuzz_input *input) {
  const size_t rows = fuzz_take_rows(input, ROWS_MAX);
  uint64_t *values = fuzz_guarded(rows * sizeof *values);
  uint64_t *begin = fuzz_guarded(rows * sizeof *begin), *end = fuzz_guarded(rows * sizeof *end);
  uint8_t *text = fuzz_guarded(rows * SHORT);
  for (size_t i = 0; i < rows; i++) values[i] = (fuzz_take_number(input) + i) % 100000000;
  FUZZ_EACH_KERNEL(kernels, decimal_strings) {
    FUZZ_KERNEL(kernels, decimal_strings, rows)(values, rows, text, begin, end);
    for (size_t i = 0; i < rows; i++) {
      uint8_t expected[20];
      const unsigned length = reference_decimal(values[i], expected);
      FUZZ_CHECK(begin[i] == SHORT * i && end[i] == SHORT * i + length &&
                     memcmp(text + SHORT * i, expected, length) == 0,
                 "%s: row %zu of %zu: %llu", kernels->name, i, rows, (unsigned long long)values[i]);
    }
  }
}

/* By long division, digit by digit. */
static void expect_decimal(const uint8_t number[HASH], uint8_t text[HASH_DIGITS]) {
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
    text[digit] = (uint8_t)('0' + rest);
  }
}

static void check_hash_decimals(struct fuzz_input *input) {
  static uint8_t expected[ROWS_MAX * HASH_DIGITS];
  const uint64_t form = fuzz_take(input, 1);
  struct fuzz_place place = fuzz_take_place(input, HASH_DIGITS);
  place.room = HASH_DIGITS;
  uint8_t *numbers = fuzz_guarded(place.rows * HASH);
  fuzz_take_bytes(input, numbers, place.rows * HASH);
  for (size_t i = 0; i < place.rows; i++) {
    /* Around the multiples of 10^19, where quotients and remainders change. */
    if (form % 4 == 1) reference_big_endian(fuzz_take_number(input), 8, numbers + i * HASH);
    if (form % 4 == 2) reference_big_endian(fuzz_take_number(input), 8, numbers + i * HASH + 8);
    expect_decimal(numbers + i * HASH, expected + i * HASH_DIGITS);
  }
  FUZZ_EACH_KERNEL(kernels, decimal_u128) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    FUZZ_KERNEL(kernels, decimal_u128, place.rows)(numbers, place.rows, out.at, out.stride);
    fuzz_check_place(kernels, "decimal_u128", &place, expected, place.rows);
  }
}

static const char *digits_of(bool upper) { return upper ? "0123456789ABCDEF" : "0123456789abcdef"; }

static void check_hex(struct fuzz_input *input, bool upper) {
  static uint8_t expected[ROWS_MAX * 2 * BYTES_MAX];
  const size_t size = 1 + (size_t)fuzz_take_up_to(input, BYTES_MAX - 1);
  const struct fuzz_place place = fuzz_take_place(input, 2 * size);
  uint8_t *bytes = fuzz_guarded(place.rows * size);
  fuzz_take_bytes(input, bytes, place.rows * size);
  for (size_t i = 0; i < place.rows * size; i++) {
    expected[2 * i] = (uint8_t)digits_of(upper)[bytes[i] >> 4];
    expected[2 * i + 1] = (uint8_t)digits_of(upper)[bytes[i] & 15];
  }
  FUZZ_EACH_KERNEL(kernels, hex_fixed) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    FUZZ_KERNEL(kernels, hex_fixed, place.rows)(bytes, size, place.rows, upper, &out);
    fuzz_check_place(kernels, "hex_fixed", &place, expected, place.rows);
  }
}

static void check_hex_integers(struct fuzz_input *input, bool upper) {
  static uint8_t expected[ROWS_MAX * 16];
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, 15);
  const struct fuzz_place place = fuzz_take_place(input, width);
  uint64_t *values = fuzz_guarded(place.rows * sizeof *values);
  for (size_t i = 0; i < place.rows; i++) {
    values[i] = fuzz_take_number(input) + i;
    for (size_t digit = 0; digit < width; digit++)
      expected[i * width + digit] = (uint8_t)digits_of(upper)[values[i] >> 4 * (width - 1 - digit) & 15];
  }
  FUZZ_EACH_KERNEL(kernels, hex_padded) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    FUZZ_KERNEL(kernels, hex_padded, place.rows)(values, place.rows, (unsigned)width, upper, &out);
    fuzz_check_place(kernels, "hex_padded", &place, expected, place.rows);
  }
}

/* The bytes after the rows may be read, so they have a value. */
static void check_reversed(struct fuzz_input *input) {
  static uint8_t expected[ROWS_MAX * BYTES_MAX];
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, BYTES_MAX - 1);
  const size_t rows = fuzz_take_rows(input, ROWS_MAX), size = rows * width;
  uint8_t *bytes = fuzz_guarded(size + SPARE), *reversed = fuzz_guarded(size + SPARE);
  fuzz_take_bytes(input, bytes, size + SPARE);
  for (size_t i = 0; i < size; i++) expected[i] = bytes[i / width * width + width - 1 - i % width];
  FUZZ_EACH_KERNEL(kernels, reverse_fixed) {
    memset(reversed, 0, size);
    FUZZ_KERNEL(kernels, reverse_fixed, rows)(bytes, width, rows, reversed);
    fuzz_check_rows(kernels, "reverse_fixed", reversed, expected, rows, width);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  const uint64_t form = fuzz_take(&input, 1);
  switch (form % 5) {
    case 0:
      check_short_decimals(&input);
      break;
    case 1:
      check_hash_decimals(&input);
      break;
    case 2:
      check_hex(&input, form >= 128);
      break;
    case 3:
      check_hex_integers(&input, form >= 128);
      break;
    default:
      check_reversed(&input);
      break;
  }
  return 0;
}
