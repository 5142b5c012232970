/* Random layouts of random records: wherever an explanation says that fields or keys sort as columns do, the
 * bytes of every pair of keys do. */
#include <rowkey/explain.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"

enum { ROWS = 40 };

/* ---- Records --------------------------------------------------------------------------------- */

/* Half of the numbers, and of the texts that can, are those of an earlier row: pairs with the same bytes
 * before a field are what there is to be said about. */
static void repeat_values(struct batch *batch) {
  for (size_t column = 0; column < batch->count; column++) {
    rowkey_values *values = &batch->values[column];
    bool text = batch->columns[column].type == ROWKEY_TEXT;
    size_t size = text ? (size_t)values->width : batch->columns[column].type == ROWKEY_F32 ? 4 : 8;
    uint8_t *data = (uint8_t *)(uintptr_t)values->data;
    uint64_t *begin = (uint64_t *)(uintptr_t)values->begin, *end = (uint64_t *)(uintptr_t)values->end;
    for (size_t row = 1; row < batch->rows; row++) {
      size_t earlier = (size_t)random_below(row);
      if (random_below(2) == 0 || values->offsets32 != NULL) continue;
      if (begin == NULL) {
        memcpy(data + row * size, data + earlier * size, size);
      } else {
        begin[row] = begin[earlier];
        end[row] = end[earlier];
      }
    }
  }
}

static bool is_null(const rowkey_values *values, size_t row) {
  uint64_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0;
}

struct text {
  const uint8_t *at;
  size_t size;
};

static struct text text_of(const rowkey_values *values, size_t row) {
  uint64_t begin = values->begin != NULL       ? values->begin[row]
                   : values->offsets32 != NULL ? values->offsets32[row]
                                               : row * values->width;
  uint64_t end = values->begin != NULL       ? values->end[row]
                 : values->offsets32 != NULL ? values->offsets32[row + 1]
                                             : begin + values->width;
  return (struct text){(const uint8_t *)values->data + begin, (size_t)(end - begin)};
}

static int compare_texts(struct text a, struct text b) {
  size_t common = a.size < b.size ? a.size : b.size;
  int order = common == 0 ? 0 : memcmp(a.at, b.at, common);
  return order != 0 ? (order > 0) - (order < 0) : (a.size > b.size) - (a.size < b.size);
}

/* As Java does, by which -0.0 is less than 0.0. */
static int compare_doubles(double a, double b) {
  if (a == 0 && b == 0) return (1 / a > 1 / b) - (1 / a < 1 / b);
  return (a > b) - (a < b);
}

static int compare_values(const struct batch *batch, size_t column, size_t a, size_t b) {
  const rowkey_values *values = &batch->values[column];
  const uint64_t *u64 = values->data;
  const int64_t *i64 = values->data;
  const double *f64 = values->data;
  const float *f32 = values->data;
  switch (batch->columns[column].type) {
    case ROWKEY_U64:
      return (u64[a] > u64[b]) - (u64[a] < u64[b]);
    case ROWKEY_I64:
      return (i64[a] > i64[b]) - (i64[a] < i64[b]);
    case ROWKEY_F64:
      return compare_doubles(f64[a], f64[b]);
    case ROWKEY_F32:
      return compare_doubles((double)f32[a], (double)f32[b]);
    case ROWKEY_TEXT:
      break;
  }
  return compare_texts(text_of(values, a), text_of(values, b));
}

/* ---- Claims ---------------------------------------------------------------------------------- */

struct pair {
  const struct batch *batch;
  size_t a, b;         /* rows */
  struct text keys[2]; /* of them */
  int order;           /* of the keys */
  const char *text;    /* the template */
};

static size_t sorted_fields, sorted_keys, sorted_nulls;

static int in_order(rowkey_order order, int comparison) {
  return order == ROWKEY_DESCENDING ? -comparison : comparison;
}

/* Whether the keys have the same bytes before the field, where every key has it in the same place. */
static bool same_before(const struct pair *pair, const rowkey_explained_field *field) {
  if (field->offset == ROWKEY_NONE) return false;
  CHECK(pair->keys[0].size >= field->offset && pair->keys[1].size >= field->offset, "%s: a key of %zu bytes",
        pair->text, pair->keys[0].size);
  return memcmp(pair->keys[0].at, pair->keys[1].at, field->offset) == 0;
}

/* Whether the field is of one column, which is null in neither row. */
static bool has_values(const struct pair *pair, const rowkey_explained_field *field) {
  if (field->column == ROWKEY_NONE) return false;
  const rowkey_values *values = &pair->batch->values[field->column];
  return !is_null(values, pair->a) && !is_null(values, pair->b);
}

static void check_field(const struct pair *pair, const rowkey_explained_field *field) {
  if (field->min_width != field->max_width || !same_before(pair, field) || !has_values(pair, field)) return;
  int values = compare_values(pair->batch, field->column, pair->a, pair->b);
  bool differ =
      memcmp(pair->keys[0].at + field->offset, pair->keys[1].at + field->offset, field->min_width) != 0;
  CHECK(!field->reversible || differ == (values != 0), "%s: the field at %zu is not reversible", pair->text,
        field->source_offset);
  if (!differ || field->column_order == ROWKEY_UNORDERED) return;
  CHECK(pair->order == in_order(field->column_order, values), "%s: the field at %zu, rows %zu and %zu",
        pair->text, field->source_offset, pair->a, pair->b);
  sorted_fields++;
}

/* Sets *comparison to that of the rows' values of a column, with nulls where the explanation has them; false
 * where it says nothing of nulls, and there is one. */
static bool compare_with_nulls(const struct pair *pair, const rowkey_explained_field *field,
                               int *comparison) {
  if (has_values(pair, field)) {
    const int values = compare_values(pair->batch, field->column, pair->a, pair->b);
    *comparison = in_order(field->column_order, values);
    return true;
  }
  const rowkey_values *values = &pair->batch->values[field->column];
  const int greater = field->nulls == ROWKEY_NULLS_LAST ? 1 : -1;
  *comparison = greater * (is_null(values, pair->a) - is_null(values, pair->b));
  sorted_nulls += field->nulls != ROWKEY_NULLS_REPLACED;
  return field->nulls != ROWKEY_NULLS_REPLACED;
}

static void check_tuple(const struct pair *pair, const rowkey_explanation *explanation) {
  if (explanation->sorted_from == explanation->field_count ||
      !same_before(pair, &explanation->fields[explanation->sorted_from]))
    return;
  int tuples = 0;
  for (size_t i = 0; i < explanation->sorted_count && tuples == 0; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    if (!compare_with_nulls(pair, field, &tuples)) return;
  }
  CHECK(tuples == 0 || pair->order == 0 || pair->order == tuples, "%s: rows %zu and %zu", pair->text, pair->a,
        pair->b);
  CHECK(tuples != 0 || pair->order == 0 || !explanation->sorted_to_end,
        "%s: rows %zu and %zu differ after their columns", pair->text, pair->a, pair->b);
  sorted_keys += tuples != 0;
}

static void check_pairs(const char *text, const struct batch *batch, const struct encoded *encoded,
                        const rowkey_explanation *explanation) {
  size_t good = encoded->status == ROWKEY_OK ? batch->rows : encoded->error.row;
  for (size_t a = 0; a < good; a++) {
    const uint64_t *ends = encoded->offsets;
    struct text key = {encoded->keys + ends[a], (size_t)(ends[a + 1] - ends[a])};
    CHECK(key.size >= explanation->min_width && key.size <= explanation->max_width, "%s: %zu bytes", text,
          key.size);
    for (size_t b = 0; b < a; b++) {
      struct text other = {encoded->keys + ends[b], (size_t)(ends[b + 1] - ends[b])};
      struct pair pair = {batch, a, b, {key, other}, compare_texts(key, other), text};
      for (size_t i = 0; i < explanation->field_count; i++) check_field(&pair, &explanation->fields[i]);
      check_tuple(&pair, explanation);
    }
  }
}

static void check_layout(const struct batch *batch) {
  static char text[16384];
  random_model(text, sizeof text);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, &error);
  if (layout == NULL) return;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  CHECK(explanation != NULL, "%s: %s", text, error.text);
  struct encoded encoded = encode(layout, batch, (struct settings){.seed = 1, .side = GUARD_END});
  check_pairs(text, batch, &encoded, explanation);
  rowkey_explanation_free(explanation);
  rowkey_layout_free(layout);
}

static void test_random_layouts(void) {
  const size_t batches = repetitions(200);
  for (size_t i = 0; i < batches; i++) {
    struct batch batch = random_batch(ROWS);
    repeat_values(&batch);
    for (size_t j = 0; j < 20; j++) check_layout(&batch);
    free_guarded();
  }
  CHECK(sorted_fields > 1000 * batches && sorted_keys > 1000 * batches && sorted_nulls > batches,
        "%zu fields, %zu keys and %zu nulls sort", sorted_fields, sorted_keys, sorted_nulls);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"keys sort as explanations say", test_random_layouts}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
