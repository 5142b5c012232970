/* Hashes of which each message is done alone, because its length decides the steps. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_EACH_H
#define ROWKEY_SIMD_KERNELS_HASH_EACH_H

#include "simd/kernels/hash_rows.h"

/* The drivers of such a hash, `of`(bytes, size), which reads no other byte. The width of keys is the same for
 * all of them: what it decides is predicted. */
#define HASH_EACH_DEFINE(name, of)                                                                         \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {             \
    for (size_t row = 0; row < count; row++)                                                               \
      values[row] = of(rows->bytes + rows->begin[row], rows->end[row] - rows->begin[row]);                 \
    return count;                                                                                          \
  }                                                                                                        \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {               \
    for (size_t row = 0; row < count; row++) values[row] = of(keys->at + row * keys->stride, keys->width); \
    return count;                                                                                          \
  }

#endif
