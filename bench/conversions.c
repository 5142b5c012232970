/* Numbers that are told by a tag to what their column keeps, beside plain loops that find what is not exact.
 * Texts are in types_read: the same readers. */
#include <rowkey/column_types.h>
#include <string.h>

#include "columns/conversion.h"
#include "shape.h"
#include "types/column_type.h"

/* A count k becomes k * `told` where it is told, and k * `kept` in the column. */
struct conversion_case {
  const char *name, *type;
  uint32_t tag;
  int64_t told, kept;
  bench_run *plain;
};

struct converted {
  struct shape shape;
  const struct conversion_case *what;
  rowkey_column column;
  void *values;
  uint8_t *room; /* of two columns; the second one is the shape's output where floats are converted */
};

enum { WORD = sizeof(uint64_t) };

static size_t size_of_value(rowkey_form form) {
  return form == ROWKEY_FORM_I32 ? 4 : form == ROWKEY_FORM_I128 ? 2 * WORD : WORD;
}

static bool is_little_endian(void) { return *(const uint8_t *)&(const uint16_t){1} == 1; }

static void put_value(rowkey_form form, void *values, size_t row, int64_t number) {
  int64_t *words = values;
  if (form == ROWKEY_FORM_I32) {
    ((int32_t *)values)[row] = (int32_t)number;
  } else if (form == ROWKEY_FORM_F64) {
    ((double *)values)[row] = (double)number;
  } else if (form == ROWKEY_FORM_I128) {
    words[2 * row + !is_little_endian()] = number;
    words[2 * row + is_little_endian()] = number < 0 ? -1 : 0;
  } else {
    words[row] = number;
  }
}

static void fill_values(struct shape *shape) {
  struct converted *converted = (struct converted *)shape;
  const rowkey_form form = form_of_tag(converted->what->tag);
  shape->bytes = shape->rows * size_of_value(form);
  shape->output_size = shape->rows * WORD;
  converted->values = shape_allocate(shape, shape->bytes);
  converted->room = shape_allocate(shape, 2 * shape->output_size);
  for (size_t i = 0; i < shape->rows; i++) {
    const int64_t count = (int64_t)(bench_random() >> (form == ROWKEY_FORM_I32 ? 33 : 24)) -
                          (form == ROWKEY_FORM_I32 ? INT64_C(1) << 30 : INT64_C(1) << 39);
    put_value(form, converted->values, i, count * converted->what->told);
  }
}

/* ---- Implementations --------------------------------------------------------------------------------- */

static void convert(struct shape *shape, const void *with) {
  const struct converted *converted = (const struct converted *)shape;
  const struct conversion conversion = rowkey_conversion_of(&converted->column, converted->what->tag);
  const rowkey_values from = rowkey_values_of_tag(converted->what->tag, converted->values, shape->rows);
  const bool is_float = kind_of_tag(converted->what->tag) == ROWKEY_KIND_FLOAT;
  struct conversion_room room = {.values = is_float ? converted->room : shape->output,
                                 .size = 2 * shape->output_size};
  rowkey_values to;
  rowkey_error error;
  (void)with;
  if (rowkey_convert_rows(&conversion, 0, &from, 0, shape->rows, &room, &to, &error) < shape->rows)
    bench_fail("%s: %s", shape->name, error.text);
  if (to.data != shape->output) memcpy(shape->output, to.data, shape->output_size);
}

static void divide(struct shape *shape, const void *with) {
  const struct converted *converted = (const struct converted *)shape;
  const int64_t *values = converted->values, by = converted->what->told;
  int64_t *out = (int64_t *)(void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    out[i] = values[i] / by;
    if (out[i] * by != values[i]) bench_fail("%s: row %zu", shape->name, i);
  }
}

static void multiply(struct shape *shape, const void *with) {
  const struct converted *converted = (const struct converted *)shape;
  const int64_t *values = converted->values, by = converted->what->kept;
  int64_t *out = (int64_t *)(void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    if (__builtin_mul_overflow(values[i], by, &out[i])) bench_fail("%s: row %zu", shape->name, i);
}

static void narrow(struct shape *shape, const void *with) {
  const int64_t *words = ((const struct converted *)shape)->values;
  int64_t *out = (int64_t *)(void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    out[i] = words[2 * i + !is_little_endian()];
    if (words[2 * i + is_little_endian()] != (out[i] < 0 ? -1 : 0)) bench_fail("%s: row %zu", shape->name, i);
  }
}

static void widen(struct shape *shape, const void *with) {
  const int32_t *values = ((const struct converted *)shape)->values;
  int64_t *out = (int64_t *)(void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) out[i] = values[i];
}

static void truncate_floats(struct shape *shape, const void *with) {
  const double *values = ((const struct converted *)shape)->values;
  int64_t *out = (int64_t *)(void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    if (!(values[i] >= -0x1p63 && values[i] < 0x1p63)) bench_fail("%s: row %zu", shape->name, i);
    out[i] = (int64_t)values[i];
    if ((double)out[i] != values[i]) bench_fail("%s: row %zu", shape->name, i);
  }
}

/* What none of the others can be faster than by much. */
static void copy(struct shape *shape, const void *with) {
  (void)with;
  memcpy(shape->output, ((const struct converted *)shape)->values, shape->output_size);
}

static rowkey_column column_of(const char *text) {
  rowkey_error error;
  if (strcmp(text, "i64") == 0) return rowkey_column_of("x", ROWKEY_I64);
  const rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
  if (type == NULL) bench_fail("%s", error.text);
  return rowkey_column_type_column(type, "x");
}

void register_conversions(void) {
#define TAG(kind, form, detail) ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, detail)
  static const struct conversion_case cases[] = {
      {"us-to-ms", "time(ms)", TAG(INSTANT, I64, ROWKEY_MICROSECONDS), 1000, 1, divide},
      {"ms-to-us", "time(us)", TAG(INSTANT, I64, ROWKEY_MILLISECONDS), 1, 1000, multiply},
      {"decimal-4-to-2", "decimal(2)", TAG(DECIMAL, I64, 4), 100, 1, divide},
      {"decimal-0-to-2", "decimal(2)", TAG(DECIMAL, I64, 0), 1, 100, multiply},
      {"decimal128", "decimal(2)", TAG(DECIMAL, I128, 2), 1, 1, narrow},
      {"int32", "i64", TAG(INTEGER, I32, 0), 1, 1, widen},
      {"whole-f64", "i64", TAG(FLOAT, F64, 0), 1, 1, truncate_floats},
      {"copy", "i64", TAG(INTEGER, I64, 0), 1, 1, copy},
  };
#undef TAG
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct converted *converted =
        shape_create(sizeof *converted, BENCH_ROWS, fill_values, cases[i].plain, "convert/%s", cases[i].name);
    converted->what = &cases[i];
    converted->column = column_of(cases[i].type);
    if (cases[i].plain != copy) bench_add(&converted->shape, "rowkey", convert, NULL);
    bench_add(&converted->shape, cases[i].plain == copy ? "memcpy" : "plain", cases[i].plain, NULL);
  }
}
