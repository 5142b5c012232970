/* The kernels that write fields, decimal text, big-endian integers, plain and coded, and copies, write the
 * reference's bytes, report the first bad row, and touch nothing outside the room they have. */
#include <string.h>

#include "place_batch.h"
#include "reference/reference.h"

enum { ROWS_MAX = FUZZ_PLACE_ROWS, COPY_MAX = 140 };

static void check_bad_row(const struct rowkey_kernels *kernels, const char *what, size_t bad, size_t good,
                          size_t rows) {
  FUZZ_CHECK(bad == good, "%s on %s: row %zu is reported, not %zu of %zu", what, kernels->name, bad, good,
             rows);
}

/* The largest number of a field of decimal text or of bytes. */
static uint64_t limit_of(size_t width, bool text) {
  if (!text) return UINT64_MAX >> (64 - 8 * width);
  uint64_t limit = 0;
  for (size_t i = 0; i < width; i++) limit = width == 20 ? UINT64_MAX : limit * 10 + 9;
  return limit;
}

static void check_numbers(struct fuzz_input *input, bool text) {
  static uint8_t expected[ROWS_MAX * 20];
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, text ? 19 : 7);
  const struct fuzz_place place = fuzz_take_place(input, width);
  /* 0: every value fits; 1: but for some just above the limit; 2: values of any size. */
  const uint64_t near_limit = fuzz_take(input, 1) % 3, limit = limit_of(width, text);
  uint64_t *values = fuzz_guarded(place.rows * sizeof *values);
  size_t good = place.rows;
  for (size_t i = 0; i < place.rows; i++) {
    values[i] = fuzz_take_number(input) + (input->size == 0 ? i : 0);
    if (near_limit == 1 && i % 8 == 7) {
      values[i] = limit - 1 + values[i] % 3; /* wraps in fields that hold every value */
    } else if (near_limit < 2 && values[i] > limit) {
      values[i] = values[i] % limit + 1;
    }
    const bool fits = text ? reference_decimal_padded(values[i], (unsigned)width, expected + i * width)
                           : reference_big_endian(values[i], (unsigned)width, expected + i * width);
    if (!fits && good == place.rows) good = i;
  }
  if (text) {
    FUZZ_EACH_KERNEL(kernels, decimal_padded) {
      const struct rowkey_place out = fuzz_clear_place(&place);
      const size_t bad =
          FUZZ_KERNEL(kernels, decimal_padded, place.rows)(values, place.rows, (unsigned)width, &out);
      check_bad_row(kernels, "decimal_padded", bad, good, place.rows);
      fuzz_check_place(kernels, "decimal_padded", &place, expected, good);
    }
  } else {
    FUZZ_EACH_KERNEL(kernels, big_endian) {
      const struct rowkey_place out = fuzz_clear_place(&place);
      const size_t bad =
          FUZZ_KERNEL(kernels, big_endian, place.rows)(values, place.rows, (unsigned)width, &out);
      check_bad_row(kernels, "big_endian", bad, good, place.rows);
      fuzz_check_place(kernels, "big_endian", &place, expected, good);
    }
  }
}

/* Signed numbers, letters, complements: whatever is added to a number, flipped in it and allowed of it. */
static void check_coded(struct fuzz_input *input) {
  static uint8_t expected[ROWS_MAX * 8];
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, 7);
  const struct fuzz_place place = fuzz_take_place(input, width);
  const uint64_t half = UINT64_C(1) << (8 * width - 1), form = fuzz_take(input, 1);
  const bool is_signed = form % 2 == 1, near_range = form / 4 % 4 != 0;
  struct rowkey_coding coding = {.bias = half, .low = -half, .span = 2 * half - 1};
  if (!is_signed) {
    coding.bias = fuzz_take_number(input);
    coding.low = fuzz_take_number(input);
    coding.span = fuzz_take_number(input);
  }
  if (form / 2 % 2 == 1) coding.flip = 2 * half - 1;
  uint64_t *values = fuzz_guarded(place.rows * sizeof *values);
  size_t good = place.rows;
  for (size_t i = 0; i < place.rows; i++) {
    values[i] = fuzz_take_number(input) + (input->size == 0 ? i : 0);
    if (near_range && coding.span != UINT64_MAX)
      values[i] = coding.low + values[i] % (coding.span + 1) + (i % 16 == 15 ? values[i] % 2 : 0);
    const uint64_t coded = (values[i] + coding.bias) ^ coding.flip;
    const bool fits = values[i] - coding.low <= coding.span &&
                      reference_big_endian(coded, (unsigned)width, expected + i * width);
    if (!fits && good == place.rows) good = i;
  }
  FUZZ_EACH_KERNEL(kernels, big_endian_coded) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    const size_t bad = FUZZ_KERNEL(kernels, big_endian_coded, place.rows)(&coding, values, place.rows,
                                                                          (unsigned)width, &out);
    check_bad_row(kernels, "big_endian_coded", bad, good, place.rows);
    fuzz_check_place(kernels, "big_endian_coded", &place, expected, good);
  }
}

static void check_unpadded(struct fuzz_input *input) {
  enum { WIDTH = 20, UNTOUCHED = 0x5c };
  static uint8_t expected[ROWS_MAX * WIDTH], lengths_expected[ROWS_MAX];
  const size_t rows = fuzz_take_rows(input, ROWS_MAX), stride = WIDTH + (size_t)fuzz_take_up_to(input, 20);
  const size_t size = rows == 0 ? 0 : (rows - 1) * stride + WIDTH;
  uint64_t *values = fuzz_guarded(rows * sizeof *values);
  uint8_t *text = fuzz_guarded(size), *lengths = fuzz_guarded(rows);
  for (size_t i = 0; i < rows; i++) {
    values[i] = fuzz_take_number(input) + (input->size == 0 ? i : 0);
    lengths_expected[i] = (uint8_t)reference_decimal(values[i], expected + i * WIDTH);
  }
  FUZZ_EACH_KERNEL(kernels, decimal_unpadded) {
    memset(text, UNTOUCHED, size);
    FUZZ_KERNEL(kernels, decimal_unpadded, rows)(values, rows, text, stride, lengths);
    fuzz_check_rows(kernels, "the lengths of decimal_unpadded", lengths, lengths_expected, rows, 1);
    for (size_t i = 0; i < rows; i++) {
      FUZZ_CHECK(memcmp(text + i * stride, expected + i * WIDTH, lengths[i]) == 0, "%s: row %zu of %zu: %llu",
                 kernels->name, i, rows, (unsigned long long)values[i]);
      for (size_t at = i * stride + WIDTH; at < size && at < (i + 1) * stride; at++)
        FUZZ_CHECK(text[at] == UNTOUCHED, "%s: wrote after row %zu of %zu", kernels->name, i, rows);
    }
  }
}

static void check_copies(struct fuzz_input *input) {
  static uint8_t expected[ROWS_MAX * COPY_MAX];
  const size_t width = (size_t)fuzz_take_up_to(input, COPY_MAX), gap = (size_t)fuzz_take_up_to(input, 20);
  const size_t stride = gap == 20 ? 0 : width + gap;
  const struct fuzz_place place = fuzz_take_place(input, width);
  const size_t size = place.rows == 0 ? 0 : (place.rows - 1) * stride + width;
  uint8_t *source = fuzz_guarded(size);
  fuzz_take_bytes(input, source, size);
  const rowkey_field field = {source, stride, width};
  reference_pack(&field, 1, place.rows, expected, width);
  FUZZ_EACH_KERNEL(kernels, copy_fixed) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    FUZZ_KERNEL(kernels, copy_fixed, place.rows)(source, stride, width, place.rows, &out);
    fuzz_check_place(kernels, "copy_fixed", &place, expected, place.rows);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  switch (fuzz_take(&input, 1) % 5) {
    case 0:
      check_numbers(&input, true);
      break;
    case 1:
      check_numbers(&input, false);
      break;
    case 2:
      check_unpadded(&input);
      break;
    case 3:
      check_copies(&input);
      break;
    default:
      check_coded(&input);
      break;
  }
  return 0;
}
