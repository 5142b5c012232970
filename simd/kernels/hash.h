/* Which driver hashes what: by the list in hashes.def. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_H
#define ROWKEY_SIMD_KERNELS_HASH_H

#include "kernels/hashes.h"
#include "simd/kernels/hash_city.h"
#include "simd/kernels/hash_crc16.h"
#include "simd/kernels/hash_crc32.h"
#include "simd/kernels/hash_crc32c.h"
#include "simd/kernels/hash_fnv1a_32.h"
#include "simd/kernels/hash_fnv1a_64.h"
#include "simd/kernels/hash_java.h"
#include "simd/kernels/hash_jenkins_64.h"
#include "simd/kernels/hash_lookup3.h"
#include "simd/kernels/hash_murmur2.h"
#include "simd/kernels/hash_murmur2_64.h"
#include "simd/kernels/hash_murmur3_128.h"
#include "simd/kernels/hash_murmur3_32.h"
#include "simd/kernels/hash_order.h"
#include "simd/kernels/hash_sha1.h"
#include "simd/kernels/hash_sha256.h"
#include "simd/kernels/hash_siphash24.h"
#include "simd/kernels/hash_xxh32.h"
#include "simd/kernels/hash_xxhash.h"

static const struct hash_drivers *hash_drivers(const rowkey_hash *hash) {
#define ROWKEY_HASH(member, name, ...) [ROWKEY_##member] = hash_##name,
  static const struct hash_drivers *const drivers[] = {
#include "kernels/hashes.def"
  };
#undef ROWKEY_HASH
  return &drivers[hash->function][hash->tail];
}

static size_t hash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  const struct hash_drivers *drivers = hash_drivers(hash);
  const struct hash_rows batch = {hash,           seeds,        strings->bytes, strings->size,
                                  strings->begin, strings->end, {.readable = 0}};
  return hash_parts(drivers, values_per_row(hash), &batch, rows, values);
}

/* Short keys, at most a group of them, from a copy of a group with room behind it: less than a group, and
 * keys near the end of what may be read. Returns how many that were: none where a driver leaves them. */
static size_t hash_few_keys(const struct hash_drivers *drivers, const struct hash_keys *keys, size_t count,
                            uint64_t *values) {
  enum { LONGEST = 2 * KEY_UNIT };
  const size_t group = drivers->group, part = count < group ? count : group, width = keys->width;
  if (drivers->fixed == NULL || group == 1 || width > LONGEST) return 0;
  if (count >= group + KEY_UNIT) return 0; /* those are text that is not ASCII */
  uint8_t copy[(V32_LANES + 1) * LONGEST];
  uint64_t seeds[V32_LANES], of_group[MOST_HASH_VALUES * V32_LANES];
  /* One key more than a group, as the last one's unit may reach into it. */
  const size_t stride = width <= 8 ? 8 : width <= KEY_UNIT ? KEY_UNIT : LONGEST;
  memset(copy, 0, (group + 1) * stride);
  for (size_t i = 0; i < group; i++) {
    if (i < part) memcpy(copy + i * stride, keys->at + i * keys->stride, width);
    if (keys->seeds != NULL) seeds[i] = keys->seeds[i < part ? i : 0];
  }
  const struct hash_keys few = {keys->hash, keys->seeds == NULL ? NULL : seeds, copy, width, stride};
  if (drivers->fixed(&few, group + 1, of_group) < group) return 0;
  memcpy(values, of_group, part * values_per_row(keys->hash) * sizeof *values);
  return part;
}

static struct hash_keys hash_keys_from(const struct hash_keys *keys, size_t first) {
  struct hash_keys part = *keys;
  part.at += first * keys->stride;
  if (part.seeds != NULL) part.seeds += first;
  return part;
}

static size_t hash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values) {
  const struct hash_drivers *drivers = hash_drivers(hash);
  const size_t results = values_per_row(hash);
  const struct hash_keys all = {hash, seeds, keys, width, stride};
  for (size_t row = 0; row < rows;) {
    struct hash_keys left = hash_keys_from(&all, row);
    if (drivers->fixed != NULL) row += drivers->fixed(&left, rows - row, values + row * results);
    if (row == rows) break;
    left = hash_keys_from(&all, row);
    const size_t few = hash_few_keys(drivers, &left, rows - row, values + row * results);
    row += few;
    if (few > 0) continue;
    /* Hashes what that left, or the first rows of it, as strings. */
    enum { PART = V32_LANES + 16 };
    uint64_t begin[PART], end[PART];
    const size_t part = rows - row < PART ? rows - row : PART;
    for (size_t i = 0; i < part; i++) {
      begin[i] = i * stride;
      end[i] = begin[i] + width;
    }
    const struct hash_rows strings = {hash,  left.seeds, left.at,        (rows - row - 1) * stride + width,
                                      begin, end,        {.readable = 0}};
    const size_t good = drivers->strings(&strings, part, values + row * results);
    row += good;
    if (good < part) return row;
  }
  return rows;
}

#endif
