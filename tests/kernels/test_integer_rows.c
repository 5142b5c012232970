/* Rows of integers written whole, of every instruction set that has a kernel for them, against the reference.
 */
#include <string.h>

#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 150, WIDTH_MAX = ROWKEY_INTEGER_ROW_WIDTH };

/* What each kernel that there is promises to write. */
enum { PROMISED_FIELDS = 3, PROMISED_STRIDE_FROM = 2, PROMISED_STRIDE = 42, PROMISED_DIGITS = 11 };

struct made_rows {
  struct rowkey_integer_rows these;
  bool promised;
};

static uint64_t power_of_ten(size_t exponent) {
  uint64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

/* All that fits, or a part of it. */
static void make_range(struct rowkey_integer_field *field) {
  struct rowkey_coding *coding = &field->coding;
  if (field->decimal) {
    coding->span = field->width < 20 ? power_of_ten(field->width) - 1 : UINT64_MAX;
  } else {
    coding->span = UINT64_MAX >> (64 - 8 * field->width);
    if (random_below(3) == 0) coding->bias = UINT64_C(1) << (8 * field->width - 1);
    if (random_below(3) == 0) coding->flip = coding->span;
    coding->low = -coding->bias;
  }
  if (random_below(3) > 0) return;
  const uint64_t cut = random_u64() >> random_below(64);
  if (cut >= coding->span) return;
  coding->span -= cut;
  if (random_below(2) == 0) coding->low += cut;
}

/* One to four fields in rising order, with and without literal bytes around them. */
static struct made_rows make_rows(void) {
  struct made_rows made = {.promised = true};
  struct rowkey_integer_rows *these = &made.these;
  const bool any_width = random_below(8) == 0, gaps = random_below(2) == 0;
  const size_t fields = 1 + random_below(ROWKEY_INTEGER_FIELDS);
  random_bytes(these->literals, sizeof these->literals);
  for (size_t i = 0; i < fields; i++) {
    const size_t gap = gaps ? random_below(4) : 0;
    struct rowkey_integer_field field = {.offset = these->width + gap, .decimal = random_below(2) == 0};
    field.width = 1 + random_below(!field.decimal ? 8 : any_width ? 20 : PROMISED_DIGITS);
    if (field.offset + field.width > WIDTH_MAX) break;
    make_range(&field);
    these->fields[these->count++] = field;
    these->width = field.offset + field.width;
    if (gap > 0) these->has_literals = true;
    if (field.decimal && field.width > PROMISED_DIGITS) made.promised = false;
  }
  if (gaps && these->width < WIDTH_MAX && random_below(2) == 0) {
    these->width += 1 + random_below(WIDTH_MAX - these->width);
    these->has_literals = true;
  }
  if (these->count > PROMISED_FIELDS) made.promised = false;
  return made;
}

static uint64_t good_value(const struct rowkey_integer_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  const uint64_t above = random_below(4) == 0   ? coding->span - random_below(2) * (coding->span != 0)
                         : random_below(4) == 0 ? 0
                                                : random_u64() >> random_below(64);
  return coding->low + (coding->span == UINT64_MAX ? above : above % (coding->span + 1));
}

static uint64_t bad_value(const struct rowkey_integer_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  return random_below(2) == 0 ? coding->low - 1 : coding->low + coding->span + 1;
}

/* A row as the definition says. */
static void expect_row(const struct rowkey_integer_rows *these, size_t row, uint8_t *expected) {
  memcpy(expected, these->literals, these->width);
  for (size_t i = 0; i < these->count; i++) {
    const struct rowkey_integer_field *field = &these->fields[i];
    const uint64_t coded = (field->values[row] + field->coding.bias) ^ field->coding.flip;
    const unsigned width = (unsigned)field->width;
    CHECK(field->decimal ? reference_decimal_padded(coded, width, expected + field->offset)
                         : reference_big_endian(coded, width, expected + field->offset),
          "a good value fits");
  }
}

static void make_values(struct rowkey_integer_rows *these, const struct arena in[ROWKEY_INTEGER_FIELDS],
                        size_t rows) {
  for (size_t i = 0; i < these->count; i++) {
    uint64_t *values = (uint64_t *)(void *)in[i].end - rows;
    for (size_t row = 0; row < rows; row++) values[row] = good_value(&these->fields[i]);
    these->fields[i].values = values;
  }
}

/* One value of one row is bad: true if there can be one. */
static bool spoil(const struct rowkey_integer_rows *these, size_t rows) {
  const struct rowkey_integer_field *field = &these->fields[random_below(these->count)];
  if (field->coding.span == UINT64_MAX || rows == 0) return false;
  uint64_t *values = (uint64_t *)(uintptr_t)field->values;
  values[random_below(rows)] = bad_value(field);
  return true;
}

static void rows_of_all_kinds(void) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  struct arena in[ROWKEY_INTEGER_FIELDS];
  for (size_t i = 0; i < COUNT_OF(in); i++) in[i] = arena_of(ROWS_MAX * 8);
  const struct arena out = arena_of(ROWS_MAX * (WIDTH_MAX + 20) + 200);
  for (size_t repetition = 0; repetition < repetitions(20000); repetition++) {
    EACH_ISA(kernels) {
      if (kernels->integer_rows == NULL) continue;
      struct made_rows made = make_rows();
      const size_t rows = random_below(random_below(4) == 0 ? ROWS_MAX + 1 : 30), width = made.these.width;
      const size_t stride = width + (random_below(2) == 0 ? 0 : random_below(17));
      make_values(&made.these, in, rows);
      for (size_t row = 0; row < rows; row++) expect_row(&made.these, row, expected + row * width);
      /* What lies behind a row may be overwritten up to the place's end. */
      const struct rows_shape shape = {rows,
                                       width,
                                       stride,
                                       rows * stride + 200,
                                       random_below(70),
                                       random_below(2) == 0 ? 0 : random_below(130)};
      const struct rows_out placed = place_rows(out, shape, random_below(2) == 0 ? GUARD_BEGIN : GUARD_END);
      if (kernels->integer_rows(&made.these, rows, &placed.place)) {
        check_rows(&placed, expected, rows, "integer_rows", kernels->name);
      } else {
        CHECK(!made.promised || stride < PROMISED_STRIDE_FROM || stride > PROMISED_STRIDE,
              "%s: %zu fields in %zu bytes are refused", kernels->name, made.these.count, stride);
      }
      if (spoil(&made.these, rows))
        CHECK(!kernels->integer_rows(&made.these, rows, &placed.place), "%s: a bad row of %zu is not found",
              kernels->name, rows);
    }
  }
}

static const struct test tests[] = {{"rows_of_all_kinds", rows_of_all_kinds}};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
