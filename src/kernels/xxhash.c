#include "kernels/xxhash.h"

/* All of xxHash as static functions of this file, which reads memory by memcpy. */
#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 0
#include <xxhash.h>

typedef void fixed_loop(const uint64_t *seeds, const uint8_t *keys, size_t rows, size_t width, size_t stride,
                        uint64_t *values);
typedef void strings_loop(const uint64_t *seeds, const struct rowkey_strings *strings, size_t rows,
                          uint64_t *values);

/* The loops of one function with all of it inside: called for each row, and asked for its seeds there, XXH3
 * takes half as long again for rows of up to 32 bytes. */
#define XXHASH_LOOPS(name, HASH, SEED)                                                                    \
  static __attribute__((flatten, noinline)) void name##_fixed(const uint64_t *seeds, const uint8_t *keys, \
                                                              size_t rows, size_t width, size_t stride,   \
                                                              uint64_t *values) {                         \
    if (rows == 0) return;                                                                                \
    const uint64_t one = seeds[0];                                                                        \
    (void)one;                                                                                            \
    for (size_t row = 0; row < rows; row++) values[row] = HASH(keys + row * stride, width, SEED);         \
  }                                                                                                       \
  static __attribute__((flatten, noinline)) void name##_strings(                                          \
      const uint64_t *seeds, const struct rowkey_strings *strings, size_t rows, uint64_t *values) {       \
    if (rows == 0) return;                                                                                \
    const uint64_t one = seeds[0];                                                                        \
    (void)one;                                                                                            \
    const uint8_t *bytes = strings->bytes;                                                                \
    const uint64_t *begin = strings->begin, *end = strings->end;                                          \
    for (size_t row = 0; row < rows; row++)                                                               \
      values[row] = HASH(bytes + begin[row], (size_t)(end[row] - begin[row]), SEED);                      \
  }
XXHASH_LOOPS(xxh3, XXH3_64bits_withSeed, one)
XXHASH_LOOPS(xxh3_seeds, XXH3_64bits_withSeed, seeds[row])
XXHASH_LOOPS(xxh64, XXH64, one)
XXHASH_LOOPS(xxh64_seeds, XXH64, seeds[row])

void rowkey_xxhash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values) {
  static fixed_loop *const loops[2][2] = {{xxh64_fixed, xxh64_seeds_fixed}, {xxh3_fixed, xxh3_seeds_fixed}};
  loops[hash->function == ROWKEY_XXH3][seeds != NULL](seeds != NULL ? seeds : &hash->seed, keys, rows, width,
                                                      stride, values);
}

void rowkey_xxhash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  static strings_loop *const loops[2][2] = {{xxh64_strings, xxh64_seeds_strings},
                                            {xxh3_strings, xxh3_seeds_strings}};
  loops[hash->function == ROWKEY_XXH3][seeds != NULL](seeds != NULL ? seeds : &hash->seed, strings, rows,
                                                      values);
}
