#include "types/batch.h"

#include <inttypes.h>

#include "arguments.h"
#include "error.h"

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

size_t rowkey_sum_of_lengths(const rowkey_values *values, size_t rows) {
  size_t sum = 0;
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

static rowkey_status check_column(const rowkey_values *values, rowkey_error *error) {
  return values == NULL ? bad_argument(error, "the column is NULL (expected a struct rowkey_values)")
                        : ROWKEY_CHECK_RESERVED(values, "rowkey_values", error);
}

rowkey_status rowkey_check_bytes(const rowkey_values *values, const struct given_column *column) {
  const rowkey_status status = check_column(values, column->error);
  return status != ROWKEY_OK || column->rows == 0 ? status : rowkey_check_given_text(column, values);
}

static rowkey_status check_numbers_at(const void *data, const struct given_column *column) {
  return column->rows == 0 ? ROWKEY_OK : rowkey_check_given_u64(column, "data", data);
}

rowkey_status rowkey_check_numbers(const rowkey_values *values, const struct given_column *column) {
  const rowkey_status status = check_column(values, column->error);
  return status != ROWKEY_OK ? status : check_numbers_at(values->data, column);
}

static rowkey_status check_room(const rowkey_decoded *room, rowkey_error *error) {
  return room == NULL ? bad_argument(error, "the room is NULL (expected a struct rowkey_decoded)")
                      : ROWKEY_CHECK_RESERVED(room, "rowkey_decoded", error);
}

rowkey_status rowkey_check_number_room(const rowkey_decoded *room, const struct given_column *column) {
  const rowkey_status status = check_room(room, column->error);
  return status != ROWKEY_OK ? status : check_numbers_at(room->data, column);
}

rowkey_status rowkey_check_byte_room(const rowkey_decoded *room, size_t bound, bool needs_offsets,
                                     rowkey_error *error) {
  const rowkey_status status = check_room(room, error);
  if (status != ROWKEY_OK) return status;
  if (needs_offsets && room->offsets == NULL && room->offsets32 == NULL) {
    return bad_argument(error, "offsets and offsets32 are NULL (expected one of them)");
  }
  if (!is_aligned_u64(room->offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(room->offsets32)) return bad_argument(error, OFFSETS32_NOT_ALIGNED);
  if (room->capacity < bound) {
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE, "there is room for %zu bytes (expected %zu)",
                            room->capacity, bound);
  }
  if (room->offsets32 != NULL && bound > UINT32_MAX) {
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "offsets32 cannot count %zu bytes (expected offsets, or fewer rows)", bound);
  }
  return bound > 0 && room->data == NULL ? bad_argument(error, "data is NULL (expected `capacity` bytes)")
                                         : ROWKEY_OK;
}
