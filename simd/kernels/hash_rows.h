/* What the drivers of the hashes share. Each hash has two: of strings, which returns the first bad row or
 * `count`, and of keys of one width, which stops before what is left to be done as strings: less than a
 * group, rows too near the end of the keys, text that is not ASCII. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_ROWS_H
#define ROWKEY_SIMD_KERNELS_HASH_ROWS_H

#include "simd/kernels/key_rows.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define MEMORY_SANITIZED
#endif
#endif

/* Words of which some lanes are past the end of their rows, and have no part in the hashes. MemorySanitizer
 * takes multiplying these for using them: for it they become zeros. */
#ifdef MEMORY_SANITIZED
#define hash_live32(live, word) v32_choose(live, word, v32_set1(0))
#define hash_live64(live, word) v64_choose(live, word, v64_set1(0))
#else
#define hash_live32(live, word) (word)
#define hash_live64(live, word) (word)
#endif

/* Rows of this many bytes or more are hashed from a copy, chunk by chunk; lanes count the bytes of shorter
 * ones. */
enum { HASH_LONGEST = 1 << 28 };

/* Bytes of rows that are hashed together, if any is readable. */
struct hash_lengths {
  uint32_t fewest, most;
  size_t readable; /* so many of the first ones can be read to the end of the longest one's chunk */
};

struct hash_rows {
  const rowkey_hash *hash;
  const uint64_t *seeds; /* NULL, or one a row in the place of hash->seed */
  const uint8_t *bytes;
  uint64_t size; /* bytes that can be read */
  const uint64_t *begin;
  const uint64_t *end;
  struct hash_lengths lengths;
};

struct hash_keys {
  const rowkey_hash *hash;
  const uint64_t *seeds;
  const uint8_t *at;
  size_t width;
  size_t stride;
};

typedef size_t hash_strings_driver(const struct hash_rows *rows, size_t count, uint64_t *values);
typedef size_t hash_fixed_driver(const struct hash_keys *keys, size_t count, uint64_t *values);

/* hash_<name> is an array of these, by rowkey_hash_tail. */
struct hash_drivers {
  hash_fixed_driver *fixed; /* NULL: all keys are left to be done as strings */
  hash_strings_driver *strings;
  size_t group; /* rows that are hashed together */
};

/* A group of rows, as many as there are lanes. Returns whether the values are not those of the rows: text
 * that is not ASCII. */
typedef bool hash_group(const struct hash_rows *rows, size_t row, uint64_t *values);

enum { HASH_CHUNK = KEY_UNIT }; /* bytes of every row that are loaded together */

V_INLINE vec64 hash_seeds(const rowkey_hash *hash, const uint64_t *seeds, size_t row) {
  return seeds == NULL ? v64_set1(hash->seed) : v64_load(seeds + row);
}

/* Negative in the lanes of rows that begin less than `extent` bytes before the end of the readable ones. */
V_INLINE vec64 hash_room(const struct hash_rows *rows, vec64 begin, uint64_t extent) {
  return v64_sub(v64_set1(rows->size - extent), begin);
}

/* The last rows are looked at apart, after which the bytes may end. The halves of lanes are compared apart:
 * of more than 2^32 bytes, the last place that is read may be taken for a later one. */
static struct hash_lengths hash_find_lengths(const struct hash_rows *rows, size_t count) {
  const size_t early = count > KEY_UNIT ? (count - KEY_UNIT) / V64_LANES * V64_LANES : 0;
  vec64 last = v64_set1(0), last_early = last, longest = last, shortest = v64_set1(UINT32_MAX);
  size_t row = 0;
  for (; row + V64_LANES <= count; row += V64_LANES) {
    const vec64 begin = v64_load(rows->begin + row), length = v64_sub(v64_load(rows->end + row), begin);
    if (row == early) last_early = last;
    last = v64_greater(last, begin);
    longest = v64_greater(longest, length);
    shortest = v64_lesser(shortest, length);
  }
  uint64_t place = v64_largest(last), most = v64_largest(longest), fewest = v64_smallest(shortest);
  for (; row < count; row++) {
    const uint64_t length = rows->end[row] - rows->begin[row];
    if (rows->begin[row] > place) place = rows->begin[row];
    if (length > most) most = length;
    if (length < fewest) fewest = length;
  }
  if (most >= HASH_LONGEST || v64_any(v64_srl_by(longest, 32)))
    return (struct hash_lengths){.most = HASH_LONGEST};
  const uint64_t extent = (most + HASH_CHUNK - 1) & ~(uint64_t)(HASH_CHUNK - 1);
  const bool early_are = v64_largest(last_early) + extent <= rows->size;
  return (struct hash_lengths){(uint32_t)fewest, (uint32_t)most,
                               place + extent <= rows->size ? count
                               : early_are                  ? early
                                                            : 0};
}

/* Copies a row's bytes from `at` on, at most HASH_CHUNK, and zeros after them; returns how many there are.
 */
V_INLINE uint32_t hash_stage(const struct hash_rows *rows, size_t row, uint64_t at, uint8_t *staged) {
  const uint64_t begin = rows->begin[row], length = rows->end[row] - begin;
  memset(staged, 0, HASH_CHUNK);
  if (length <= at) return 0;
  const size_t part = length - at < HASH_CHUNK ? (size_t)(length - at) : HASH_CHUNK;
  memcpy(staged, rows->bytes + begin + at, part);
  return (uint32_t)part;
}

/* Rows row … count - 1 and the last one again, `group` in all, in the caller's arrays. Once a batch: as code
 * in each hash it would take many times the room. */
static __attribute__((noinline)) struct hash_rows hash_last_rows(const struct hash_rows *rows, size_t row,
                                                                 size_t count, size_t group, uint64_t *begin,
                                                                 uint64_t *end, uint64_t *seeds) {
  for (size_t i = 0; i < group; i++) {
    const size_t from = row + i < count ? row + i : count - 1;
    begin[i] = rows->begin[from];
    end[i] = rows->end[from];
    seeds[i] = rows->seeds == NULL ? rows->hash->seed : rows->seeds[from];
  }
  return (struct hash_rows){rows->hash, seeds, rows->bytes, rows->size, begin, end, {.readable = 0}};
}

#endif
