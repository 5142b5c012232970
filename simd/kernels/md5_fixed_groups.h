/* MD5 of whole groups of keys of one width, MD5_FIXED_STREAMS vectors of them.
 *
 * Parameters, defined before each inclusion and undefined at its end:
 *   MD5_FIXED(name)      the names that are defined here
 *   MD5_FAMILY(name)     the rounds, begin and end of such groups, of md5_short.h
 *   MD5_FIXED_STREAMS    their streams
 *   MD5_FIXED_IN_LOOPS   whether their rounds are in loops
 */
#define MD5_FIXED_ROWS (MD5_FIXED_STREAMS * V32_LANES)

/* A block of each key of a group, to be loaded: its first `count` words, those from word `ended` on with what
 * follows the key. Reads up to the next multiple of 16 bytes. */
typedef vec32 MD5_FIXED(words)[16][MD5_FIXED_STREAMS];
struct MD5_FIXED(block) {
  const uint8_t *keys;
  const struct md5_key_shape *shape;
  unsigned count, ended;
  MD5_FIXED(words) * words;
};

/* Four words of stream s, the first of them word 4 * quarter. */
V_INLINE void MD5_FIXED(load)(const struct MD5_FIXED(block) * block, unsigned quarter, unsigned s) {
  const struct md5_key_shape *shape = block->shape;
  const uint8_t *rows = block->keys + s * V32_LANES * shape->stride;
  vec32 four[4];
  if (block->count <= 2 && shape->stride == 8) {
    v32_load_pairs(rows, four);
  } else {
    v32_load_rows(rows + 16 * quarter, shape->stride, four);
  }
  for (unsigned i = 0; i < 4 && 4 * quarter + i < block->count; i++) {
    const unsigned index = 4 * quarter + i;
    (*block->words)[index][s] = index < block->ended ? four[i] : md5_key_end(shape, index, four[i]);
  }
}

/* A part of a block, of MD5_TURNS. */
V_INLINE void MD5_FIXED(load_part)(void *work, unsigned turn) {
  const struct MD5_FIXED(block) *block = work;
  const unsigned parts = MD5_FIXED_STREAMS * ((block->count + 3) / 4);
  for (unsigned i = parts * turn / MD5_TURNS; i < parts * (turn + 1) / MD5_TURNS; i++)
    MD5_FIXED(load)(block, i / MD5_FIXED_STREAMS, i % MD5_FIXED_STREAMS);
}

#define MD5_STREAMS MD5_FIXED_STREAMS
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS MD5_FIXED(rounds)
#include "simd/kernels/md5_rounds.h"

/* All blocks but the last of keys of 56 bytes and more. */
static __attribute__((noinline)) void MD5_FIXED(before_last)(const uint8_t *keys,
                                                             const struct md5_key_shape *shape,
                                                             vec32 state[4][MD5_FIXED_STREAMS]) {
  uint64_t begin[MD5_FIXED_ROWS];
  for (size_t i = 0; i < MD5_FIXED_ROWS; i++) begin[i] = i * shape->stride;
  const size_t blocks = shape->whole + (shape->split ? 1 : 0);
  for (size_t i = 0; i < blocks; i++) {
    const bool whole = i < shape->whole;
    MD5_FIXED(words) words;
    const struct MD5_FIXED(block) last = {keys + 64 * i, shape, 16, shape->rest_words - 1, &words};
#pragma GCC unroll 1
    for (unsigned s = 0; s < MD5_FIXED_STREAMS; s++) {
      if (whole) {
        v32_load_rows64(keys + 64 * i, begin + s * V32_LANES, &words[0][s], MD5_FIXED_STREAMS);
      } else {
        for (unsigned quarter = 0; quarter < 4; quarter++) MD5_FIXED(load)(&last, quarter, s);
      }
    }
    MD5_FIXED(rounds)(state, words, 0xffff, whole ? shape->plain : shape->split_folded, md5_nothing_meanwhile,
                      NULL);
  }
}

/* The state before the last block of a group. */
V_INLINE void MD5_FIXED(begin)(const uint8_t *keys, const struct md5_key_shape *shape,
                               vec32 state[4][MD5_FIXED_STREAMS]) {
  MD5_FAMILY(begin)(state);
  if (shape->whole == 0 && !shape->split) return;
  /* By way of a second array: what a call may change cannot stay in registers. */
  vec32 chained[4][MD5_FIXED_STREAMS];
  MD5_FAMILY(begin)(chained);
  MD5_FIXED(before_last)(keys, shape, chained);
  memcpy(state, chained, sizeof chained);
}

/* Digests of `groups` groups of MD5_FIXED_ROWS keys whose last block has `count` words of the key, 0…14. That
 * block of each group is loaded while the one before it is hashed. */
V_INLINE void MD5_FIXED(straight)(const uint8_t *keys, size_t groups, const struct md5_key_shape *shape,
                                  const unsigned count, uint8_t *digests) {
  MD5_FIXED(words) words[2];
  struct MD5_FIXED(block) next = {keys + 64 * shape->whole, shape, count, count - 1, &words[0]};
  for (unsigned turn = 0; groups > 0 && turn < MD5_TURNS; turn++) MD5_FIXED(load_part)(&next, turn);
  for (size_t group = 0; group < groups; group++) {
    vec32 state[4][MD5_FIXED_STREAMS];
    MD5_FIXED(begin)(keys + group * MD5_FIXED_ROWS * shape->stride, shape, state);
    /* After the last group it is loaded once more. */
    if (group + 1 < groups) next.keys += MD5_FIXED_ROWS * shape->stride;
    next.words = &words[(group + 1) % 2];
    MD5_FAMILY(rounds)(state, words[group % 2], (1U << count) - 1, shape->folded, MD5_FIXED(load_part),
                       &next);
    MD5_FAMILY(end)(state, digests + 16 * MD5_FIXED_ROWS * group);
  }
}

/* The same with rounds in loops, which would have what loads the next block once in each of them. */
V_INLINE void MD5_FIXED(rolled)(const uint8_t *keys, size_t groups, const struct md5_key_shape *shape,
                                const unsigned count, uint8_t *digests) {
  MD5_FIXED(words) words;
  memset(words, 0, sizeof words);
  for (size_t group = 0; group < groups; group++) {
    const uint8_t *at = keys + group * MD5_FIXED_ROWS * shape->stride;
    const struct MD5_FIXED(block) block = {at + 64 * shape->whole, shape, count, count - 1, &words};
    vec32 state[4][MD5_FIXED_STREAMS];
    MD5_FIXED(begin)(at, shape, state);
#pragma GCC unroll 1
    for (unsigned s = 0; s < MD5_FIXED_STREAMS; s++)
      for (unsigned quarter = 0; 4 * quarter < count; quarter++) MD5_FIXED(load)(&block, quarter, s);
    MD5_FAMILY(rounds)(state, words, (1U << count) - 1, shape->folded, md5_nothing_meanwhile, NULL);
    MD5_FAMILY(end)(state, digests + 16 * MD5_FIXED_ROWS * group);
  }
}

/* Whole groups of the rows. Returns how many rows that were. */
V_INLINE size_t MD5_FIXED(groups)(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                  const unsigned count, uint8_t *digests) {
  const size_t groups = rows / MD5_FIXED_ROWS;
  if (MD5_FIXED_IN_LOOPS)
    MD5_FIXED(rolled)(keys, groups, shape, count, digests);
  else
    MD5_FIXED(straight)(keys, groups, shape, count, digests);
  return groups * MD5_FIXED_ROWS;
}

/* One function for each count: it is a constant inside. */
#define MD5_FIXED_DEFINE(count)                                                                       \
  static size_t MD5_FIXED(count)(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape, \
                                 uint8_t *digests) {                                                  \
    return MD5_FIXED(groups)(keys, rows, shape, count, digests);                                      \
  }
MD5_FIXED_COUNTS(MD5_FIXED_DEFINE)
#define MD5_FIXED_NAME(count) MD5_FIXED(count),
static md5_fixed_function *const MD5_FIXED(by_count)[] = {MD5_FIXED_COUNTS(MD5_FIXED_NAME)};

#undef MD5_FIXED
#undef MD5_FAMILY
#undef MD5_FIXED_STREAMS
#undef MD5_FIXED_ROWS
#undef MD5_FIXED_IN_LOOPS
#undef MD5_FIXED_DEFINE
#undef MD5_FIXED_NAME
