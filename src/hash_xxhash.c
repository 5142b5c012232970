#include "hash_xxhash.h"

/* All of xxHash as static functions of this file, which reads memory by memcpy. */
#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 0
#include <xxhash.h>

void rowkey_xxhash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values) {
  const bool xxh3 = hash->function == ROWKEY_XXH3;
  for (size_t row = 0; row < rows; row++, keys += stride) {
    const uint64_t seed = seeds != NULL ? seeds[row] : hash->seed;
    values[row] = xxh3 ? XXH3_64bits_withSeed(keys, width, seed) : XXH64(keys, width, seed);
  }
}

void rowkey_xxhash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  const bool xxh3 = hash->function == ROWKEY_XXH3;
  for (size_t row = 0; row < rows; row++) {
    const uint64_t seed = seeds != NULL ? seeds[row] : hash->seed;
    const uint8_t *bytes = strings->bytes + strings->begin[row];
    const size_t size = (size_t)(strings->end[row] - strings->begin[row]);
    values[row] = xxh3 ? XXH3_64bits_withSeed(bytes, size, seed) : XXH64(bytes, size, seed);
  }
}
