/* Texts into values, a batch a call. */
#include <string.h>

#include "arguments.h"
#include "error.h"
#include "types/batch.h"
#include "types/type.h"

rowkey_column rowkey_column_type_column(const rowkey_column_type *type, const char *name) {
  rowkey_column column = rowkey_column_of(name, type->kind->physical);
  column.width = type->kind->width;
  if (type->kind->unit != NULL) column.unit = type->kind->unit(type);
  return column;
}

const char *rowkey_column_type_text(const rowkey_column_type *type) { return type->text.at; }

/* The text of a row. False when it does not lie within the column's bytes. */
static inline bool find_text(const rowkey_values *texts, size_t row, struct typed_text *text) {
  uint64_t begin, end;
  if (!find_span(texts, row, &begin, &end)) return false;
  const struct rowkey_strings bytes = strings_at(texts->data, texts->size, NULL, NULL);
  *text = (struct typed_text){bytes.bytes + begin, (size_t)(end - begin), (size_t)begin};
  return true;
}

/* "2024-02-30" is no time(ms): it has ... (expected ...) */
static rowkey_status report_text(const struct rowkey_column_type *type, const struct typed_text *text,
                                 size_t row, const char *fault, rowkey_error *error) {
  enum { SHOWN = 64 };
  if (error == NULL) return ROWKEY_ERROR_NUMBER;
  rowkey_error_set(error, ROWKEY_ERROR_NUMBER, "%s", "");
  error->row = row;
  struct text_buffer out = {error->text, sizeof error->text};
  rowkey_text_quote(&out, text->at, text->size, SHOWN);
  rowkey_text_printf(&out, " is no %s: it %s (expected ", rowkey_show(type->text).text, fault);
  type->kind->expect(type, &out);
  rowkey_text_printf(&out, ")");
  return ROWKEY_ERROR_NUMBER;
}

static rowkey_status read_numbers(const struct rowkey_column_type *type, const rowkey_values *texts,
                                  size_t rows, uint64_t *numbers, rowkey_error *error) {
  for (size_t row = 0; row < rows; row++) {
    struct typed_text text;
    numbers[row] = 0;
    if (is_null_at(texts, row)) continue;
    if (!find_text(texts, row, &text)) return rowkey_report_span(texts, row, error);
    const char *fault = type->kind->read_number(type, &text, &numbers[row]);
    if (fault != NULL) return report_text(type, &text, row, fault, error);
  }
  return ROWKEY_OK;
}

static rowkey_status read_bytes(const struct rowkey_column_type *type, const rowkey_values *texts,
                                size_t rows, const rowkey_decoded *values, rowkey_error *error) {
  const struct type_kind *kind = type->kind;
  uint8_t *out = values->data;
  size_t used = 0;
  set_end(values, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    struct typed_text text;
    size_t size = kind->width;
    if (is_null_at(texts, row)) {
      if (size > 0) memset(out + used, 0, size);
    } else {
      if (!find_text(texts, row, &text)) return rowkey_report_span(texts, row, error);
      const char *fault = kind->read_bytes(&text, out + used, &size);
      if (fault != NULL) return report_text(type, &text, row, fault, error);
    }
    used += size;
    set_end(values, row + 1, used);
  }
  return ROWKEY_OK;
}

size_t rowkey_column_type_read_bound(const rowkey_column_type *type, const rowkey_values *texts,
                                     size_t rows) {
  const struct type_kind *kind = type->kind;
  if (kind->read_bytes == NULL) return 0;
  return kind->width == 0 ? rowkey_sum_of_lengths(texts, rows) : bound_of(rows, kind->width, 0);
}

rowkey_status rowkey_column_type_read(const rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                                      const rowkey_decoded *values, rowkey_error *error) {
  if (!rowkey_is_given(type, "column type", error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = rowkey_check_bytes(texts, rows, error);
  if (status != ROWKEY_OK) return status;
  if (type->kind->read_number != NULL) {
    status = rowkey_check_number_room(values, rows, error);
    return status != ROWKEY_OK ? status : read_numbers(type, texts, rows, values->data, error);
  }
  status = rowkey_check_byte_room(values, rowkey_column_type_read_bound(type, texts, rows),
                                  type->kind->width == 0, error);
  return status != ROWKEY_OK ? status : read_bytes(type, texts, rows, values, error);
}
