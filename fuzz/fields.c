/* The kernels that write fields, decimal text, big-endian integers, plain and coded, and copies, write the
 * reference's bytes, report the first bad row, and touch nothing outside the room they have. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

enum { UNTOUCHED = 0x5c };

struct shape {
  size_t rows, width, stride, room, before, behind, size;
};

static struct shape take_shape(struct fuzz_input *input, size_t width, size_t rows_max) {
  struct shape shape = {.width = width};
  shape.rows = (size_t)fuzz_take_up_to(input, rows_max);
  const size_t gap = (size_t)fuzz_take_up_to(input, 40);
  const bool side_by_side = gap > 20;
  shape.stride = width + (side_by_side ? 0 : gap);
  shape.room = width + (size_t)fuzz_take_up_to(input, side_by_side ? 90 : gap);
  shape.before = (size_t)fuzz_take_up_to(input, 9);
  shape.behind = (size_t)fuzz_take_up_to(input, 70);
  const size_t rows_size = shape.rows == 0 ? 0 : (shape.rows - 1) * shape.stride + width;
  shape.size = shape.before + rows_size + shape.behind;
  return shape;
}

static struct rowkey_place place_of(uint8_t *memory, const struct shape *shape) {
  memset(memory, UNTOUCHED, shape->size);
  return (struct rowkey_place){memory + shape->before, shape->stride, shape->room, memory + shape->size};
}

/* The first `good` rows are `expected`; bytes out of every row's room are as they were. */
static void check_rows(const uint8_t *memory, const struct shape *shape, const uint8_t *expected, size_t good,
                       const char *what, const char *isa) {
  for (size_t i = 0; i < good; i++) {
    FUZZ_CHECK(
        memcmp(memory + shape->before + i * shape->stride, expected + i * shape->width, shape->width) == 0,
        "%s on %s: row %zu of %zu, width %zu", what, isa, i, shape->rows, shape->width);
  }
  size_t row_start = shape->before;
  for (size_t at = 0; at < shape->size; at++) {
    if (shape->rows > 0 && at >= row_start + shape->stride &&
        row_start + shape->stride < shape->before + shape->rows * shape->stride) {
      row_start += shape->stride;
    }
    const bool granted = shape->rows > 0 && at >= row_start && at - row_start < shape->room;
    FUZZ_CHECK(granted || memory[at] == UNTOUCHED, "%s on %s: wrote at byte %zu of %zu", what, isa, at,
               shape->size);
  }
}

static void check_numbers(struct fuzz_input *input, bool text) {
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, text ? 19 : 7);
  const struct shape shape = take_shape(input, width, 150);
  /* 0: every value fits; 1: but for some just above the limit; 2: values of any size. */
  const uint64_t near_limit = fuzz_take(input, 1) % 3;
  uint64_t limit = UINT64_MAX;
  if (text && width < 20) {
    limit = 1;
    for (size_t i = 0; i < width; i++) limit *= 10;
    limit--;
  } else if (!text) {
    limit >>= 64 - 8 * width;
  }
  uint64_t *values = fuzz_allocate(shape.rows * sizeof *values);
  uint8_t *expected = fuzz_allocate(shape.rows * width), *memory = fuzz_allocate(shape.size);
  size_t good = shape.rows;
  for (size_t i = 0; i < shape.rows; i++) {
    values[i] = fuzz_take_number(input);
    if (near_limit == 1 && i % 8 == 7) {
      values[i] = limit - 1 + values[i] % 3; /* wraps in fields that hold every value */
    } else if (near_limit < 2 && values[i] > limit) {
      values[i] = values[i] % limit + 1;
    }
    const bool fits = text ? reference_decimal_padded(values[i], (unsigned)width, expected + i * width)
                           : reference_big_endian(values[i], (unsigned)width, expected + i * width);
    if (!fits && good == shape.rows) good = i;
  }
  const char *what = text ? "decimal_padded" : "big_endian";
  FUZZ_EACH_ISA(kernels) {
    const struct rowkey_place place = place_of(memory, &shape);
    const size_t bad =
        (text ? kernels->decimal_padded : kernels->big_endian)(values, shape.rows, (unsigned)width, &place);
    FUZZ_CHECK(bad == good, "%s on %s: row %zu is reported, not %zu of %zu", what, kernels->name, bad, good,
               shape.rows);
    check_rows(memory, &shape, expected, good, what, kernels->name);
  }
  free(values);
  free(expected);
  free(memory);
}

/* Signed numbers, letters, complements: whatever is added to a number, flipped in it and allowed of it. */
static void check_coded(struct fuzz_input *input) {
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, 7);
  const struct shape shape = take_shape(input, width, 150);
  const uint64_t half = UINT64_C(1) << (8 * width - 1);
  const bool is_signed = fuzz_take(input, 1) % 2 == 1;
  struct rowkey_coding coding = {.bias = half, .low = -half, .span = 2 * half - 1};
  if (!is_signed) {
    coding.bias = fuzz_take_number(input);
    coding.low = fuzz_take_number(input);
    coding.span = fuzz_take_number(input);
  }
  if (fuzz_take(input, 1) % 2 == 1) coding.flip = 2 * half - 1;
  uint64_t *values = fuzz_allocate(shape.rows * sizeof *values);
  uint8_t *expected = fuzz_allocate(shape.rows * width), *memory = fuzz_allocate(shape.size);
  const bool near_range = fuzz_take(input, 1) % 4 != 0;
  size_t good = shape.rows;
  for (size_t i = 0; i < shape.rows; i++) {
    values[i] = fuzz_take_number(input);
    if (near_range && coding.span != UINT64_MAX)
      values[i] = coding.low + values[i] % (coding.span + 1) + (i % 16 == 15 ? values[i] % 2 : 0);
    const uint64_t coded = (values[i] + coding.bias) ^ coding.flip;
    const bool fits = values[i] - coding.low <= coding.span &&
                      reference_big_endian(coded, (unsigned)width, expected + i * width);
    if (!fits && good == shape.rows) good = i;
  }
  FUZZ_EACH_ISA(kernels) {
    const struct rowkey_place place = place_of(memory, &shape);
    const size_t bad = kernels->big_endian_coded(&coding, values, shape.rows, (unsigned)width, &place);
    FUZZ_CHECK(bad == good, "big_endian_coded on %s: row %zu is reported, not %zu of %zu", kernels->name, bad,
               good, shape.rows);
    check_rows(memory, &shape, expected, good, "big_endian_coded", kernels->name);
  }
  free(values);
  free(expected);
  free(memory);
}

static void check_unpadded(struct fuzz_input *input) {
  const size_t rows = (size_t)fuzz_take_up_to(input, 150), stride = 20 + (size_t)fuzz_take_up_to(input, 20);
  const size_t size = rows == 0 ? 0 : (rows - 1) * stride + 20;
  uint64_t *values = fuzz_allocate(rows * sizeof *values);
  uint8_t *text = fuzz_allocate(size), *lengths = fuzz_allocate(rows);
  for (size_t i = 0; i < rows; i++) values[i] = fuzz_take_number(input);
  FUZZ_EACH_ISA(kernels) {
    memset(text, UNTOUCHED, size);
    kernels->decimal_unpadded(values, rows, text, stride, lengths);
    for (size_t i = 0; i < rows; i++) {
      uint8_t expected[20];
      const unsigned length = reference_decimal(values[i], expected);
      FUZZ_CHECK(lengths[i] == length && memcmp(text + i * stride, expected, length) == 0,
                 "%s: row %zu of %zu: %llu", kernels->name, i, rows, (unsigned long long)values[i]);
      for (size_t at = i * stride + 20; at < size && at < (i + 1) * stride; at++) {
        FUZZ_CHECK(text[at] == UNTOUCHED, "%s: wrote behind row %zu of %zu", kernels->name, i, rows);
      }
    }
  }
  free(values);
  free(text);
  free(lengths);
}

static void check_copies(struct fuzz_input *input) {
  const size_t width = (size_t)fuzz_take_up_to(input, 140), gap = (size_t)fuzz_take_up_to(input, 20);
  const size_t stride = gap == 20 ? 0 : width + gap;
  const size_t most = stride == 0 ? 60 : input->size / stride;
  const struct shape shape = take_shape(input, width, most < 60 ? most : 60);
  const size_t size = shape.rows == 0 ? 0 : (shape.rows - 1) * stride + width;
  uint8_t *source = fuzz_allocate(size);
  uint8_t *expected = fuzz_allocate(shape.rows * width), *memory = fuzz_allocate(shape.size);
  for (size_t i = 0; i < size; i++) source[i] = (uint8_t)fuzz_take(input, 1);
  const rowkey_field field = {source, stride, width};
  reference_pack(&field, 1, shape.rows, expected, width);
  FUZZ_EACH_ISA(kernels) {
    const struct rowkey_place place = place_of(memory, &shape);
    kernels->copy_fixed(source, stride, width, shape.rows, &place);
    check_rows(memory, &shape, expected, shape.rows, "copy_fixed", kernels->name);
  }
  free(source);
  free(expected);
  free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
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
