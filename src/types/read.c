/* Texts into values, a batch a call. */
#include "base/error.h"
#include "base/strings.h"
#include "types/batch.h"
#include "types/type.h"

rowkey_column rowkey_column_type_column(const rowkey_column_type *type, const char *name) {
  rowkey_column column = ROWKEY_ZERO;
  if (type == NULL) return column;
  column = rowkey_column_of(name, type->kind->physical);
  column.width = type->kind->width;
  column.declared = type;
  if (type->kind->unit != NULL) column.unit = type->kind->unit(type);
  return column;
}

bool rowkey_is_declared(const rowkey_column *column) {
  const rowkey_column own = rowkey_column_type_column(column->declared, column->name);
  const bool is_time = own.unit != ROWKEY_NO_TIME && column->type == ROWKEY_U64;
  return (column->type == own.type || is_time) && column->unit == own.unit && column->width == own.width;
}

bool rowkey_column_type_grows(const rowkey_column_type *type) {
  return type != NULL && type->kind->look_up != NULL && type->uid.grows;
}

const char *rowkey_column_type_text(const rowkey_column_type *type) {
  return type == NULL ? NULL : type->text.at;
}

/* "2024-02-30" is not a valid time(ms): it has ... (expected ...) */
static rowkey_status report_text(const struct rowkey_column_type *type, const rowkey_values *texts,
                                 size_t row, const char *fault, rowkey_error *error) {
  enum { SHOWN = 64 };
  uint64_t begin, end;
  if (!find_span(texts, row, &begin, &end)) return rowkey_report_span(texts, row, error);
  rowkey_error_set(error, ROWKEY_ERROR_NUMBER, "%s", "");
  error->row = row;
  struct text_buffer out = {error->text, sizeof error->text};
  const struct rowkey_strings bytes = strings_at(texts->data, texts->size, NULL, NULL);
  rowkey_text_quote(&out, bytes.bytes + begin, (size_t)(end - begin), SHOWN);
  rowkey_text_printf(&out, " is not a valid %s: it %s (expected ", rowkey_show(type->text).text, fault);
  type->kind->expect(type, &out);
  if (type->kind->suggest != NULL)
    type->kind->suggest(type, bytes.bytes + begin, (size_t)(end - begin), &out);
  rowkey_text_printf(&out, ")");
  return ROWKEY_ERROR_NUMBER;
}

size_t rowkey_column_type_read_bound(const rowkey_column_type *type, const rowkey_values *texts,
                                     size_t rows) {
  if (type == NULL || !rows_can_be(texts, rows)) return SIZE_MAX;
  const struct type_kind *kind = type->kind;
  if (kind->physical != ROWKEY_TEXT) return 0;
  return kind->width == 0 ? rowkey_sum_of_lengths(texts, rows) : bound_of(rows, kind->width, 0);
}

rowkey_status rowkey_column_type_read(const rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                                      const rowkey_decoded *values, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(type, "column type", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct given_column column = {"texts", ROWKEY_NONE, rows, error};
  const struct given_column numbers = {"values", ROWKEY_NONE, rows, error};
  static const uint32_t tags[KEPT_TAGS] = {ROWKEY_KIND_TEXT, ROWKEY_KIND_TEXT, ROWKEY_KIND_TEXT,
                                           ROWKEY_KIND_TEXT};
  rowkey_status status = rowkey_check_bytes(texts, tags, &column);
  if (status != ROWKEY_OK) return status;
  status = type->kind->physical != ROWKEY_TEXT
               ? rowkey_check_number_room(values, type->kind->physical, &numbers)
               : rowkey_check_byte_room(values, rowkey_column_type_read_bound(type, texts, rows),
                                        type->kind->width == 0, &numbers);
  if (status != ROWKEY_OK) return status;
  if (type->kind->look_up != NULL) return type->kind->look_up(type, texts, rows, values->data, error);
  const char *fault;
  const size_t bad = type->kind->read(type, texts, rows, values, &fault);
  if (bad == rows) return ROWKEY_OK;
  if (error == &unused && fault != NULL) return ROWKEY_ERROR_NUMBER; /* nobody reads why */
  return report_text(type, texts, bad, fault, error);
}
