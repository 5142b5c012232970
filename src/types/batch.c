#include "types/batch.h"

#include <inttypes.h>

#include "base/error.h"

size_t rowkey_sum_of_lengths(const rowkey_values *values, size_t rows) {
  size_t sum = 0;
  if (rows == 0) return 0;
  if (values->begin == NULL && values->offsets32 == NULL) { /* texts of one width lie within, up to a row */
    const size_t most = values->width == 0 ? 0 : values->size / values->width;
    if (rows > most) rows = most;
  }
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin, end;
    if (is_null_at(values, row) || !find_span(values, row, &begin, &end)) continue;
    if (__builtin_add_overflow(sum, (size_t)(end - begin), &sum)) return SIZE_MAX;
  }
  return sum;
}

rowkey_status rowkey_report_span(const rowkey_values *values, size_t row, rowkey_error *error) {
  uint64_t begin, end;
  find_span(values, row, &begin, &end);
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                   "the bytes %" PRIu64 " to %" PRIu64 " do not lie within the %zu of the column", begin, end,
                   values->size);
  error->row = row;
  return ROWKEY_ERROR_ARGUMENT;
}

static rowkey_status check_column(const rowkey_values *values, const uint32_t tags[KEPT_TAGS],
                                  const struct given_column *column) {
  if (values == NULL)
    return rowkey_error_set(column->error, ROWKEY_ERROR_ARGUMENT,
                            "%s is NULL (expected a struct rowkey_values)", column->name);
  rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", column->error);
  if (status == ROWKEY_OK) status = rowkey_check_kept(column, tags, values);
  return status != ROWKEY_OK ? status : rowkey_check_given_nulls(column, values);
}

rowkey_status rowkey_check_bytes(const rowkey_values *values, const uint32_t tags[KEPT_TAGS],
                                 const struct given_column *column) {
  const rowkey_status status = check_column(values, tags, column);
  return status != ROWKEY_OK || column->rows == 0 ? status : rowkey_check_given_text(column, values);
}

static rowkey_status check_numbers_at(const void *data, const struct given_column *column) {
  return column->rows == 0 ? ROWKEY_OK : rowkey_check_given_u64(column, "data", data);
}

rowkey_status rowkey_check_numbers(const rowkey_values *values, const uint32_t tags[KEPT_TAGS],
                                   const struct given_column *column) {
  const rowkey_status status = check_column(values, tags, column);
  return status != ROWKEY_OK ? status : check_numbers_at(values->data, column);
}

static rowkey_status check_room(const rowkey_decoded *room, rowkey_type type, bool needs_offsets,
                                const struct given_column *column) {
  return room == NULL ? rowkey_error_set(column->error, ROWKEY_ERROR_ARGUMENT,
                                         "%s is NULL (expected a struct rowkey_decoded)", column->name)
                      : rowkey_check_given_room(column, type, needs_offsets, room);
}

rowkey_status rowkey_check_number_room(const rowkey_decoded *room, rowkey_type type,
                                       const struct given_column *column) {
  const rowkey_status status = check_room(room, type, false, column);
  return status != ROWKEY_OK ? status : check_numbers_at(room->data, column);
}

rowkey_status rowkey_check_byte_room(const rowkey_decoded *room, size_t bound, bool needs_offsets,
                                     const struct given_column *column) {
  const rowkey_status status = check_room(room, ROWKEY_TEXT, needs_offsets, column);
  if (status != ROWKEY_OK) return status;
  if (room->capacity < bound)
    return rowkey_given_error(column, ROWKEY_ERROR_SPACE, "there is room for %zu bytes (expected %zu)",
                              room->capacity, bound);
  if (room->offsets32 != NULL && bound > UINT32_MAX)
    return rowkey_given_error(column, ROWKEY_ERROR_SPACE,
                              "offsets32 cannot count %zu bytes (expected offsets, or fewer rows)", bound);
  return bound > 0 && room->data == NULL
             ? rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, "data is NULL (expected `capacity` bytes)")
             : ROWKEY_OK;
}
