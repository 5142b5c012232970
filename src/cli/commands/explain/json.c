/* An explanation as one JSON object. */
#include <stdio.h>

#include "commands/explain/print.h"
#include "keys/escape.h"
#include "report/json.h"

static const char *const kind_names[] = {"literal", "text", "bytes"};
static const char *const order_names[] = {NULL, "ascending", "descending"};
static const char *const recovery_names[] = {"recovered", "unused", "hashed", "reduced"};

static void print_hex(struct json *json, const char *name, const void *bytes, size_t size) {
  json_open(json, name, '"');
  for (size_t i = 0; i < size; i++) {
    uint8_t digits[2];
    escape_hex((const uint8_t *)bytes + i, 1, digits);
    fwrite(digits, 1, sizeof digits, stdout);
  }
  json_close(json, '"');
}

static void print_alternative(struct json *json, const char *name, const rowkey_alternative *alternative) {
  if (alternative->format[0] == 0) {
    json_text(json, name, NULL);
    return;
  }
  json_open(json, name, '{');
  json_text(json, "format", alternative->format);
  json_size(json, "width", alternative->width);
  json_close(json, '}');
}

static const char *column_name(const rowkey_explanation *explanation, size_t column) {
  return column == ROWKEY_NONE ? NULL : explanation->columns[column].name;
}

static void print_source(struct json *json, const char *text, size_t offset, size_t length) {
  json_bytes(json, "source", text + offset, length);
  json_number(json, "source_offset", offset);
  json_number(json, "source_length", length);
}

static void print_field(struct json *json, const char *text, const rowkey_explanation *explanation,
                        const rowkey_explained_field *field) {
  json_open(json, NULL, '{');
  print_source(json, text, field->source_offset, field->source_length);
  json_text(json, "kind", kind_names[field->kind]);
  if (field->literal != NULL) {
    print_hex(json, "literal_hex", field->literal, field->min_width);
  } else {
    json_text(json, "literal_hex", NULL);
  }
  json_size(json, "offset", field->offset);
  json_number(json, "min_width", field->min_width);
  json_size(json, "max_width", field->max_width);
  json_text(json, "low", field->low[0] == 0 ? NULL : field->low);
  json_text(json, "high", field->high[0] == 0 ? NULL : field->high);
  if (field->values == 0)
    json_text(json, "values", NULL);
  else
    json_number(json, "values", field->values);
  json_text(json, "order", order_names[field->order]);
  json_text(json, "column", column_name(explanation, field->column));
  json_text(json, "column_order", order_names[field->column_order]);
  json_bool(json, "reversible", field->reversible);
  json_bool(json, "even", field->is_even);
  print_alternative(json, "binary", &field->binary);
  print_alternative(json, "text", &field->text);
  json_close(json, '}');
}

static void print_order(struct json *json, const rowkey_explanation *explanation) {
  json_open(json, "order", '{');
  json_number(json, "sorted_from", explanation->sorted_from);
  json_open(json, "sorted", '[');
  for (size_t i = 0; i < explanation->sorted_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    json_open(json, NULL, '{');
    json_number(json, "field", explanation->sorted[i]);
    json_text(json, "column", column_name(explanation, field->column));
    json_text(json, "order", order_names[field->column_order]);
    if (field->nulls != ROWKEY_NULLS_REPLACED)
      json_text(json, "nulls", field->nulls == ROWKEY_NULLS_FIRST ? "first" : "last");
    json_close(json, '}');
  }
  json_close(json, ']');
  json_bool(json, "sorted_to_end", explanation->sorted_to_end);
  json_bool(json, "sorts_as_columns", explanation->sorts_as_columns);
  json_close(json, '}');
}

static void print_plan(struct json *json, const char *text, const rowkey_explanation *explanation) {
  json_open(json, "plan", '{');
  json_text(json, "isa", explanation->isa);
  json_number(json, "block_rows", explanation->block_rows);
  json_open(json, "steps", '[');
  for (size_t i = 0; i < explanation->step_count; i++) {
    const rowkey_explained_step *step = &explanation->steps[i];
    json_open(json, NULL, '{');
    json_text(json, "operation", step->operation);
    json_bool(json, "kernel", step->is_kernel);
    print_source(json, text, step->source_offset, step->source_length);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void print_warnings(struct json *json, const rowkey_explanation *explanation) {
  json_open(json, "warnings", '[');
  for (size_t i = 0; i < explanation->warning_count; i++) {
    const rowkey_warning *warning = &explanation->warnings[i];
    json_open(json, NULL, '{');
    json_text(json, "id", warning->id);
    json_bool(json, "note", warning->is_note);
    json_size(json, "field", warning->field);
    json_size(json, "source_offset", warning->offset);
    json_text(json, "text", warning->text);
    json_close(json, '}');
  }
  json_close(json, ']');
}

void print_explanation_json(const struct layout_option *option, const rowkey_explanation *explanation) {
  const char *text = option->text;
  struct json json = {.first = true};
  json_open(&json, NULL, '{');
  json_text(&json, "layout", text);
  if (option->named != NULL) json_text(&json, "description", option->named->description);
  json_number(&json, "min_width", explanation->min_width);
  json_size(&json, "max_width", explanation->max_width);
  json_size(&json, "binary_width", explanation->binary_width);
  json_size(&json, "text_width", explanation->text_width);
  json_open(&json, "fields", '[');
  for (size_t i = 0; i < explanation->field_count; i++)
    print_field(&json, text, explanation, &explanation->fields[i]);
  json_close(&json, ']');
  print_order(&json, explanation);
  json_open(&json, "columns", '[');
  for (size_t i = 0; i < explanation->column_count; i++) {
    json_open(&json, NULL, '{');
    json_text(&json, "name", explanation->columns[i].name);
    json_text(&json, "recovery", recovery_names[explanation->columns[i].recovery]);
    json_close(&json, '}');
  }
  json_close(&json, ']');
  print_plan(&json, text, explanation);
  print_warnings(&json, explanation);
  json_close(&json, '}');
  putchar('\n');
}
