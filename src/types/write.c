/* Values as text, a batch a call. */
#include <inttypes.h>

#include "error.h"
#include "types/batch.h"
#include "types/type.h"

/* 7 is no value of enum(a, b, c): it ... */
static rowkey_status report_number(const struct rowkey_column_type *type, uint64_t number, size_t row,
                                   const char *fault, rowkey_error *error) {
  const struct shown shown = rowkey_show(type->text);
  if (type->kind->physical == ROWKEY_I64) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRId64 " is no value of %s: it %s", (int64_t)number,
                     shown.text, fault);
  } else {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRIu64 " is no value of %s: it %s", number, shown.text,
                     fault);
  }
  if (error != NULL) error->row = row;
  return ROWKEY_ERROR_RANGE;
}

static rowkey_status write_numbers(const struct rowkey_column_type *type, const rowkey_values *values,
                                   size_t rows, const rowkey_decoded *texts, rowkey_error *error) {
  const uint64_t *numbers = values->data;
  char *out = texts->data;
  size_t used = 0;
  set_end(texts, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    if (!is_null_at(values, row)) {
      size_t size = 0;
      const char *fault = type->kind->write_number(type, numbers[row], out + used, &size);
      if (fault != NULL) return report_number(type, numbers[row], row, fault, error);
      used += size;
    }
    set_end(texts, row + 1, used);
  }
  return ROWKEY_OK;
}

static rowkey_status report_length(const struct rowkey_column_type *type, uint64_t length, size_t row,
                                   rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRIu64 " bytes are no %s (expected %" PRIu32 ")", length,
                   type->kind->name, type->kind->width);
  if (error != NULL) error->row = row;
  return ROWKEY_ERROR_RANGE;
}

static rowkey_status write_bytes(const struct rowkey_column_type *type, const rowkey_values *values,
                                 size_t rows, const rowkey_decoded *texts, rowkey_error *error) {
  const struct type_kind *kind = type->kind;
  char *out = texts->data;
  size_t used = 0;
  set_end(texts, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin, end;
    if (!is_null_at(values, row)) {
      size_t size = 0;
      if (!find_span(values, row, &begin, &end)) return rowkey_report_span(values, row, error);
      if (kind->width > 0 && end - begin != kind->width) return report_length(type, end - begin, row, error);
      if (end > begin) {
        kind->write_bytes((const uint8_t *)values->data + begin, (size_t)(end - begin), out + used, &size);
      }
      used += size;
    }
    set_end(texts, row + 1, used);
  }
  return ROWKEY_OK;
}

size_t rowkey_column_type_write_bound(const rowkey_column_type *type, const rowkey_values *values,
                                      size_t rows) {
  if (type->text_bound > 0) return bound_of(rows, type->text_bound, 0);
  return bound_of(2, rowkey_sum_of_lengths(values, rows), bound_of(2, rows, 0));
}

rowkey_status rowkey_column_type_write(const rowkey_column_type *type, const rowkey_values *values,
                                       size_t rows, const rowkey_decoded *texts, rowkey_error *error) {
  if (!rowkey_is_given(type, "column type", error)) return ROWKEY_ERROR_ARGUMENT;
  const bool numbers = type->kind->write_number != NULL;
  rowkey_status status = (numbers ? rowkey_check_numbers : rowkey_check_bytes)(values, rows, error);
  if (status != ROWKEY_OK) return status;
  status = rowkey_check_byte_room(texts, rowkey_column_type_write_bound(type, values, rows), true, error);
  if (status != ROWKEY_OK) return status;
  return (numbers ? write_numbers : write_bytes)(type, values, rows, texts, error);
}
