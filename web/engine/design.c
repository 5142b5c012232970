#include "design.h"

#include <rowkey/fields.h>
#include <rowkey/named.h>
#include <rowkey/sort.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "table.h"

static struct design designs[DESIGNS];

/* ---- Their memory -------------------------------------------------------------------------------- */

static void free_keys(struct design *design) {
  free(design->bytes);
  free(design->offsets);
  free(design->order);
  design->bytes = NULL;
  design->offsets = design->order = NULL;
  design->keys = (rowkey_keys){0};
}

static void free_design(struct design *design) {
  free_keys(design);
  rowkey_decoder_free(design->decoder);
  rowkey_explanation_free(design->explanation);
  rowkey_layout_free(design->layout);
  free(design->text);
  free(design->ends);
  *design = (struct design){0};
}

void forget_designs(void) {
  for (size_t i = 0; i < DESIGNS; i++) free_design(&designs[i]);
}

/* ---- What is known of a layout ------------------------------------------------------------------- */

static const char *const kind_names[] = {"literal", "text", "bytes"};
static const char *const order_names[] = {NULL, "ascending", "descending"};
static const char *const recovery_names[] = {"recovered", "unused", "hashed", "reduced"};

static void answer_fields(const rowkey_explanation *explanation) {
  answer_open("fields", '[');
  for (size_t i = 0; i < explanation->field_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[i];
    answer_open(NULL, '{');
    answer_size("source_offset", field->source_offset);
    answer_size("source_length", field->source_length);
    answer_text("kind", kind_names[field->kind]);
    answer_size("min_width", field->min_width);
    answer_size("max_width", field->max_width);
    answer_text("column", field->column == ROWKEY_NONE ? NULL : explanation->columns[field->column].name);
    answer_text("order", order_names[field->column_order]);
    answer_close('}');
  }
  answer_close(']');
}

static void answer_order(const rowkey_explanation *explanation) {
  answer_open("sorted", '[');
  for (size_t i = 0; i < explanation->sorted_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    answer_open(NULL, '{');
    answer_text("column", explanation->columns[field->column].name);
    answer_text("order", order_names[field->column_order]);
    answer_close('}');
  }
  answer_close(']');
  answer_bool("sorts_as_columns", explanation->sorts_as_columns);
  answer_bool("sorted_to_end", explanation->sorted_to_end);
}

static void answer_warnings(const rowkey_explanation *explanation) {
  answer_open("warnings", '[');
  for (size_t i = 0; i < explanation->warning_count; i++) {
    const rowkey_warning *warning = &explanation->warnings[i];
    answer_open(NULL, '{');
    answer_text("id", warning->id);
    answer_bool("note", warning->is_note);
    answer_size("offset", warning->offset);
    answer_size("field", warning->field);
    answer_text("text", warning->text);
    answer_close('}');
  }
  answer_close(']');
}

static bool answer_explanation(const struct design *design) {
  const rowkey_explanation *explanation = design->explanation;
  answer_begin('{');
  answer_text("template", design->text);
  answer_size("min_width", explanation->min_width);
  answer_size("max_width", explanation->max_width);
  answer_fields(explanation);
  answer_order(explanation);
  answer_open("columns", '[');
  for (size_t i = 0; i < explanation->column_count; i++) {
    answer_open(NULL, '{');
    answer_text("name", explanation->columns[i].name);
    answer_text("recovery", recovery_names[explanation->columns[i].recovery]);
    answer_close('}');
  }
  answer_close(']');
  answer_warnings(explanation);
  return answer_end('}');
}

/* The text, or what a named layout stands for. */
static rowkey_status expand_text(struct design *design, const char *text, size_t size, rowkey_error *error) {
  const bool is_named = size > 0 && text[0] == '@';
  const size_t room = is_named ? ROWKEY_NAMED_TEMPLATE_SIZE : size + 1;
  design->text = calloc(room, 1);
  if (design->text == NULL) {
    *error = (rowkey_error){.status = ROWKEY_ERROR_MEMORY};
    return ROWKEY_ERROR_MEMORY;
  }
  if (is_named) return rowkey_named_expand(text, size, NULL, design->text, room, error);
  memcpy(design->text, text, size);
  return ROWKEY_OK;
}

rowkey_layout *compile_template(const struct design *design, rowkey_error *error) {
  const struct table *table = shown_table();
  return rowkey_layout_compile(design->text, design->length, table->columns, table->column_count, error);
}

static rowkey_status compile_design(struct design *design, const char *text, size_t size,
                                    rowkey_error *error) {
  const rowkey_status status = expand_text(design, text, size, error);
  if (status != ROWKEY_OK) return status;
  design->length = size > 0 && text[0] == '@' ? strlen(design->text) : size;
  design->layout = compile_template(design, error);
  if (design->layout == NULL) return error->status;
  design->explanation = rowkey_explain(design->layout, 0, error);
  if (design->explanation == NULL) return error->status;
  design->decoder = rowkey_decoder_create(design->layout, error);
  if (design->decoder == NULL) return error->status;
  design->ends = calloc(design->explanation->field_count + 1, sizeof *design->ends);
  return design->ends != NULL ? ROWKEY_OK : (error->status = ROWKEY_ERROR_MEMORY);
}

struct design *known_design(size_t number) {
  if (number < DESIGNS && designs[number].layout != NULL) return &designs[number];
  rowkey_error error = {ROWKEY_ERROR_ARGUMENT,     ROWKEY_NONE, ROWKEY_NONE, ROWKEY_NONE,
                        "the layout is not valid", {0}};
  answer_error(&error);
  return NULL;
}

/* Compiles a template, or @NAME, for the table's columns. Answers with what is known of it. */
bool EXPORT(design_layout)(size_t number, const char *text, size_t size);
bool design_layout(size_t number, const char *text, size_t size) {
  if (number >= DESIGNS) return known_design(number) != NULL;
  struct design *design = &designs[number];
  rowkey_error error;
  free_design(design);
  const rowkey_status status = compile_design(design, text, size, &error);
  if (status == ROWKEY_OK) return answer_explanation(design);
  free_design(design);
  return answer_failure(status, &error);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static rowkey_status encode_rows(struct design *design, const struct table *table, rowkey_error *error) {
  const rowkey_batch batch =
      rowkey_batch_from(rowkey_batch_of(table->values, table->column_count, table->rows), 0);
  const size_t room = rowkey_encode_bound(design->layout, &batch);
  error->status = ROWKEY_ERROR_MEMORY;
  design->bytes = room == SIZE_MAX ? NULL : malloc(room + 1);
  design->offsets = calloc(table->rows + 1, sizeof *design->offsets);
  if (design->bytes == NULL || design->offsets == NULL) return ROWKEY_ERROR_MEMORY;
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(design->bytes, room, design->offsets);
  rowkey_encoder *encoder = rowkey_encoder_create(design->layout, 0, error);
  if (encoder == NULL) return error->status;
  const rowkey_status status = rowkey_encode(encoder, &batch, &buffer, &design->keys, error);
  rowkey_encoder_free(encoder);
  return status;
}

/* Makes the keys of the table's rows. Answers with how many there are. */
bool EXPORT(design_keys)(size_t number);
bool design_keys(size_t number) {
  struct design *design = known_design(number);
  if (design == NULL) return false;
  rowkey_error error;
  free_keys(design);
  const rowkey_status status = encode_rows(design, shown_table(), &error);
  if (status == ROWKEY_OK) {
    answer_begin('{');
    answer_size("rows", design->keys.rows);
    return answer_end('}');
  }
  free_keys(design);
  return answer_failure(status, &error);
}

static bool sort_rows(struct design *design) {
  const size_t rows = design->keys.rows;
  void *memory = calloc(rows + 1, ROWKEY_SORT_BYTES_PER_ROW);
  design->order = calloc(rows + 1, sizeof *design->order);
  rowkey_error error;
  const bool done = memory != NULL && design->order != NULL &&
                    rowkey_sort(&design->keys, design->order, NULL, memory, rows * ROWKEY_SORT_BYTES_PER_ROW,
                                &error) == ROWKEY_OK;
  free(memory);
  if (!done) free(design->order), design->order = NULL;
  return done;
}

bool answer_key(struct design *design, const void *key, size_t size, rowkey_error *error) {
  const size_t count = design->explanation->field_count;
  if (rowkey_field_ends(design->decoder, key, size, design->ends, count, error) != ROWKEY_OK) return false;
  answer_open("key", '[');
  for (size_t i = 0; i < count; i++) {
    const size_t begin = i == 0 ? 0 : design->ends[i - 1];
    answer_bytes(NULL, (const uint8_t *)key + begin, design->ends[i] - begin);
  }
  answer_close(']');
  return true;
}

static bool answer_row(struct design *design, size_t row) {
  const struct table *table = shown_table();
  const uint64_t begin = design->offsets[row], end = design->offsets[row + 1];
  rowkey_error error;
  answer_open(NULL, '{');
  answer_size("row", row);
  if (!answer_key(design, design->bytes + begin, (size_t)(end - begin), &error)) return false;
  answer_open("values", '[');
  for (size_t i = 0; i < table->column_count; i++)
    if (!answer_value(NULL, &table->columns[i], &table->values[i], row)) return false;
  answer_close(']');
  answer_close('}');
  return true;
}

/* Answers with `count` rows from the `first` one on, in their own order or that of their keys: each with its
 * number, the fields of its key and its values. */
bool EXPORT(design_rows)(size_t number, size_t first, size_t count, bool in_key_order);
bool design_rows(size_t number, size_t first, size_t count, bool in_key_order) {
  struct design *design = known_design(number);
  if (design == NULL) return false;
  if (in_key_order && design->order == NULL && !sort_rows(design)) return answer_no_memory();
  answer_begin('[');
  for (size_t i = first; i < design->keys.rows && i - first < count; i++)
    if (!answer_row(design, in_key_order ? (size_t)design->order[i] : i)) return answer_no_memory();
  return answer_end(']');
}
