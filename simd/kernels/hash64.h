/* Hashes of 64-bit words over rows, V64_LANES of them at a time, to the end of the longest: sixteen bytes of
 * every row, then the next, then what is left of less. What is done with them are the steps of the hash,
 * which has a file of its own. */
#ifndef ROWKEY_SIMD_KERNELS_HASH64_H
#define ROWKEY_SIMD_KERNELS_HASH64_H

#include "simd/kernels/hash_rows.h"

/* A hash in steps. They are constants where the functions below are called, and inlined there. */
struct hash64 {
  size_t results; /* a row's values: v[0], or v[0] and v[1] */
  /* All of v are the seed before; NULL: they stay so. */
  void (*begin)(const rowkey_hash *with, vec64 length, vec64 v[4]);
  /* One of the two, and NULL: sixteen bytes at a time, or eight. */
  void (*block)(vec64 v[4], vec64 low, vec64 high);
  void (*word)(vec64 v[4], vec64 word);
  /* What is left of less than a block or a word, in no row more than `most` bytes: length % 16 of low and
   * high, or length % 8 of low. Those after them have no meaning. */
  void (*tail)(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most);
  void (*end)(vec64 v[4], vec64 length);
};

struct hash64_state {
  vec64 v[4];
  vec64 tail_low,
      tail_high; /* where rows differ in length: the last sixteen bytes of each that has one of them */
};

V_INLINE struct hash64_state hash64_begin(const struct hash64 *hash, const rowkey_hash *with, vec64 seed,
                                          vec64 length) {
  struct hash64_state state = {{seed, seed, seed, seed}, seed, seed};
  if (hash->begin != NULL) hash->begin(with, length, state.v);
  return state;
}

/* Sixteen bytes of every row. */
V_INLINE void hash64_pair(const struct hash64 *hash, struct hash64_state *state, vec64 low, vec64 high) {
  if (hash->word != NULL) {
    hash->word(state->v, low);
    hash->word(state->v, high);
  } else {
    hash->block(state->v, low, high);
  }
}

/* The same for rows that may have fewer bytes left or none: `left` of each, none above fifteen when it is the
 * rows' end. */
V_INLINE void hash64_some(const struct hash64 *hash, struct hash64_state *state, vec64 low, vec64 high,
                          vec64 left, const bool is_end) {
  const mask64 whole = v64_less(v64_set1(15), left), any = v64_less(v64_set1(0), left);
  struct hash64_state next = *state;
  if (hash->word != NULL) {
    const mask64 word = v64_less(v64_set1(7), left);
    hash->word(next.v, hash_live64(word, low));
    for (int i = 0; i < 4; i++) next.v[i] = state->v[i] = v64_choose(word, next.v[i], state->v[i]);
    if (!is_end) hash->word(next.v, hash_live64(whole, high));
  } else if (!is_end) {
    hash->block(next.v, hash_live64(whole, low), hash_live64(whole, high));
  }
  for (int i = 0; i < 4 && !is_end; i++) state->v[i] = v64_choose(whole, next.v[i], state->v[i]);
  state->tail_low = v64_choose(any, low, state->tail_low);
  state->tail_high = v64_choose(any, high, state->tail_high);
}

/* The lowest `left` bytes of each lane; all of them when there are more, none when `left` is negative. */
V_INLINE vec64 hash64_bytes(vec64 x, vec64 left) {
  const vec64 some = v64_srlv(v64_set1(UINT64_MAX), v64_sub(v64_set1(64), v64_sll(left, 3)));
  return v64_choose(v64_less(v64_set1(7), left), x, v64_and(x, some));
}

/* The end of rows that all have `size` bytes: low and high are those of the last, size % 16, if there are
 * any. */
V_INLINE void hash64_equal_tail(const struct hash64 *hash, struct hash64_state *state, vec64 low, vec64 high,
                                vec64 length, uint64_t size) {
  const uint64_t left = size % 16;
  if (hash->word == NULL) {
    if (left > 0) hash->tail(state->v, low, high, length, left);
    return;
  }
  if (left >= 8) hash->word(state->v, low);
  hash->tail(state->v, left >= 8 ? high : low, high, length, left % 8);
}

/* The end of rows that differ in length, after hash64_some has seen their bytes. */
V_INLINE void hash64_mixed_tail(const struct hash64 *hash, struct hash64_state *state, vec64 length) {
  const vec64 low = state->tail_low, high = state->tail_high;
  if (hash->word == NULL) {
    hash->tail(state->v, low, high, length, 15);
    return;
  }
  const mask64 in_high = v64_less(v64_set1(7), v64_and(length, v64_set1(15)));
  hash->tail(state->v, v64_choose(in_high, high, low), high, length, 7);
}

V_INLINE void hash64_finish(const struct hash64 *hash, struct hash64_state *state, vec64 length,
                            uint64_t *values) {
  hash->end(state->v, length);
  if (hash->results == 1) {
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

V_INLINE void hash64_run(const struct hash64 *hash, const bool direct, const struct hash_rows *rows,
                         size_t row, vec64 length, uint64_t most, uint64_t *values) {
  const uint64_t fewest = v64_smallest(length);
  struct hash64_state state =
      hash64_begin(hash, rows->hash, hash_seeds(rows->hash, rows->seeds, row), length);
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

V_INLINE bool hash64_staged(const struct hash64 *hash, const struct hash_rows *rows, size_t row,
                            uint64_t *values) {
  const vec64 length = v64_sub(v64_load(rows->end + row), v64_load(rows->begin + row));
  hash64_run(hash, false, rows, row, length, v64_largest(length), values);
  return false;
}

V_INLINE void hash64_group(const struct hash64 *hash, hash_group *staged, const struct hash_rows *rows,
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

V_INLINE size_t hash64_strings(const struct hash64 *hash, hash_group *staged, const struct hash_rows *rows,
                               size_t count, uint64_t *values) {
  const size_t results = hash->results;
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

V_INLINE size_t hash64_fixed(const struct hash64 *hash, const struct hash_keys *keys, size_t count,
                             uint64_t *values) {
  const size_t width = keys->width, stride = keys->stride;
  const size_t safe = key_safe_rows(count, stride, key_beyond(width));
  const vec64 length = v64_set1(width);
  uint64_t places[V64_LANES];
  for (size_t i = 0; i < V64_LANES; i++) places[i] = i * stride;
  size_t row = 0;
  for (; row + V64_LANES <= safe; row += V64_LANES) {
    const uint8_t *at_row = keys->at + row * stride;
    struct hash64_state state =
        hash64_begin(hash, keys->hash, hash_seeds(keys->hash, keys->seeds, row), length);
    vec64 low = v64_set1(0), high = low;
    for (size_t at = 0; at < width; at += HASH_CHUNK) {
      v64_load_strings(at_row + at, places, &low, &high);
      if (at + HASH_CHUNK <= width) hash64_pair(hash, &state, low, high);
    }
    hash64_equal_tail(hash, &state, low, high, length, width);
    hash64_finish(hash, &state, length, values + row * hash->results);
  }
  return row;
}

/* The drivers of a hash in which its steps are constants. The staged group stands apart so that its calls do
 * not drive the vectors of the other out of registers. */
#define HASH64_DEFINE(name, steps)                                                              \
  static __attribute__((noinline)) bool name##_staged(const struct hash_rows *rows, size_t row, \
                                                      uint64_t *values) {                       \
    return hash64_staged(&(steps), rows, row, values);                                          \
  }                                                                                             \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {  \
    return hash64_strings(&(steps), name##_staged, rows, count, values);                        \
  }                                                                                             \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {    \
    return hash64_fixed(&(steps), keys, count, values);                                         \
  }

#endif
