/* XXH64 and XXH3 (Collet, xxHash's doc/xxhash_spec.md), a row at a time; and where lanes are faster XXH64 of
 * groups of rows that all have the same length. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_XXHASH_H
#define ROWKEY_SIMD_KERNELS_HASH_XXHASH_H

#include "kernels/xxhash.h"
#include "simd/kernels/hash_rows.h"

/* Rows first … end - 1 of strings. */
V_INLINE void xxhash_rows(const struct hash_rows *rows, size_t first, size_t end, uint64_t *values) {
  const struct rowkey_strings strings = {rows->bytes, rows->size, rows->begin + first, rows->end + first};
  const uint64_t *seeds = rows->seeds == NULL ? NULL : rows->seeds + first;
  if (first < end) rowkey_xxhash_strings(rows->hash, seeds, &strings, end - first, values + first);
}

static size_t hash_xxhash_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  xxhash_rows(rows, 0, count, values);
  return count;
}

static size_t hash_xxhash_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {
  rowkey_xxhash_fixed(keys->hash, keys->seeds, keys->at, count, keys->width, keys->stride, values);
  return count;
}

static const struct hash_drivers hash_xxh3[] = {{hash_xxhash_fixed, hash_xxhash_strings, 1}};

#ifdef V_HASH_XXH64
V_INLINE vec64 xxh64_times(vec64 x, uint64_t factor) { return v64_mul_lo_by(x, v64_set1(factor)); }
V_INLINE vec64 xxh64_plus(vec64 x, uint64_t addend) { return v64_add(x, v64_set1(addend)); }

V_INLINE vec64 xxh64_round(vec64 accumulator, vec64 word) {
  const vec64 sum = v64_add(accumulator, xxh64_times(word, XXH64_P2));
  return xxh64_times(v64_rotl(sum, 31), XXH64_P1);
}

V_INLINE vec64 xxh64_merge(vec64 h, vec64 accumulator) {
  h = v64_xor(h, xxh64_round(v64_set1(0), accumulator));
  return xxh64_plus(xxh64_times(h, XXH64_P1), XXH64_P4);
}

/* Whole stripes of 32 bytes. */
V_INLINE vec64 xxh64_stripes(const uint8_t *bytes, const uint64_t *begin, size_t size, vec64 seed) {
  vec64 v[4] = {xxh64_plus(seed, XXH64_P1 + XXH64_P2), xxh64_plus(seed, XXH64_P2), seed,
                xxh64_plus(seed, -XXH64_P1)};
  for (size_t at = 0; at + 32 <= size; at += 32) {
    vec64 words[4];
    v64_load_strings(bytes + at, begin, &words[0], &words[1]);
    v64_load_strings(bytes + at + 16, begin, &words[2], &words[3]);
    for (int i = 0; i < 4; i++) v[i] = xxh64_round(v[i], words[i]);
  }
  vec64 h =
      v64_add(v64_add(v64_rotl(v[0], 1), v64_rotl(v[1], 7)), v64_add(v64_rotl(v[2], 12), v64_rotl(v[3], 18)));
  for (int i = 0; i < 4; i++) h = xxh64_merge(h, v[i]);
  return h;
}

/* Up to eight bytes: whole words, then halves, then bytes. */
V_INLINE vec64 xxh64_word(vec64 h, vec64 word, size_t left) {
  if (left >= 8) {
    h = v64_xor(h, xxh64_round(v64_set1(0), word));
    return xxh64_plus(xxh64_times(v64_rotl(h, 27), XXH64_P1), XXH64_P4);
  }
  if (left >= 4) {
    h = v64_xor(h, xxh64_times(v64_and(word, v64_set1(UINT32_MAX)), XXH64_P1));
    h = xxh64_plus(xxh64_times(v64_rotl(h, 23), XXH64_P2), XXH64_P3);
    word = v64_srl(word, 32);
    left -= 4;
  }
  for (; left > 0; left--, word = v64_srl(word, 8)) {
    h = v64_xor(h, xxh64_times(v64_and(word, v64_set1(0xff)), XXH64_P5));
    h = xxh64_times(v64_rotl(h, 11), XXH64_P1);
  }
  return h;
}

/* Rows that begin at bytes + begin[0], …, from which whole chunks can be read. */
V_INLINE vec64 xxh64_equal(const uint8_t *bytes, const uint64_t *begin, size_t size, vec64 seed) {
  vec64 h = size >= 32 ? xxh64_stripes(bytes, begin, size, seed) : xxh64_plus(seed, XXH64_P5);
  h = xxh64_plus(h, size);
  for (size_t at = size & ~(size_t)31; at < size; at += HASH_CHUNK) {
    vec64 low, high;
    v64_load_strings(bytes + at, begin, &low, &high);
    h = xxh64_word(h, low, size - at);
    if (size - at > 8) h = xxh64_word(h, high, size - at - 8);
  }
  h = xxh64_times(v64_xor(h, v64_srl(h, 33)), XXH64_P2);
  h = xxh64_times(v64_xor(h, v64_srl(h, 29)), XXH64_P3);
  return v64_xor(h, v64_srl(h, 32));
}

/* Whether V64_LANES rows have one length and can be read to the end of their last chunk. */
V_INLINE bool xxh64_are_equal(const struct hash_rows *rows, size_t row, size_t *size) {
  const vec64 begin = v64_load(rows->begin + row), length = v64_sub(v64_load(rows->end + row), begin);
  *size = (size_t)(rows->end[row] - rows->begin[row]);
  const vec64 room = hash_room(rows, begin, *size + key_beyond(*size));
  return !v64_any(v64_xor(length, v64_set1(*size))) && !v64_any_negative(room);
}

static size_t hash_xxh64_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  size_t row = 0, done = 0, size;
  for (; row + V64_LANES <= count; row += V64_LANES) {
    if (!xxh64_are_equal(rows, row, &size)) continue;
    xxhash_rows(rows, done, row, values);
    const vec64 seed = hash_seeds(rows->hash, rows->seeds, row);
    v64_store(values + row, xxh64_equal(rows->bytes, rows->begin + row, size, seed));
    done = row + V64_LANES;
  }
  xxhash_rows(rows, done, count, values);
  return count;
}

static size_t hash_xxh64_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {
  const size_t width = keys->width, stride = keys->stride;
  const size_t safe = key_safe_rows(count, stride, key_beyond(width));
  uint64_t places[V64_LANES];
  for (size_t i = 0; i < V64_LANES; i++) places[i] = i * stride;
  size_t row = 0;
  for (; row + V64_LANES <= safe; row += V64_LANES) {
    const vec64 seed = hash_seeds(keys->hash, keys->seeds, row);
    v64_store(values + row, xxh64_equal(keys->at + row * stride, places, width, seed));
  }
  return row;
}

static const struct hash_drivers hash_xxh64[] = {{hash_xxh64_fixed, hash_xxh64_strings, 1}};

#else
static const struct hash_drivers hash_xxh64[] = {{hash_xxhash_fixed, hash_xxhash_strings, 1}};
#endif

#endif
