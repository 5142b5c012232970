/* Rows of fixed width written whole, of every instruction set that has a kernel for them, against the
 * reference.
 */
#include <string.h>

#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 600, WIDTH_MAX = ROWKEY_ROW_WIDTH };

/* What each kernel that there is promises to write. */
enum {
  PROMISED_FIELDS = 3,
  PROMISED_STRIDE_FROM = 2,
  PROMISED_STRIDE = WIDTH_MAX,
  PROMISED_DIGITS = 11,
  PROMISED_TEXT = 16
};

struct made_rows {
  struct rowkey_fixed_rows these;
  bool promised;
};

static uint64_t power_of_ten(size_t exponent) {
  uint64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

/* The widest field of a kind: one that is promised, or any. */
static size_t widest_field(enum rowkey_row_field_kind kind, bool any_width) {
  switch (kind) {
    case ROWKEY_BIG_ENDIAN_FIELD:
      return 8;
    case ROWKEY_DECIMAL_FIELD:
      return any_width ? 20 : PROMISED_DIGITS;
    case ROWKEY_TEXT_FIELD:
      break;
  }
  return any_width ? 40 : PROMISED_TEXT;
}

static bool is_promised(const struct rowkey_row_field *field) {
  return field->width <= widest_field(field->kind, false);
}

/* All integers that fit, or a part of them. */
static void make_range(struct rowkey_row_field *field) {
  struct rowkey_coding *coding = &field->coding;
  if (field->kind == ROWKEY_DECIMAL_FIELD) {
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
  struct rowkey_fixed_rows *these = &made.these;
  const bool any_width = random_below(8) == 0, gaps = random_below(2) == 0;
  const size_t fields = 1 + random_below(ROWKEY_ROW_FIELDS);
  random_bytes(these->literals, sizeof these->literals);
  for (size_t i = 0; i < fields; i++) {
    const size_t gap = gaps ? random_below(4) : 0;
    struct rowkey_row_field field = {.kind = (enum rowkey_row_field_kind)random_below(3),
                                     .offset = these->width + gap};
    field.width = 1 + random_below(widest_field(field.kind, any_width));
    if (field.offset + field.width > WIDTH_MAX) break;
    if (field.kind != ROWKEY_TEXT_FIELD) make_range(&field);
    these->fields[these->count++] = field;
    these->width = field.offset + field.width;
    if (gap > 0) these->has_literals = true;
    if (!is_promised(&field)) made.promised = false;
  }
  if (gaps && these->width < WIDTH_MAX && random_below(2) == 0) {
    these->width += 1 + random_below(WIDTH_MAX - these->width);
    these->has_literals = true;
  }
  if (these->count > PROMISED_FIELDS) made.promised = false;
  return made;
}

static uint64_t good_value(const struct rowkey_row_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  const uint64_t above = random_below(4) == 0   ? coding->span - random_below(2) * (coding->span != 0)
                         : random_below(4) == 0 ? 0
                                                : random_u64() >> random_below(64);
  return coding->low + (coding->span == UINT64_MAX ? above : above % (coding->span + 1));
}

static uint64_t bad_value(const struct rowkey_row_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  return random_below(2) == 0 ? coding->low - 1 : coding->low + coding->span + 1;
}

/* A row as the definition says. */
static void expect_row(const struct rowkey_fixed_rows *these, size_t row, uint8_t *expected) {
  memcpy(expected, these->literals, these->width);
  for (size_t i = 0; i < these->count; i++) {
    const struct rowkey_row_field *field = &these->fields[i];
    uint8_t *to = expected + field->offset;
    if (field->kind == ROWKEY_TEXT_FIELD) {
      const struct rowkey_strings *strings = &field->strings;
      const size_t length = (size_t)(strings->end[row] - strings->begin[row]);
      memset(to, 0, field->width);
      if (length > 0) memcpy(to, strings->bytes + strings->begin[row], length);
      continue;
    }
    const uint64_t coded = (field->values[row] + field->coding.bias) ^ field->coding.flip;
    const unsigned width = (unsigned)field->width;
    CHECK(field->kind == ROWKEY_DECIMAL_FIELD ? reference_decimal_padded(coded, width, to)
                                              : reference_big_endian(coded, width, to),
          "a good value fits");
  }
}

/* Where the values of a field are, or the begins of its texts; their ends; and their bytes. */
struct field_arenas {
  struct guarded values, ends, bytes;
};

/* Texts of random lengths one after the other, in reverse order now and then, some of them empty. */
static void make_texts(struct rowkey_row_field *field, const struct field_arenas *in, size_t rows) {
  uint64_t *begins = (uint64_t *)(void *)in->values.end - rows,
           *ends = (uint64_t *)(void *)in->ends.end - rows;
  uint64_t size = 0;
  const bool backwards = random_below(4) == 0;
  for (size_t i = 0; i < rows; i++) {
    const size_t row = backwards ? rows - 1 - i : i;
    begins[row] = size;
    size += random_below(4) == 0 ? field->width * random_below(2) : random_below(field->width + 1);
    ends[row] = size;
  }
  uint8_t *bytes = in->bytes.end - size;
  random_bytes(bytes, (size_t)size);
  for (size_t row = 0; row < rows; row++)
    if (ends[row] > begins[row] && bytes[ends[row] - 1] == 0) bytes[ends[row] - 1] = 1;
  field->strings = (struct rowkey_strings){bytes, size, begins, ends};
}

static void make_values(struct rowkey_fixed_rows *these, const struct field_arenas in[ROWKEY_ROW_FIELDS],
                        size_t rows) {
  for (size_t i = 0; i < these->count; i++) {
    struct rowkey_row_field *field = &these->fields[i];
    if (field->kind == ROWKEY_TEXT_FIELD) {
      make_texts(field, &in[i], rows);
      continue;
    }
    uint64_t *values = (uint64_t *)(void *)in[i].values.end - rows;
    for (size_t row = 0; row < rows; row++) values[row] = good_value(field);
    field->values = values;
  }
}

/* A text that ends in 0x00, or is too long: true if there can be one. */
static bool spoil_text(const struct rowkey_row_field *field, size_t row) {
  const struct rowkey_strings *strings = &field->strings;
  uint64_t *begin = (uint64_t *)(uintptr_t)&strings->begin[row];
  if (random_below(2) == 0 && strings->end[row] > field->width) {
    *begin = strings->end[row] - field->width - 1 - random_below(strings->end[row] - field->width);
    return true;
  }
  if (strings->end[row] == *begin) return false;
  ((uint8_t *)(uintptr_t)strings->bytes)[strings->end[row] - 1] = 0;
  return true;
}

/* One value of one row is bad: true if there can be one. */
static bool spoil(const struct rowkey_fixed_rows *these, size_t rows) {
  const struct rowkey_row_field *field = &these->fields[random_below(these->count)];
  if (rows == 0) return false;
  if (field->kind == ROWKEY_TEXT_FIELD) return spoil_text(field, random_below(rows));
  if (field->coding.span == UINT64_MAX) return false;
  uint64_t *values = (uint64_t *)(uintptr_t)field->values;
  values[random_below(rows)] = bad_value(field);
  return true;
}

static void rows_of_all_kinds(void) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  struct field_arenas in[ROWKEY_ROW_FIELDS];
  for (size_t i = 0; i < COUNT_OF(in); i++)
    in[i] = (struct field_arenas){guarded_of(ROWS_MAX * 8), guarded_of(ROWS_MAX * 8),
                                  guarded_of(ROWS_MAX * WIDTH_MAX)};
  const struct guarded out = guarded_of(ROWS_MAX * (WIDTH_MAX + 20) + 200);
  for (size_t repetition = 0; repetition < repetitions(20000); repetition++) {
    EACH_ISA(kernels) {
      if (kernels->fixed_rows == NULL) continue;
      struct made_rows made = make_rows();
      const size_t rows = random_below(random_below(16) == 0 ? ROWS_MAX + 1 : 40), width = made.these.width;
      const size_t stride = width + (random_below(2) == 0 ? 0 : random_below(17));
      make_values(&made.these, in, rows);
      for (size_t row = 0; row < rows; row++) expect_row(&made.these, row, expected + row * width);
      /* What lies after a row may be overwritten up to the place's end. */
      const struct rows_shape shape = {rows,
                                       width,
                                       stride,
                                       rows * stride + 200,
                                       random_below(70),
                                       random_below(2) == 0 ? 0 : random_below(130)};
      const struct rows_out placed = place_rows(out, shape, random_below(2) == 0 ? GUARD_BEGIN : GUARD_END);
      made.these.stride = stride;
      if (!kernels->plan_fixed_rows(&made.these)) {
        CHECK(!made.promised || stride < PROMISED_STRIDE_FROM || stride > PROMISED_STRIDE,
              "%s: %zu fields in %zu bytes are refused", kernels->name, made.these.count, stride);
        continue;
      }
      CHECK(kernels->fixed_rows(&made.these, rows, &placed.place), "%s: %zu good rows", kernels->name, rows);
      check_rows(&placed, expected, rows, "fixed_rows", kernels->name);
      if (spoil(&made.these, rows))
        CHECK(!kernels->fixed_rows(&made.these, rows, &placed.place), "%s: a bad row of %zu is not found",
              kernels->name, rows);
    }
  }
}

static const struct test tests[] = {{"rows_of_all_kinds", rows_of_all_kinds}};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
