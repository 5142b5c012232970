/* The list of hash functions, and the public functions for those other than MD5: they check their arguments,
 * then call the kernels in use. */
#include <rowkey/kernels.h>

#include "arguments.h"
#include "hashes.h"
#include "kernel_table.h"

#define ROWKEY_HASH(member, spelling, ...) [ROWKEY_##member] = {.name = #spelling, __VA_ARGS__},
const struct hash_function rowkey_hash_functions[ROWKEY_HASHES] = {
#include "hashes.def"
};
#undef ROWKEY_HASH

#define ROWKEY_HASH(member, ...) \
  _Static_assert((int)ROWKEY_HASH_INDEX_##member == (int)ROWKEY_##member, "the enum has another order");
#include "hashes.def"
#undef ROWKEY_HASH

const struct hash_function rowkey_md5_function = {.name = "md5", .result = HASH_DIGEST};

const char *const rowkey_tail_names[] = {"unsigned", "signed", "words"};

/* The function is known and has the tail. Enumerations may hold any number. */
static bool hash_is_valid(const rowkey_hash *hash) {
  return hash != NULL && (unsigned)hash->function < ROWKEY_HASHES &&
         (unsigned)hash->tail <= (unsigned)hash_function_of(hash)->last_tail;
}

static bool values_fit(const rowkey_hash *hash, const uint64_t *values, size_t rows) {
  return values_can_be_at(values, rows, values_per_row(hash) * sizeof *values);
}

static rowkey_status status_of(size_t bad, size_t rows, size_t *bad_row) {
  if (bad == rows) return ROWKEY_OK;
  if (bad_row != NULL) *bad_row = bad;
  return ROWKEY_ERROR_RANGE;
}

rowkey_status rowkey_hash_fixed(const rowkey_hash *hash, const void *keys, size_t rows, size_t width,
                                size_t stride, uint64_t *values, size_t *bad_row) {
  if (!hash_is_valid(hash) || stride < width || !rows_can_be_at(keys, rows, width, stride) ||
      !values_fit(hash, values, rows)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_kernels *kernels = rowkey_kernels_for(rowkey_kernels_selected(), rows);
  const size_t distance = distance_of(rows, width, stride);
  return status_of(kernels->hash_fixed(hash, NULL, keys, rows, width, distance, values), rows, bad_row);
}

rowkey_status rowkey_hash_strings(const rowkey_hash *hash, const void *bytes, size_t size,
                                  const uint64_t *begin, const uint64_t *end, size_t rows, uint64_t *values,
                                  size_t *bad_row) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!hash_is_valid(hash) || !rowkey_strings_valid(&strings, rows) || !values_fit(hash, values, rows)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_kernels *kernels = rowkey_kernels_for(rowkey_kernels_selected(), rows);
  return status_of(kernels->hash_strings(hash, NULL, &strings, rows, values), rows, bad_row);
}
