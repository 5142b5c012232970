/* The hashes of 64-bit words over rows: V64_LANES of them at a time, to the end of the longest. */
#ifndef ROWKEY_SIMD_KERNELS_HASH64_ROWS_H
#define ROWKEY_SIMD_KERNELS_HASH64_ROWS_H

#include "simd/kernels/hash64.h"
#include "simd/kernels/hash_rows.h"

V_INLINE size_t hash64_results(const enum hash64 hash) { return hash == HASH64_SIPHASH ? 1 : 2; }

V_INLINE void hash64_finish(const enum hash64 hash, struct hash64_state *state, vec64 length,
                            uint64_t *values) {
  hash64_end(hash, state, length);
  if (hash == HASH64_SIPHASH) {
    v64_store(values, state->v[0]);
  } else {
    v64_store_pairs(values, state->v[0], state->v[1]);
  }
}

/* Sixteen bytes of V64_LANES rows by way of a copy. */
V_INLINE void hash64_load_staged(const struct hash_rows *rows, size_t row, uint64_t at, vec64 *low,
                                 vec64 *high) {
  uint8_t staged[V64_LANES * HASH_CHUNK];
  uint64_t places[V64_LANES];
  for (size_t i = 0; i < V64_LANES; i++) {
    places[i] = HASH_CHUNK * i;
    hash_stage(rows, row + i, at, staged + HASH_CHUNK * i);
  }
  v64_load_strings(staged, places, low, high);
}

/* The bytes from `at` on of V64_LANES rows from `row` on, where they are or by way of a copy. */
V_INLINE void hash64_load(const bool direct, const struct hash_rows *rows, size_t row, uint64_t at,
                          vec64 *low, vec64 *high) {
  if (direct)
    v64_load_strings(rows->bytes + at, rows->begin + row, low, high);
  else
    hash64_load_staged(rows, row, at, low, high);
}

V_INLINE void hash64_run(const enum hash64 hash, const bool direct, const struct hash_rows *rows, size_t row,
                         vec64 length, uint64_t most, uint64_t *values) {
  const uint64_t fewest = v64_smallest(length);
  struct hash64_state state = hash64_begin(hash, rows->hash, hash_seeds(rows->hash, rows->seeds, row));
  vec64 low = v64_set1(0), high = low;
  uint64_t at = 0;
  for (; at + HASH_CHUNK <= most; at += HASH_CHUNK) {
    hash64_load(direct, rows, row, at, &low, &high);
    if (at + HASH_CHUNK <= fewest)
      hash64_pair(hash, &state, low, high);
    else
      hash64_some(hash, &state, low, high, v64_sub(length, v64_set1(at)), false);
  }
  if (at < most) hash64_load(direct, rows, row, at, &low, &high);
  if (fewest == most) {
    hash64_equal_tail(hash, &state, low, high, length, most);
  } else {
    if (at < most) hash64_some(hash, &state, low, high, v64_sub(length, v64_set1(at)), true);
    hash64_mixed_tail(hash, &state, length);
  }
  hash64_finish(hash, &state, length, values);
}

V_INLINE bool hash64_staged(const enum hash64 hash, const struct hash_rows *rows, size_t row,
                            uint64_t *values) {
  const vec64 length = v64_sub(v64_load(rows->end + row), v64_load(rows->begin + row));
  hash64_run(hash, false, rows, row, length, v64_largest(length), values);
  return false;
}

V_INLINE void hash64_group(const enum hash64 hash, hash_group *staged, const struct hash_rows *rows,
                           size_t row, uint64_t *values) {
  const vec64 begin = v64_load(rows->begin + row), length = v64_sub(v64_load(rows->end + row), begin);
  const uint64_t most = v64_largest(length);
  const uint64_t readable = (most + HASH_CHUNK - 1) & ~(uint64_t)(HASH_CHUNK - 1);
  if (v64_any_negative(hash_room(rows, begin, readable))) {
    staged(rows, row, values);
  } else {
    hash64_run(hash, true, rows, row, length, most, values);
  }
}

V_INLINE size_t hash64_strings(const enum hash64 hash, hash_group *staged, const struct hash_rows *rows,
                               size_t count, uint64_t *values) {
  const size_t results = hash64_results(hash);
  size_t row = 0;
  for (; row + V64_LANES <= count; row += V64_LANES)
    hash64_group(hash, staged, rows, row, values + row * results);
  if (row == count) return count;
  /* A group that is not full repeats its last row. */
  uint64_t begin[V64_LANES], end[V64_LANES], seeds[V64_LANES], group[2 * V64_LANES];
  const struct hash_rows last = hash_last_rows(rows, row, count, V64_LANES, begin, end, seeds);
  hash64_group(hash, staged, &last, 0, group);
  memcpy(values + row * results, group, (count - row) * results * sizeof group[0]);
  return count;
}

V_INLINE size_t hash64_fixed(const enum hash64 hash, const struct hash_keys *keys, size_t count,
                             uint64_t *values) {
  const size_t width = keys->width, stride = keys->stride;
  const size_t safe = key_safe_rows(count, stride, key_beyond(width));
  const vec64 length = v64_set1(width);
  uint64_t places[V64_LANES];
  for (size_t i = 0; i < V64_LANES; i++) places[i] = i * stride;
  size_t row = 0;
  for (; row + V64_LANES <= safe; row += V64_LANES) {
    const uint8_t *at_row = keys->at + row * stride;
    struct hash64_state state = hash64_begin(hash, keys->hash, hash_seeds(keys->hash, keys->seeds, row));
    vec64 low = v64_set1(0), high = low;
    for (size_t at = 0; at < width; at += HASH_CHUNK) {
      v64_load_strings(at_row + at, places, &low, &high);
      if (at + HASH_CHUNK <= width) hash64_pair(hash, &state, low, high);
    }
    hash64_equal_tail(hash, &state, low, high, length, width);
    hash64_finish(hash, &state, length, values + row * hash64_results(hash));
  }
  return row;
}

/* Functions in which the hash is a constant. The staged group stands apart so that its calls do not drive the
 * vectors of the other out of registers. */
#define HASH64_DEFINE(name, hash)                                                               \
  static __attribute__((noinline)) bool name##_staged(const struct hash_rows *rows, size_t row, \
                                                      uint64_t *values) {                       \
    return hash64_staged(hash, rows, row, values);                                              \
  }                                                                                             \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {  \
    return hash64_strings(hash, name##_staged, rows, count, values);                            \
  }                                                                                             \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {    \
    return hash64_fixed(hash, keys, count, values);                                             \
  }
HASH64_DEFINE(hash_murmur3_128, HASH64_MURMUR3)
HASH64_DEFINE(hash_murmur3_128_signed, HASH64_MURMUR3_SIGNED)
HASH64_DEFINE(hash_siphash24, HASH64_SIPHASH)

static const struct hash_drivers hash_murmur3_128[] = {
    [ROWKEY_TAIL_UNSIGNED] = {hash_murmur3_128_fixed, hash_murmur3_128_strings, V64_LANES},
    [ROWKEY_TAIL_SIGNED] = {hash_murmur3_128_signed_fixed, hash_murmur3_128_signed_strings, V64_LANES},
};
static const struct hash_drivers hash_siphash24[] = {
    {hash_siphash24_fixed, hash_siphash24_strings, V64_LANES}};

#endif
