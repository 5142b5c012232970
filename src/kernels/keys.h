/* Keys of the caller, in any of the forms of struct rowkey_keys. */
#ifndef ROWKEY_SRC_KERNELS_KEYS_H
#define ROWKEY_SRC_KERNELS_KEYS_H

#include <rowkey/keys.h>

#include "kernels/kernel_table.h"

/* Whether the keys can lie where they say: pointers, alignments, offsets that do not decrease, and no
 * reserved member. Reads the offsets, by kernels where that is faster. */
rowkey_status rowkey_check_keys(const struct rowkey_kernels *kernels, const rowkey_keys *keys,
                                rowkey_error *error);

/* Where key i begins, and key i - 1 ends, for i = 0 … rows. */
static inline uint64_t key_limit(const rowkey_keys *keys, size_t i) {
  if (keys->offsets != NULL) return keys->offsets[i];
  return keys->offsets32 != NULL ? keys->offsets32[i] : i * (uint64_t)keys->width;
}

/* limits[i] = the limit first + i less `from`, i = 0 … rows. */
static inline void copy_key_limits(const rowkey_keys *keys, size_t first, size_t rows, uint64_t from,
                                   uint64_t *limits) {
  if (keys->offsets != NULL) {
    for (size_t i = 0; i <= rows; i++) limits[i] = keys->offsets[first + i] - from;
  } else if (keys->offsets32 != NULL) {
    for (size_t i = 0; i <= rows; i++) limits[i] = keys->offsets32[first + i] - from;
  } else {
    for (size_t i = 0; i <= rows; i++) limits[i] = (first + i) * (uint64_t)keys->width - from;
  }
}

#endif
