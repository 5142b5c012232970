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
  if (error != NULL) error->row = row;
  return ROWKEY_ERROR_ARGUMENT;
}

rowkey_status rowkey_check_bytes(const rowkey_values *values, size_t rows, rowkey_error *error) {
  if (values == NULL) return bad_argument(error, "the column is NULL (expected a struct rowkey_values)");
  const rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", error);
  if (status != ROWKEY_OK || rows == 0) return status;
  if (values->data == NULL && values->size > 0) {
    return bad_argument(error, "data is NULL (expected `size` bytes)");
  }
  if (values->begin != NULL || values->end != NULL) {
    if (values->begin == NULL || values->end == NULL) {
      return bad_argument(error, "one of begin and end is NULL (expected both, or neither)");
    }
    return is_aligned_u64(values->begin) && is_aligned_u64(values->end)
               ? ROWKEY_OK
               : bad_argument(error, "begin or end is not aligned (expected an address for a uint64_t)");
  }
  if (values->offsets32 != NULL) {
    return is_aligned_u32(values->offsets32) ? ROWKEY_OK : bad_argument(error, OFFSETS32_NOT_ALIGNED);
  }
  return values->width > 0 || values->size == 0
             ? ROWKEY_OK
             : bad_argument(error, "width is 0 and there are no offsets (expected one of them)");
}

static rowkey_status check_numbers_at(const void *data, size_t rows, rowkey_error *error) {
  if (rows == 0) return ROWKEY_OK;
  if (!values_can_be_at(data, rows, sizeof(uint64_t))) {
    return bad_argument(error, "data is NULL, or cannot hold as many rows (expected a number for each)");
  }
  return is_aligned_u64(data)
             ? ROWKEY_OK
             : bad_argument(error, "data is not aligned (expected an address for a uint64_t)");
}

rowkey_status rowkey_check_numbers(const rowkey_values *values, size_t rows, rowkey_error *error) {
  if (values == NULL) return bad_argument(error, "the column is NULL (expected a struct rowkey_values)");
  const rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", error);
  return status != ROWKEY_OK ? status : check_numbers_at(values->data, rows, error);
}

static rowkey_status check_room(const rowkey_decoded *room, rowkey_error *error) {
  return room == NULL ? bad_argument(error, "the room is NULL (expected a struct rowkey_decoded)")
                      : ROWKEY_CHECK_RESERVED(room, "rowkey_decoded", error);
}

rowkey_status rowkey_check_number_room(const rowkey_decoded *room, size_t rows, rowkey_error *error) {
  const rowkey_status status = check_room(room, error);
  return status != ROWKEY_OK ? status : check_numbers_at(room->data, rows, error);
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
