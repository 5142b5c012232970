/* Values as text, a batch a call. */
#include <inttypes.h>

#include "base/error.h"
#include "types/batch.h"
#include "types/type.h"

/* 7 is not a value of enum(a, b, c): it ... */
static rowkey_status report_number(const struct rowkey_column_type *type, uint64_t number, size_t row,
                                   const char *fault, rowkey_error *error) {
  const struct shown shown = rowkey_show(type->text);
  if (type->kind->physical == ROWKEY_I64) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRId64 " is not a value of %s: it %s", (int64_t)number,
                     shown.text, fault);
  } else {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRIu64 " is not a value of %s: it %s", number, shown.text,
                     fault);
  }
  error->row = row;
  return ROWKEY_ERROR_RANGE;
}

static rowkey_status report_bytes(const struct rowkey_column_type *type, const rowkey_values *values,
                                  size_t row, rowkey_error *error) {
  uint64_t begin, end;
  if (!find_span(values, row, &begin, &end)) return rowkey_report_span(values, row, error);
  rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRIu64 " bytes are not a valid %s (expected %" PRIu32 ")",
                   end - begin, type->kind->name, type->kind->width);
  error->row = row;
  return ROWKEY_ERROR_RANGE;
}

size_t rowkey_column_type_write_bound(const rowkey_column_type *type, const rowkey_values *values,
                                      size_t rows) {
  if (type == NULL || !rows_can_be(values, rows)) return SIZE_MAX;
  if (type->kind->names_bound != NULL) return type->kind->names_bound(type, values, rows);
  if (type->text_bound > 0) return bound_of(rows, type->text_bound, 0);
  return bound_of(2, rowkey_sum_of_lengths(values, rows), bound_of(2, rows, 0));
}

rowkey_status rowkey_column_type_write(const rowkey_column_type *type, const rowkey_values *values,
                                       size_t rows, const rowkey_decoded *texts, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(type, "column type", error)) return ROWKEY_ERROR_ARGUMENT;
  const bool numbers = type->kind->physical != ROWKEY_TEXT;
  const struct given_column column = {"values", ROWKEY_NONE, rows, error};
  const struct given_column room = {"texts", ROWKEY_NONE, rows, error};
  const rowkey_column keeping = rowkey_column_type_column(type, column.name);
  uint32_t tags[KEPT_TAGS];
  rowkey_find_kept_tags(&keeping, tags);
  rowkey_status status = (numbers ? rowkey_check_numbers : rowkey_check_bytes)(values, tags, &column);
  if (status != ROWKEY_OK) return status;
  status = rowkey_check_byte_room(texts, rowkey_column_type_write_bound(type, values, rows), true, &room);
  if (status != ROWKEY_OK) return status;
  if (type->kind->write_names != NULL) return type->kind->write_names(type, values, rows, texts, error);
  const char *fault;
  const size_t bad = type->kind->write(type, values, rows, texts, &fault);
  if (bad == rows) return ROWKEY_OK;
  return numbers ? report_number(type, ((const uint64_t *)values->data)[bad], bad, fault, error)
                 : report_bytes(type, values, bad, error);
}

bool rowkey_type_has_number(struct arena *arena, const rowkey_column_type *type, uint64_t number) {
  if (type->kind->write == NULL) return true; /* of a dictionary, which may yet give it to a name */
  const rowkey_values values = rowkey_kept_numbers(type->kind->physical, &number, 1);
  uint64_t offsets[2];
  const size_t capacity = rowkey_column_type_write_bound(type, &values, 1);
  uint8_t *text = rowkey_arena_allocate(arena, capacity);
  const rowkey_decoded room = rowkey_decoded_text(text, capacity, offsets, 1);
  const char *fault;
  return text == NULL || type->kind->write(type, &values, 1, &room, &fault) == 1;
}
