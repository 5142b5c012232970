/* Random layouts of random records: what an explanation says of a field's values and of other ways to write
 * them is so of the keys that are made. */
#include <inttypes.h>
#include <rowkey/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

enum { ROWS = 60, TEXT_MAX = 8000, HASH_DIGITS = 39 };

static size_t numbers_seen, alternatives_seen, recoveries_seen;

/* A template and its keys, up to the first bad row. */
struct made {
  rowkey_layout *layout;
  struct encoded keys;
  size_t rows;
};

static bool make_keys(const char *text, const struct batch *batch, struct made *made) {
  made->layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, NULL);
  if (made->layout == NULL) return false;
  made->keys = encode(made->layout, batch, (struct settings){.seed = 1, .side = GUARD_END});
  made->rows = made->keys.status == ROWKEY_OK ? batch->rows : made->keys.error.row;
  return true;
}

static bool are_same(const struct made *made, size_t a, size_t b) {
  const uint64_t *offsets = made->keys.offsets;
  const size_t size = (size_t)(offsets[a + 1] - offsets[a]);
  return offsets[b + 1] - offsets[b] == size &&
         (size == 0 || memcmp(made->keys.keys + offsets[a], made->keys.keys + offsets[b], size) == 0);
}

/* What stands before the format of a field of the template, without its brace: all, where there is none. */
static size_t expression_size(const char *field, size_t length) {
  size_t depth = 0;
  bool is_quoted = false;
  for (size_t i = 1; i < length - 1; i++) {
    if (is_quoted && field[i] == '\\') {
      i++;
      continue;
    }
    is_quoted ^= field[i] == '"';
    if (is_quoted) continue;
    depth += (field[i] == '(') - (size_t)(field[i] == ')');
    if (depth == 0 && field[i] == ':') return i - 1;
  }
  return length - 2;
}

/* The keys are the same where the other way to write the field makes the same ones, and its width is the one
 * said. */
static void check_alternative(const char *text, const struct batch *batch, const struct made *made,
                              const rowkey_explained_field *field, const rowkey_alternative *alternative) {
  char other[TEXT_MAX + 20];
  struct made otherwise;
  if (alternative->format[0] == '\0') return;
  const size_t end = field->source_offset + field->source_length;
  const size_t size = expression_size(text + field->source_offset, field->source_length);
  snprintf(other, sizeof other, "%.*s:%s}%s", (int)(field->source_offset + 1 + size), text,
           alternative->format, text + end);
  CHECK(make_keys(other, batch, &otherwise), "%s: %s does not compile", text, other);
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(otherwise.layout, 0, &error);
  CHECK(explanation != NULL, "%s", error.text);
  for (size_t i = 0; i < explanation->field_count; i++)
    if (explanation->fields[i].source_offset == field->source_offset &&
        explanation->fields[i].literal == NULL)
      CHECK(explanation->fields[i].max_width == alternative->width, "%s: %s takes %zu bytes, and not %zu",
            text, other, explanation->fields[i].max_width, alternative->width);
  CHECK(otherwise.rows >= made->rows, "%s: %s refuses row %zu: %s", text, other, otherwise.rows,
        otherwise.keys.error.text);
  for (size_t a = 0; a < made->rows; a++)
    for (size_t b = 0; b < a; b++)
      CHECK(are_same(made, a, b) == are_same(&otherwise, a, b), "%s and %s: rows %zu and %zu", text, other, a,
            b);
  alternatives_seen++;
  rowkey_explanation_free(explanation);
  rowkey_layout_free(otherwise.layout);
}

/* Compares numbers in decimal. */
static int compare_decimals(const char *a, size_t a_size, const char *b, size_t b_size) {
  const bool a_negative = a_size > 0 && a[0] == '-', b_negative = b_size > 0 && b[0] == '-';
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  const int longer = (a_size > b_size) - (a_size < b_size);
  const int order = longer != 0 ? longer : memcmp(a, b, a_size);
  return a_negative ? -order : order;
}

/* Whether the layout's field is a hash of 128 bits. */
static bool is_hash(const rowkey_layout *layout) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  CHECK(explanation != NULL, "%s", error.text);
  const bool is = strlen(explanation->fields[0].high) == HASH_DIGITS;
  rowkey_explanation_free(explanation);
  return is;
}

/* Every number that the field's expression has, of rows that its format holds, lies where the explanation
 * says. */
static void check_numbers(const char *text, const struct batch *batch, const struct made *made,
                          const rowkey_explained_field *field) {
  char alone[TEXT_MAX];
  struct made numbers;
  const char *source = text + field->source_offset;
  if (field->low[0] == '\0') return;
  snprintf(alone, sizeof alone, "%.*s:d}", (int)(1 + expression_size(source, field->source_length)), source);
  if (strstr(alone, "random(") != NULL) return;   /* which call of several it is decides what it draws */
  if (!make_keys(alone, batch, &numbers)) return; /* one of several fields */
  if (is_hash(numbers.layout) && strlen(field->high) < HASH_DIGITS) {
    rowkey_layout_free(numbers.layout); /* the field has the first digits of one */
    return;
  }
  size_t different = 0;
  for (size_t row = 0; row < made->rows && row < numbers.rows; row++) {
    size_t before = 0;
    while (before < row && !are_same(&numbers, row, before)) before++;
    different += before == row;
    const char *number = (const char *)numbers.keys.keys + numbers.keys.offsets[row];
    const size_t size = (size_t)(numbers.keys.offsets[row + 1] - numbers.keys.offsets[row]);
    CHECK(compare_decimals(number, size, field->low, strlen(field->low)) >= 0 &&
              compare_decimals(number, size, field->high, strlen(field->high)) <= 0,
          "%s: the field at %zu has %.*s in row %zu, not %s to %s", text, field->source_offset, (int)size,
          number, row, field->low, field->high);
    numbers_seen++;
  }
  CHECK(field->values == 0 || different <= field->values,
        "%s: the field at %zu has %zu numbers, not %" PRIu64, text, field->source_offset, different,
        field->values);
  rowkey_layout_free(numbers.layout);
}

/* A column that follows from a field comes back when keys are decoded. */
static void check_recovery(const char *text, const rowkey_explanation *explanation,
                           const rowkey_explained_field *field) {
  if (!field->reversible || field->column == ROWKEY_NONE) return;
  const rowkey_explained_column *column = &explanation->columns[field->column];
  CHECK(column->recovery == ROWKEY_RECOVERED, "%s: %s does not come back from the field at %zu", text,
        column->name, field->source_offset);
  recoveries_seen++;
}

static void check_layout(const struct batch *batch) {
  char text[TEXT_MAX];
  struct made made;
  random_model(text, sizeof text);
  /* What `rest` is depends on how the fields after it are written. */
  if (strstr(text, "rest") != NULL || !make_keys(text, batch, &made)) return;
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(made.layout, 0, &error);
  CHECK(explanation != NULL, "%s: %s", text, error.text);
  for (size_t i = 0; i < explanation->field_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[i];
    if (field->literal != NULL) continue;
    check_recovery(text, explanation, field);
    check_numbers(text, batch, &made, field);
    check_alternative(text, batch, &made, field, &field->binary);
    check_alternative(text, batch, &made, field, &field->text);
  }
  rowkey_explanation_free(explanation);
  rowkey_layout_free(made.layout);
}

static void explains_what_is_counted(void) {
  const size_t batches = repetitions(100);
  for (size_t i = 0; i < batches; i++) {
    struct batch batch = random_batch(ROWS);
    for (size_t j = 0; j < 10; j++) check_layout(&batch);
    free_guarded();
  }
  CHECK(numbers_seen > 100 * batches && alternatives_seen > 5 * batches && recoveries_seen > batches,
        "%zu numbers, %zu alternatives and %zu columns that come back", numbers_seen, alternatives_seen,
        recoveries_seen);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"fields hold what explanations say", explains_what_is_counted}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
