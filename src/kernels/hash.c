/* The list of hash functions, and the public functions for those other than MD5: they check their arguments,
 * then call the kernels in use. */
#include <rowkey/kernels.h>

#include "base/addresses.h"
#include "kernels/arguments.h"
#include "kernels/hashes.h"
#include "kernels/kernel_table.h"

#define ROWKEY_HASH(member, spelling, ...) [ROWKEY_##member] = {.name = #spelling, __VA_ARGS__},
const struct hash_function rowkey_hash_functions[ROWKEY_HASHES] = {
#include "kernels/hashes.def"
};
#undef ROWKEY_HASH

#define ROWKEY_HASH(member, ...) \
  _Static_assert((int)ROWKEY_HASH_INDEX_##member == (int)ROWKEY_##member, "the enum has another order");
#include "kernels/hashes.def"
#undef ROWKEY_HASH

const struct hash_function rowkey_md5_function = {.name = "md5", .result = HASH_DIGEST, .size = 16};

const char *const rowkey_tail_names[] = {"unsigned", "signed", "words"};

/* The function is known and has the tail. Enumerations may hold any number. */
static bool check_hash(const rowkey_hash *hash, rowkey_error *error) {
  if (!rowkey_is_given(hash, "hash", error)) return false;
  if ((unsigned)hash->function >= ROWKEY_HASHES) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "hash: there is no function %d (expected 0 to %d)",
                     (int)hash->function, ROWKEY_HASHES - 1);
    return false;
  }
  if ((unsigned)hash->tail > (unsigned)hash_function_of(hash)->last_tail) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "hash: %s has no tail %d (expected at most %d)",
                     hash_function_of(hash)->name, (int)hash->tail, (int)hash_function_of(hash)->last_tail);
    return false;
  }
  return true;
}

static bool check_values(const rowkey_hash *hash, const uint64_t *values, size_t rows, rowkey_error *error) {
  return rowkey_check_values("values", values, rows, values_per_row(hash) * sizeof *values, error);
}

static rowkey_status status_of(const rowkey_hash *hash, size_t bad, size_t rows, rowkey_error *error) {
  if (bad == rows) return ROWKEY_OK;
  return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, bad, "%s: the text is not UTF-8",
                             hash_function_of(hash)->name);
}

rowkey_status rowkey_hash_fixed(const rowkey_hash *hash, const void *keys, size_t rows, size_t width,
                                size_t stride, uint64_t *values, rowkey_error *error) {
  if (!check_hash(hash, error) || !rowkey_check_stride(width, stride, error) ||
      !rowkey_check_rows("keys", keys, rows, width, stride, error) ||
      !check_values(hash, values, rows, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_kernels *kernels = rowkey_kernels_for(rowkey_kernels_selected(), rows);
  const size_t distance = distance_of(rows, width, stride);
  return status_of(hash, kernels->hash_fixed(hash, NULL, keys, rows, width, distance, values), rows, error);
}

rowkey_status rowkey_hash_strings(const rowkey_hash *hash, const void *bytes, size_t size,
                                  const uint64_t *begin, const uint64_t *end, size_t rows, uint64_t *values,
                                  rowkey_error *error) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!check_hash(hash, error) || !rowkey_check_strings(&strings, rows, error) ||
      !check_values(hash, values, rows, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_kernels *kernels = rowkey_kernels_for(rowkey_kernels_selected(), rows);
  return status_of(hash, kernels->hash_strings(hash, NULL, &strings, rows, values), rows, error);
}
