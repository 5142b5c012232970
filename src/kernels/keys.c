/* The checks that all readers of keys share. */
#include "kernels/keys.h"

#include <inttypes.h>

#include "base/addresses.h"
#include "base/error.h"
#include "base/strings.h"
#include "kernels/kernel_table.h"

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

/* The first key that ends before it begins, or beyond any memory; `rows` when there is none. */
static size_t find_bad_limit(const struct rowkey_kernels *kernels, const rowkey_keys *keys) {
  if (keys->offsets != NULL) {
    const struct rowkey_strings strings = {keys->data, PTRDIFF_MAX, keys->offsets, keys->offsets + 1};
    uint64_t total;
    return kernels->check_strings(&strings, keys->rows, &total);
  }
  /* A loop without branches, for the compiler to vectorize, where all is well. */
  const uint32_t *offsets = keys->offsets32;
  uint32_t falls = 0;
  for (size_t i = 0; i < keys->rows; i++) falls |= offsets[i] > offsets[i + 1];
  if (falls == 0 && key_limit(keys, keys->rows) <= PTRDIFF_MAX) return keys->rows;
  size_t row = 0;
  while (offsets[row] <= offsets[row + 1] && key_limit(keys, row + 1) <= PTRDIFF_MAX) row++;
  return row;
}

static rowkey_status check_offsets(const struct rowkey_kernels *kernels, const rowkey_keys *keys,
                                   rowkey_error *error) {
  if (keys->offsets != NULL && keys->offsets32 != NULL)
    return bad_argument(error, "offsets and offsets32 are both given (expected one of them)");
  const bool wide = keys->offsets != NULL;
  if (!offsets_can_be(keys->rows, wide ? sizeof *keys->offsets : sizeof *keys->offsets32))
    return rowkey_error_numbers(wide ? "offsets" : "offsets32", keys, keys->rows, error);
  if (!is_aligned_u64(keys->offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(keys->offsets32)) return bad_argument(error, OFFSETS32_NOT_ALIGNED);
  const size_t bad = find_bad_limit(kernels, keys);
  if (bad == keys->rows) return ROWKEY_OK;
  const uint64_t begin = key_limit(keys, bad), end = key_limit(keys, bad + 1);
  if (begin <= end)
    bad_argument(error, "the keys are larger than any memory (expected offsets of their bytes)");
  else
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the key begins at byte %" PRIu64 " and ends at byte %" PRIu64
                     " (expected offsets that do not decrease)",
                     begin, end);
  if (error != NULL) error->row = bad;
  return ROWKEY_ERROR_ARGUMENT;
}

rowkey_status rowkey_check_keys(const struct rowkey_kernels *kernels, const rowkey_keys *keys,
                                rowkey_error *error) {
  if (keys == NULL) return bad_argument(error, "keys is NULL (expected a struct rowkey_keys)");
  rowkey_status status = ROWKEY_CHECK_RESERVED(keys, "rowkey_keys", error);
  if (status != ROWKEY_OK || keys->rows == 0) return status;
  size_t size;
  if (keys->offsets != NULL || keys->offsets32 != NULL) {
    status = check_offsets(kernels, keys, error);
    if (status != ROWKEY_OK) return status;
  } else if (__builtin_mul_overflow(keys->rows, keys->width, &size) || size > PTRDIFF_MAX) {
    return bad_argument(error, "the keys are larger than any memory (expected `rows` of `width` bytes)");
  }
  if (keys->data != NULL) return ROWKEY_OK;
  const uint64_t expected = key_limit(keys, keys->rows) - key_limit(keys, 0);
  if (expected == 0) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "data is NULL (expected keys of %" PRIu64 " bytes)",
                          expected);
}
