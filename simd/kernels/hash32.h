/* Hashes of 32 bits over rows, V32_LANES of them at a time, to the end of the longest: a word of four bytes
 * of every row, then the next, then what is left of less than a word. The steps of a hash, in a file of its
 * own, say what is done with the words. */
#ifndef ROWKEY_SIMD_KERNELS_HASH32_H
#define ROWKEY_SIMD_KERNELS_HASH32_H

#include "simd/kernels/hash_rows.h"

/* A hash in steps. They are constants where the functions below are called, and inlined there. */
struct hash32 {
  vec32 (*begin)(vec32 seed, vec32 length);
  vec32 (*word)(vec32 h, vec32 word);
  /* The first `left` bytes of a word, 0…3; those after them have no meaning. */
  vec32 (*tail)(vec32 h, vec32 word, vec32 left);
  vec32 (*end)(vec32 h, vec32 length);
  /* NULL; or the steps are right for ASCII alone, and this hashes other rows, one at a time. Returns the
   * first bad one of `count` rows from `row` on, counted from there, or `count`. */
  size_t (*not_ascii)(const struct hash_rows *rows, size_t row, size_t count, uint64_t *values);
  bool is_unsigned; /* values are not sign-extended */
};

struct hash32_state {
  vec32 h;
  vec32 seen; /* where not_ascii is not NULL: every bit that occurs in a row */
  vec32 tail; /* where rows differ in length: the last word of each that has a byte of it */
};

V_INLINE struct hash32_state hash32_begin(const struct hash32 *hash, vec32 seed, vec32 length) {
  return (struct hash32_state){hash->begin(seed, length), v32_set1(0), v32_set1(0)};
}

V_INLINE void hash32_word(const struct hash32 *hash, struct hash32_state *state, vec32 word) {
  if (hash->not_ascii != NULL) state->seen = v32_or(state->seen, word);
  state->h = hash->word(state->h, word);
}

/* The same for rows that may have fewer bytes than a word has, or none: `left` of each, `at` of which are in
 * front of the word. */
V_INLINE void hash32_some(const struct hash32 *hash, struct hash32_state *state, vec32 word, uint32_t at,
                          vec32 left) {
  const mask32 whole = v32_less(v32_set1(at + 3), left), any = v32_less(v32_set1(at), left);
  struct hash32_state next = *state;
  hash32_word(hash, &next, hash_live32(whole, word));
  state->h = v32_choose(whole, next.h, state->h);
  if (hash->not_ascii != NULL) state->seen = v32_choose(whole, next.seen, state->seen);
  state->tail = v32_choose(any, word, state->tail);
}

/* Shifted left by so many bits, or shifted right, a word has nothing but its first `left` bytes, 0…3. */
V_INLINE vec32 hash32_unused(vec32 left) { return v32_sub(v32_set1(32), v32_sll(left, 3)); }
V_INLINE vec32 hash32_first_bytes(vec32 word, vec32 left) {
  return v32_and(word, v32_srlv(v32_set1(UINT32_MAX), hash32_unused(left)));
}

V_INLINE void hash32_tail(const struct hash32 *hash, struct hash32_state *state, vec32 word, vec32 left) {
  if (hash->not_ascii != NULL) state->seen = v32_or(state->seen, hash32_first_bytes(word, left));
  state->h = hash->tail(state->h, word, left);
}

/* Bytes at … at + HASH_CHUNK of rows that have equally many whole words, `size` bytes at most; `left` of each
 * come after those. */
V_INLINE void hash32_equal(const struct hash32 *hash, struct hash32_state *state, const vec32 words[4],
                           uint32_t at, uint32_t size, vec32 left) {
  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t here = at + 4 * i;
    if (here + 4 <= size) {
      hash32_word(hash, state, words[i]);
    } else if (here < size) {
      hash32_tail(hash, state, words[i], left);
    }
  }
}

/* For rows that have `left` bytes from there on: `fewest` to `most`, and zero or less if they have ended. */
V_INLINE void hash32_mixed(const struct hash32 *hash, struct hash32_state *state, const vec32 words[4],
                           vec32 left, uint32_t fewest, uint32_t most) {
  for (uint32_t i = 0; i < 4 && 4 * i < most; i++) {
    if (4 * i + 4 <= fewest)
      hash32_word(hash, state, words[i]);
    else
      hash32_some(hash, state, words[i], 4 * i, left);
  }
}

V_INLINE vec32 hash32_seeds(const rowkey_hash *hash, const uint64_t *seeds, size_t row) {
  if (seeds == NULL) return v32_set1((uint32_t)hash->seed);
  vec64 wide[V64_PER_32];
  vec32 low, high;
  for (int i = 0; i < V64_PER_32; i++) wide[i] = v64_load(seeds + row + i * V64_LANES);
  v32_from_u64(wide, &low, &high);
  return low;
}

V_INLINE void hash32_store(const bool is_unsigned, vec32 h, uint64_t *values) {
  vec64 wide[V64_PER_32];
  v32_to_i64(h, wide);
  for (int i = 0; i < V64_PER_32; i++) {
    if (is_unsigned) wide[i] = v64_and(wide[i], v64_set1(UINT32_MAX));
    v64_store(values + i * V64_LANES, wide[i]);
  }
}

V_INLINE vec32 hash32_low_lengths(const struct hash_rows *rows, size_t row) {
  vec64 lengths[V64_PER_32];
  vec32 low, high;
  for (int i = 0; i < V64_PER_32; i++)
    lengths[i] =
        v64_sub(v64_load(rows->end + row + i * V64_LANES), v64_load(rows->begin + row + i * V64_LANES));
  v32_from_u64(lengths, &low, &high);
  return low;
}

/* The lengths' low halves; false when one of them is HASH_LONGEST or more, or not all rows can be read to
 * the end of the longest one's last chunk. */
V_INLINE bool hash32_lengths(const struct hash_rows *rows, size_t row, vec32 *length, uint32_t *most) {
  vec64 begin[V64_PER_32], lengths[V64_PER_32], wrong = v64_set1(0);
  vec32 high;
  for (int i = 0; i < V64_PER_32; i++) {
    begin[i] = v64_load(rows->begin + row + i * V64_LANES);
    lengths[i] = v64_sub(v64_load(rows->end + row + i * V64_LANES), begin[i]);
    wrong = v64_or(wrong, v64_sub(v64_set1(HASH_LONGEST - 1), lengths[i]));
  }
  v32_from_u64(lengths, length, &high);
  *most = v32_largest(*length);
  const uint64_t extent = ((uint64_t)*most + HASH_CHUNK - 1) & ~(uint64_t)(HASH_CHUNK - 1);
  for (int i = 0; i < V64_PER_32; i++) wrong = v64_or(wrong, hash_room(rows, begin[i], extent));
  return !v64_any_negative(wrong);
}

V_INLINE bool hash32_finish(const struct hash32 *hash, const struct hash32_state *state, vec32 length,
                            uint64_t *values) {
  hash32_store(hash->is_unsigned, hash->end(state->h, length), values);
  return hash->not_ascii != NULL && v32_any(v32_and(state->seen, v32_set1(0x80808080)));
}

/* A chunk at a time by way of a copy: what rows at the end of the readable bytes need, and very long ones. */
V_INLINE bool hash32_staged(const struct hash32 *hash, const struct hash_rows *rows, size_t row,
                            uint64_t *values) {
  uint64_t most = 0;
  uint32_t lengths[V32_LANES];
  for (size_t i = 0; i < V32_LANES; i++) {
    const uint64_t length = rows->end[row + i] - rows->begin[row + i];
    lengths[i] = (uint32_t)length;
    if (length > most) most = length;
  }
  const vec32 length = v32_load_words(lengths);
  struct hash32_state state = hash32_begin(hash, hash32_seeds(rows->hash, rows->seeds, row), length);
  for (uint64_t at = 0; at < most; at += HASH_CHUNK) {
    uint8_t staged[V32_LANES * HASH_CHUNK];
    uint32_t left[V32_LANES];
    for (size_t i = 0; i < V32_LANES; i++) left[i] = hash_stage(rows, row + i, at, staged + HASH_CHUNK * i);
    vec32 words[4];
    v32_load_rows(staged, HASH_CHUNK, words);
    hash32_mixed(hash, &state, words, v32_load_words(left), 0, HASH_CHUNK);
  }
  hash32_tail(hash, &state, state.tail, v32_and(length, v32_set1(3)));
  return hash32_finish(hash, &state, length, values);
}

/* V32_LANES rows from `row` on, where they are if they can be read there. */
V_INLINE bool hash32_group(const struct hash32 *hash, hash_group *staged, const struct hash_rows *rows,
                           size_t row, uint64_t *values) {
  vec32 length, words[4];
  uint32_t most, at = 0;
  if (!hash32_lengths(rows, row, &length, &most)) return staged(rows, row, values);
  const uint32_t fewest = v32_smallest(length);
  struct hash32_state state = hash32_begin(hash, hash32_seeds(rows->hash, rows->seeds, row), length);
  for (; at + HASH_CHUNK <= fewest; at += HASH_CHUNK) {
    v32_load_strings(rows->bytes + at, rows->begin + row, words);
    for (int i = 0; i < 4; i++) hash32_word(hash, &state, words[i]);
  }
  for (; at < most; at += HASH_CHUNK) {
    v32_load_strings(rows->bytes + at, rows->begin + row, words);
    hash32_mixed(hash, &state, words, v32_sub(length, v32_set1(at)), 0, most - at);
  }
  hash32_tail(hash, &state, state.tail, v32_and(length, v32_set1(3)));
  return hash32_finish(hash, &state, length, values);
}

/* Groups of rows of which none has more than a chunk, or all have equally many whole words: what is done
 * depends on no group's own lengths, for which a branch would wait longer than the group takes. Returns how
 * many rows are before the first group with text that is not ASCII, or that is not full, or not readable. */
V_INLINE size_t hash32_alike(const struct hash32 *hash, const bool even, const struct hash_rows *rows,
                             uint64_t *values) {
  const uint32_t fewest = rows->lengths.fewest, most = rows->lengths.most;
  size_t row = 0;
  for (; row + V32_LANES <= rows->lengths.readable; row += V32_LANES) {
    const vec32 length = hash32_low_lengths(rows, row), left = v32_and(length, v32_set1(3));
    struct hash32_state state = hash32_begin(hash, hash32_seeds(rows->hash, rows->seeds, row), length);
    for (uint32_t at = 0; at < most; at += HASH_CHUNK) {
      vec32 words[4];
      v32_load_strings(rows->bytes + at, rows->begin + row, words);
      if (even)
        hash32_equal(hash, &state, words, at, most, left);
      else
        hash32_mixed(hash, &state, words, length, fewest, most);
    }
    if (!even) hash32_tail(hash, &state, state.tail, left);
    if (hash32_finish(hash, &state, length, values + row)) break;
  }
  return row;
}

V_INLINE size_t hash32_find_alike(const struct hash32 *hash, const struct hash_rows *rows, uint64_t *values) {
  const struct hash_lengths *lengths = &rows->lengths;
  if (lengths->fewest / 4 == lengths->most / 4) return hash32_alike(hash, true, rows, values);
  return lengths->most <= HASH_CHUNK ? hash32_alike(hash, false, rows, values) : 0;
}

/* A lane alone has no others that it could be like. */
enum { HASH32_HAS_GROUPS = sizeof(vec32) > sizeof(uint32_t) };

typedef size_t hash32_alike_rows(const struct hash_rows *rows, uint64_t *values);

V_INLINE size_t hash32_strings(const struct hash32 *hash, hash32_alike_rows *alike, hash_group *group_of,
                               const struct hash_rows *rows, size_t count, uint64_t *values) {
  size_t row = HASH32_HAS_GROUPS && rows->lengths.readable > 0 ? alike(rows, values) : 0;
  for (; row + V32_LANES <= count; row += V32_LANES) {
    if (!group_of(rows, row, values + row) || hash->not_ascii == NULL) continue;
    const size_t good = hash->not_ascii(rows, row, V32_LANES, values + row);
    if (good < V32_LANES) return row + good;
  }
  if (row == count) return count;
  /* A group that is not full repeats its last row. */
  uint64_t begin[V32_LANES], end[V32_LANES], seeds[V32_LANES], results[V32_LANES];
  const struct hash_rows last = hash_last_rows(rows, row, count, V32_LANES, begin, end, seeds);
  const bool text = group_of(&last, 0, results);
  memcpy(values + row, results, (count - row) * sizeof results[0]);
  return text && hash->not_ascii != NULL ? row + hash->not_ascii(rows, row, count - row, values + row)
                                         : count;
}

/* Keys of up to eight bytes that lie one after the other are loaded as two words at once. */
V_INLINE bool hash32_are_pairs(size_t width, size_t stride) { return width <= 8 && stride == 8; }
V_INLINE void hash32_load_pairs(const uint8_t *keys, vec32 words[4]) {
  v32_load_pairs(keys, words);
  words[2] = words[3] = v32_set1(0);
}

/* How many of the keys of one width can be loaded. */
V_INLINE size_t hash32_safe_rows(size_t count, size_t width, size_t stride) {
  if (width >= HASH_LONGEST) return 0;
  return key_safe_rows(count, stride, hash32_are_pairs(width, stride) ? 8 - width : key_beyond(width));
}

/* V32_LANES rows of one width from which whole chunks can be read. */
V_INLINE bool hash32_fixed_group(const struct hash32 *hash, const uint8_t *keys, uint32_t width,
                                 size_t stride, vec32 seeds, uint64_t *values) {
  const vec32 length = v32_set1(width), left = v32_set1(width % 4);
  struct hash32_state state = hash32_begin(hash, seeds, length);
  vec32 words[4];
  if (hash32_are_pairs(width, stride)) {
    hash32_load_pairs(keys, words);
    hash32_equal(hash, &state, words, 0, width, left);
  } else {
    for (uint32_t at = 0; at < width; at += HASH_CHUNK) {
      v32_load_rows(keys + at, stride, words);
      hash32_equal(hash, &state, words, at, width, left);
    }
  }
  return hash32_finish(hash, &state, length, values);
}

V_INLINE size_t hash32_fixed(const struct hash32 *hash, const struct hash_keys *keys, size_t count,
                             uint64_t *values) {
  const size_t width = keys->width, stride = keys->stride, safe = hash32_safe_rows(count, width, stride);
  size_t row = 0;
  for (; row + V32_LANES <= safe; row += V32_LANES) {
    const vec32 seeds = hash32_seeds(keys->hash, keys->seeds, row);
    if (hash32_fixed_group(hash, keys->at + row * stride, (uint32_t)width, stride, seeds, values + row))
      return row;
  }
  return row;
}

/* The drivers of a hash in which its steps are constants. Each function has its vectors to itself, and is
 * there once. */
#define HASH32_DEFINE(name, steps)                                                                       \
  static __attribute__((noinline)) bool name##_staged(const struct hash_rows *rows, size_t row,          \
                                                      uint64_t *values) {                                \
    return hash32_staged(&(steps), rows, row, values);                                                   \
  }                                                                                                      \
  static __attribute__((noinline)) bool name##_group(const struct hash_rows *rows, size_t row,           \
                                                     uint64_t *values) {                                 \
    return hash32_group(&(steps), name##_staged, rows, row, values);                                     \
  }                                                                                                      \
  static __attribute__((noinline)) size_t name##_alike(const struct hash_rows *rows, uint64_t *values) { \
    return hash32_find_alike(&(steps), rows, values);                                                    \
  }                                                                                                      \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {           \
    return hash32_strings(&(steps), name##_alike, name##_group, rows, count, values);                    \
  }                                                                                                      \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {             \
    return hash32_fixed(&(steps), keys, count, values);                                                  \
  }

#endif
