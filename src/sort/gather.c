/* Keys copied in the order of a list of rows. */
#include <inttypes.h>
#include <rowkey/sort.h>
#include <string.h>

#include "base/addresses.h"
#include "base/error.h"
#include "kernels/kernel_table.h"
#include "sort/key_bytes.h"

/* Keys that are asked for before they are copied: rows come in any order, and most lie in no cache. */
enum { AHEAD = 16 };

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

static rowkey_status check_buffer(const rowkey_keys *keys, const rowkey_key_buffer *sorted, size_t rows,
                                  rowkey_error *error) {
  if (sorted == NULL) return bad_argument(error, "sorted is NULL (expected a struct rowkey_key_buffer)");
  const rowkey_status status = ROWKEY_CHECK_RESERVED(sorted, "rowkey_key_buffer", error);
  if (status != ROWKEY_OK) return status;
  if (sorted->nulls != NULL)
    return bad_argument(error, "nulls is given (expected NULL: sorted keys have no nulls)");
  const bool wide = sorted->offsets != NULL, narrow = sorted->offsets32 != NULL;
  if (wide && narrow)
    return bad_argument(error, "offsets and offsets32 are both given (expected one of them)");
  if (!wide && !narrow && (keys->offsets != NULL || keys->offsets32 != NULL))
    return bad_argument(
        error, "offsets is NULL, but keys may differ in length (expected room for rows + 1 numbers)");
  if (!is_aligned_u64(sorted->offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(sorted->offsets32)) return bad_argument(error, OFFSETS32_NOT_ALIGNED);
  if (wide && !offsets_can_be(rows, sizeof *sorted->offsets))
    return rowkey_error_numbers("offsets", sorted->offsets, rows, error);
  if (narrow && !offsets_can_be(rows, sizeof *sorted->offsets32))
    return rowkey_error_numbers("offsets32", sorted->offsets32, rows, error);
  return ROWKEY_OK;
}

/* *total = the bytes of the keys, UINT64_MAX if they are more than it can count. */
static rowkey_status count_bytes(const struct sort_keys *keys, const uint64_t *order, size_t rows,
                                 uint64_t *total, rowkey_error *error) {
  const size_t there = keys->keys.rows;
  *total = 0;
  for (size_t i = 0; i < rows; i++) {
    if (order[i] >= there) {
      rowkey_error_set(error, ROWKEY_ERROR_RANGE, "order[%zu] is %" PRIu64 " (expected a row of %zu keys)", i,
                       order[i], there);
      if (error != NULL) error->row = i;
      return ROWKEY_ERROR_RANGE;
    }
    size_t size;
    key_at(keys, order[i], &size);
    if (__builtin_add_overflow(*total, size, total)) *total = UINT64_MAX;
  }
  return ROWKEY_OK;
}

static rowkey_status check_room(const rowkey_key_buffer *sorted, uint64_t total, rowkey_error *error) {
  if (total > sorted->capacity || total > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64 " bytes and there is room for %zu", total,
                            sorted->capacity);
  if (sorted->offsets32 != NULL && total > UINT32_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64
                            " bytes, which offsets32 cannot count (expected fewer rows, or offsets)",
                            total);
  if (sorted->data == NULL && total != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "data is NULL (expected room for %" PRIu64 " bytes of keys)", total);
  return ROWKEY_OK;
}

/* Most keys are too short for a call of memcpy to pay. */
static inline void copy_key(uint8_t *to, const uint8_t *from, size_t size) {
  enum { PIECE = 16 };
  if (size < PIECE) {
    for (size_t i = 0; i < size; i++) to[i] = from[i];
    return;
  }
  for (size_t i = 0; i + PIECE < size; i += PIECE) memcpy(to + i, from + i, PIECE);
  memcpy(to + size - PIECE, from + size - PIECE, PIECE);
}

static void set_offset(const rowkey_key_buffer *sorted, size_t i, size_t offset) {
  if (sorted->offsets != NULL) sorted->offsets[i] = offset;
  if (sorted->offsets32 != NULL) sorted->offsets32[i] = (uint32_t)offset;
}

rowkey_status rowkey_gather(const rowkey_keys *keys, const uint64_t *order, size_t rows,
                            const rowkey_key_buffer *sorted, rowkey_error *error) {
  rowkey_status status = rowkey_check_keys(rowkey_kernels_selected(), keys, error);
  if (status != ROWKEY_OK) return status;
  status = check_buffer(keys, sorted, rows, error);
  if (status != ROWKEY_OK) return status;
  if (!values_can_be_at(order, rows, sizeof *order)) return rowkey_error_numbers("order", order, rows, error);
  if (!is_aligned_u64(order))
    return bad_argument(error, "order is not aligned (expected an address for a uint64_t)");
  const struct sort_keys from = sort_keys_of(keys);
  uint64_t total;
  status = count_bytes(&from, order, rows, &total, error);
  if (status == ROWKEY_OK) status = check_room(sorted, total, error);
  if (status != ROWKEY_OK) return status;
  uint8_t *to = sorted->data;
  size_t offset = 0;
  set_offset(sorted, 0, 0);
  for (size_t i = 0; i < rows; i++) {
    size_t size;
    if (i + AHEAD < rows) __builtin_prefetch(key_at(&from, order[i + AHEAD], &size));
    const uint8_t *key = key_at(&from, order[i], &size);
    if (size > 0) copy_key(to + offset, key, size);
    offset += size;
    set_offset(sorted, i + 1, offset);
  }
  return ROWKEY_OK;
}
