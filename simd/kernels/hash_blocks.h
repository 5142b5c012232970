/* Hashes of 32-bit words that take a message in blocks of several words, V32_LANES rows at a time: a block of
 * every row, then the next, to the end of the longest; what is left of less than a block comes in at the
 * end. Keys of one width are done as strings where the hash has no form of its own for them: most are not
 * worth more code. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_BLOCKS_H
#define ROWKEY_SIMD_KERNELS_HASH_BLOCKS_H

#include "kernels/hashes.h"
#include "simd/kernels/hash32.h"

enum { BLOCK_WORDS = HASH_CHUNK / 4 };

struct hash_blocks_state {
  const rowkey_hash *hash;
  vec32 seed[2]; /* low and high half */
  vec32 length;  /* its low half */
  vec32 bounded; /* the length, or HASH_LONGEST if that is less */
  vec32 v[BLOCK_WORDS];
  vec32 rest[BLOCK_WORDS]; /* the words after the last block, zeros after the last byte */
  vec32 left;              /* how many bytes of them there are */
  uint32_t kept;           /* a row that has no more bytes than these left has no more blocks */
};

/* A hash in steps. They are constants where the functions below are called, and inlined there. */
struct hash_blocks {
  uint32_t size; /* bytes of a block, HASH_CHUNK at most */
  /* Fills v from the seed and the length; may change kept. */
  void (*begin)(struct hash_blocks_state *state);
  void (*block)(vec32 v[BLOCK_WORDS], const vec32 words[BLOCK_WORDS]);
  /* v[0] becomes the hash, or of 64 bits the low half, and v[1] the high one. */
  void (*end)(struct hash_blocks_state *state);
};

/* V32_LANES rows: what is known of them before they are hashed. */
struct hash_blocks_rows {
  uint32_t lengths[V32_LANES], bounded[V32_LANES], seeds[2][V32_LANES];
  uint64_t most;
  bool copied; /* they are read by way of a copy: rows at the end of the readable bytes, and very long ones */
};

static __attribute__((noinline)) void hash_blocks_measure(const struct hash_rows *rows,
                                                          struct hash_blocks_rows *of) {
  uint64_t most = 0, room = UINT64_MAX;
  for (size_t i = 0; i < V32_LANES; i++) {
    const uint64_t length = rows->end[i] - rows->begin[i], behind = rows->size - rows->begin[i];
    const uint64_t seed = rows->seeds == NULL ? rows->hash->seed : rows->seeds[i];
    of->lengths[i] = (uint32_t)length;
    of->bounded[i] = length < HASH_LONGEST ? (uint32_t)length : HASH_LONGEST;
    of->seeds[0][i] = (uint32_t)seed;
    of->seeds[1][i] = (uint32_t)(seed >> 32);
    if (length > most) most = length;
    if (behind < room) room = behind;
  }
  of->most = most;
  /* The last chunk begins before the longest row's end. */
  of->copied = room < most + HASH_CHUNK || most >= HASH_LONGEST;
}

/* Where the rows' chunks are copied to. */
struct hash_blocks_copy {
  uint8_t bytes[V32_LANES * HASH_CHUNK];
  uint64_t begin[V32_LANES];
  uint32_t left[V32_LANES];
};

static __attribute__((noinline)) void hash_blocks_copy(const struct hash_rows *rows, uint64_t at,
                                                       struct hash_blocks_copy *to) {
  for (size_t i = 0; i < V32_LANES; i++) {
    to->begin[i] = HASH_CHUNK * i;
    to->left[i] = hash_stage(rows, i, at, to->bytes + HASH_CHUNK * i);
  }
}

/* The chunk from `at` on, and how many bytes of it each row has: zero or less where it has ended. */
V_INLINE vec32 hash_blocks_load(const struct hash_rows *rows, const struct hash_blocks_rows *of, vec32 length,
                                uint64_t at, vec32 words[BLOCK_WORDS]) {
  struct hash_blocks_copy copy;
  const uint8_t *bytes = rows->bytes + at;
  const uint64_t *begin = rows->begin;
  vec32 left = v32_sub(length, v32_set1((uint32_t)at));
  if (of->copied) {
    hash_blocks_copy(rows, at, &copy);
    bytes = copy.bytes;
    begin = copy.begin;
    left = v32_load_words(copy.left);
  }
  v32_load_strings(bytes, begin, words);
  return left;
}

/* Words of which `left` bytes belong to the row: zeros after them. */
V_INLINE void hash_blocks_cut(vec32 words[BLOCK_WORDS], vec32 left) {
  const vec32 none = v32_set1(0);
  for (uint32_t i = 0; i < BLOCK_WORDS; i++, left = v32_sub(left, v32_set1(4))) {
    const vec32 some = v32_choose(v32_less(none, left), hash32_first_bytes(words[i], left), none);
    words[i] = v32_choose(v32_less(v32_set1(3), left), words[i], some);
  }
}

V_INLINE void hash_blocks_store(const struct hash_blocks_state *state, uint64_t *values) {
  const enum hash_result result = hash_function_of(state->hash)->result;
  vec64 low[V64_PER_32], high[V64_PER_32];
  v32_to_i64(state->v[0], low);
  v32_to_i64(state->v[1], high);
  for (int i = 0; i < V64_PER_32; i++) {
    if (result != HASH_I32) low[i] = v64_and(low[i], v64_set1(UINT32_MAX));
    if (result == HASH_U64) low[i] = v64_or(low[i], v64_sll(high[i], 32));
    v64_store(values + i * V64_LANES, low[i]);
  }
}

/* A chunk of every row. The longest has `most` bytes from there on: where that is too few for a block, no row
 * has one. */
V_INLINE void hash_blocks_add(const struct hash_blocks *hash, struct hash_blocks_state *state,
                              const vec32 words[BLOCK_WORDS], vec32 left, uint64_t most) {
  const mask32 any = v32_less(v32_set1(0), left);
  vec32 rest = left;
  if (most > state->kept) {
    const mask32 whole = v32_less(v32_set1(state->kept), left);
    vec32 next[BLOCK_WORDS], live[BLOCK_WORDS];
    for (int i = 0; i < BLOCK_WORDS; i++) {
      next[i] = state->v[i];
      live[i] = hash_live32(whole, words[i]);
    }
    hash->block(next, live);
    for (int i = 0; i < BLOCK_WORDS; i++) state->v[i] = v32_choose(whole, next[i], state->v[i]);
    /* A row that ends with this block has nothing left. */
    rest = v32_choose(whole, v32_set1(0), left);
  }
  state->left = v32_choose(any, rest, state->left);
  for (int i = 0; i < BLOCK_WORDS; i++) state->rest[i] = v32_choose(any, words[i], state->rest[i]);
}

/* V32_LANES rows. */
V_INLINE void hash_blocks_group(const struct hash_blocks *hash, const struct hash_rows *rows,
                                uint64_t *values) {
  struct hash_blocks_state state = {.hash = rows->hash, .kept = hash->size - 1};
  struct hash_blocks_rows of;
  hash_blocks_measure(rows, &of);
  state.length = v32_load_words(of.lengths);
  state.bounded = v32_load_words(of.bounded);
  for (int i = 0; i < 2; i++) state.seed[i] = v32_load_words(of.seeds[i]);
  state.left = v32_set1(0);
  for (int i = 0; i < BLOCK_WORDS; i++) state.v[i] = state.rest[i] = v32_set1(0);
  hash->begin(&state);
  for (uint64_t at = 0; at < of.most; at += hash->size) {
    vec32 words[BLOCK_WORDS];
    const vec32 left = hash_blocks_load(rows, &of, state.length, at, words);
    hash_blocks_add(hash, &state, words, left, of.most - at);
  }
  hash_blocks_cut(state.rest, state.left);
  hash->end(&state);
  hash_blocks_store(&state, values);
}

V_INLINE size_t hash_blocks_strings(const struct hash_blocks *hash, const struct hash_rows *rows,
                                    size_t count, uint64_t *values) {
  uint64_t begin[V32_LANES], end[V32_LANES], seeds[V32_LANES], results[V32_LANES];
  struct hash_rows group = *rows;
  for (size_t row = 0; row < count; row += V32_LANES) {
    const bool full = row + V32_LANES <= count;
    /* A group that is not full repeats its last row. */
    if (!full) group = hash_last_rows(rows, row, count, V32_LANES, begin, end, seeds);
    hash_blocks_group(hash, &group, full ? values + row : results);
    if (!full) memcpy(values + row, results, (count - row) * sizeof *values);
    group.begin += V32_LANES;
    group.end += V32_LANES;
    if (group.seeds != NULL) group.seeds += V32_LANES;
  }
  return count;
}

#endif
