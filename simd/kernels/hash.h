/* Which driver hashes what. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_H
#define ROWKEY_SIMD_KERNELS_HASH_H

#include "simd/kernels/hash32_rows.h"
#include "simd/kernels/hash64_rows.h"
#include "simd/kernels/hash_crc32c.h"
#include "simd/kernels/hash_order.h"
#ifdef V_HASH_XXH64
#include "simd/kernels/hash_xxh64.h"
#endif

struct hash_drivers {
  hash_fixed_driver *fixed; /* NULL: by xxHash */
  hash_strings_driver *strings;
  size_t results; /* values of a row */
  size_t group;   /* rows that are hashed together */
};

static struct hash_drivers hash_drivers(const rowkey_hash *hash) {
  const bool words = hash->tail == ROWKEY_TAIL_WORDS, is_signed = hash->tail == ROWKEY_TAIL_SIGNED;
  switch (hash->function) {
    case ROWKEY_JAVA_HASH:
      return (struct hash_drivers){hash_java_fixed, hash_java_strings, 1, V32_LANES};
    case ROWKEY_H31:
      return (struct hash_drivers){hash_h31_fixed, hash_h31_strings, 1, V32_LANES};
    case ROWKEY_MURMUR2:
      return (struct hash_drivers){hash_murmur2_fixed, hash_murmur2_strings, 1, V32_LANES};
    case ROWKEY_MURMUR3_32:
      if (words)
        return (struct hash_drivers){hash_murmur3_32_words_fixed, hash_murmur3_32_words_strings, 1,
                                     V32_LANES};
      if (is_signed)
        return (struct hash_drivers){hash_murmur3_32_signed_fixed, hash_murmur3_32_signed_strings, 1,
                                     V32_LANES};
      return (struct hash_drivers){hash_murmur3_32_fixed, hash_murmur3_32_strings, 1, V32_LANES};
    case ROWKEY_MURMUR3_128:
      if (is_signed)
        return (struct hash_drivers){hash_murmur3_128_signed_fixed, hash_murmur3_128_signed_strings, 2,
                                     V64_LANES};
      return (struct hash_drivers){hash_murmur3_128_fixed, hash_murmur3_128_strings, 2, V64_LANES};
    case ROWKEY_CRC32C:
      return (struct hash_drivers){hash_crc32c_fixed, hash_crc32c_strings, 1, 1};
    case ROWKEY_SIPHASH24:
      return (struct hash_drivers){hash_siphash24_fixed, hash_siphash24_strings, 1, V64_LANES};
    case ROWKEY_XXH64:
#ifdef V_HASH_XXH64
      return (struct hash_drivers){hash_xxh64_fixed, hash_xxh64_strings, 1, 1};
#endif
    case ROWKEY_XXH3:
      break;
  }
  return (struct hash_drivers){NULL, NULL, 1, 1};
}

static size_t hash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  const struct hash_drivers drivers = hash_drivers(hash);
  if (drivers.strings == NULL) {
    rowkey_xxhash_strings(hash, seeds, strings, rows, values);
    return rows;
  }
  const struct hash_rows batch = {hash, seeds, strings->bytes, strings->size, strings->begin, strings->end};
  return hash_parts(drivers.strings, drivers.results, drivers.group, &batch, rows, values);
}

static size_t hash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values) {
  const struct hash_drivers drivers = hash_drivers(hash);
  if (drivers.fixed == NULL) {
    rowkey_xxhash_fixed(hash, seeds, keys, rows, width, stride, values);
    return rows;
  }
  for (size_t row = 0; row < rows;) {
    const uint64_t *own_seeds = seeds == NULL ? NULL : seeds + row;
    const struct hash_keys batch = {hash, own_seeds, keys + row * stride, width, stride};
    const size_t done = drivers.fixed(&batch, rows - row, values + row * drivers.results);
    row += done;
    /* What it left, or the start of it, as strings. */
    enum { PART = V32_LANES + 16 };
    uint64_t begin[PART], end[PART];
    const size_t part = rows - row < PART ? rows - row : PART;
    for (size_t i = 0; i < part; i++) {
      begin[i] = i * stride;
      end[i] = begin[i] + width;
    }
    const struct hash_rows strings = {hash,
                                      own_seeds == NULL ? NULL : own_seeds + done,
                                      keys + row * stride,
                                      (rows - row - 1) * stride + width,
                                      begin,
                                      end};
    const size_t good = drivers.strings(&strings, part, values + row * drivers.results);
    row += good;
    if (good < part) return row;
  }
  return rows;
}

#endif
