/* MD5 of keys of one width at a stride. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_FIXED_H
#define ROWKEY_SIMD_KERNELS_MD5_FIXED_H

#include "simd/kernels/key_rows.h"
#include "simd/kernels/md5_short.h"
#include "simd/kernels/md5_strings.h"

/* What all keys of a width have in common: `whole` blocks of key bytes alone, then the rest, 0x80, zeros and
 * the bit count in a last block, or in two when the rest leaves less than nine bytes of the first. */
struct md5_key_shape {
  const uint32_t *plain; /* addends of blocks without constant words */
  size_t stride;
  size_t whole;
  bool split;
  uint32_t rest_words;       /* words that hold the rest, 0…16 */
  vec32 kept[4], padding[4]; /* the four words with the last of these: key bytes kept, and 0x80 after */
  uint32_t split_folded[64]; /* of the first of two last blocks */
  uint32_t folded[64];       /* of the last block */
};

static struct md5_key_shape md5_key_shape(size_t width, size_t stride) {
  const size_t rest = width % 64, partial = rest % 4;
  struct md5_key_shape shape = {.plain = md5_plain_addends(),
                                .stride = stride,
                                .whole = width / 64,
                                .split = rest >= 56,
                                .rest_words = (uint32_t)(rest + 3) / 4};
  for (size_t i = 0; i < 4; i++) {
    const size_t word = rest / 4 % 4;
    shape.kept[i] = v32_set1(i < word || rest % 16 == 0 ? UINT32_MAX
                             : i > word                 ? 0
                                                        : (1U << 8 * partial) - 1);
    shape.padding[i] = v32_set1(i == word && partial != 0 ? 0x80U << 8 * partial : 0);
  }
  uint32_t block[16] = {0}, last[16] = {0};
  if (partial == 0) (shape.split ? block : last)[rest / 4] = 0x80;
  md5_fold_constants(shape.split_folded, block);
  last[14] = (uint32_t)((uint64_t)width << 3);
  last[15] = (uint32_t)((uint64_t)width >> 29);
  md5_fold_constants(shape.folded, last);
  return shape;
}

/* Word `index` of the last words: with what follows the key. */
V_INLINE vec32 md5_key_end(const struct md5_key_shape *shape, unsigned index, vec32 word) {
  return v32_or(v32_and(word, shape->kept[index % 4]), shape->padding[index % 4]);
}

/* A block of each key of a group, to be loaded: its first `count` words, those from word `ended` on with what
 * follows the key. Reads up to the next multiple of 16 bytes. */
typedef vec32 md5_fixed_words[16][V_STREAMS_MD5_KEYS];
struct md5_fixed_block {
  const uint8_t *keys;
  const struct md5_key_shape *shape;
  unsigned count, ended;
  md5_fixed_words *words;
};

/* Four words of stream s, the first of them word 4 * quarter. */
V_INLINE void md5_fixed_load(const struct md5_fixed_block *block, unsigned quarter, unsigned s) {
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
V_INLINE void md5_fixed_load_part(void *work, unsigned turn) {
  const struct md5_fixed_block *block = work;
  const unsigned parts = V_STREAMS_MD5_KEYS * ((block->count + 3) / 4);
  for (unsigned i = parts * turn / MD5_TURNS; i < parts * (turn + 1) / MD5_TURNS; i++)
    md5_fixed_load(block, i / V_STREAMS_MD5_KEYS, i % V_STREAMS_MD5_KEYS);
}

#define MD5_STREAMS V_STREAMS_MD5_KEYS
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS md5_fixed_rounds
#include "simd/kernels/md5_rounds.h"

/* All blocks but the last of keys of 56 bytes and more. */
static __attribute__((noinline)) void md5_fixed_before_last(const uint8_t *keys,
                                                            const struct md5_key_shape *shape,
                                                            vec32 state[4][V_STREAMS_MD5_KEYS]) {
  uint64_t begin[MD5_KEYS_ROWS];
  for (size_t i = 0; i < MD5_KEYS_ROWS; i++) begin[i] = i * shape->stride;
  const size_t blocks = shape->whole + (shape->split ? 1 : 0);
  for (size_t i = 0; i < blocks; i++) {
    const bool whole = i < shape->whole;
    md5_fixed_words words;
    const struct md5_fixed_block last = {keys + 64 * i, shape, 16, shape->rest_words - 1, &words};
#pragma GCC unroll 1
    for (unsigned s = 0; s < V_STREAMS_MD5_KEYS; s++) {
      if (whole) {
        v32_load_rows64(keys + 64 * i, begin + s * V32_LANES, &words[0][s], V_STREAMS_MD5_KEYS);
      } else {
        for (unsigned quarter = 0; quarter < 4; quarter++) md5_fixed_load(&last, quarter, s);
      }
    }
    md5_fixed_rounds(state, words, 0xffff, whole ? shape->plain : shape->split_folded, md5_nothing_meanwhile,
                     NULL);
  }
}

/* The state before the last block of a group. */
V_INLINE void md5_fixed_begin(const uint8_t *keys, const struct md5_key_shape *shape,
                              vec32 state[4][V_STREAMS_MD5_KEYS]) {
  md5_keys_begin(state);
  if (shape->whole == 0 && !shape->split) return;
  /* By way of a second array: what a call may change cannot stay in registers. */
  vec32 chained[4][V_STREAMS_MD5_KEYS];
  md5_keys_begin(chained);
  md5_fixed_before_last(keys, shape, chained);
  memcpy(state, chained, sizeof chained);
}

/* Digests of `groups` groups of MD5_KEYS_ROWS keys whose last block has `count` words of the key, 0…14. That
 * block of each group is loaded while the one before it is hashed. */
V_INLINE void md5_fixed_straight(const uint8_t *keys, size_t groups, const struct md5_key_shape *shape,
                                 const unsigned count, uint8_t *digests) {
  md5_fixed_words words[2];
  struct md5_fixed_block next = {keys + 64 * shape->whole, shape, count, count - 1, &words[0]};
  for (unsigned turn = 0; groups > 0 && turn < MD5_TURNS; turn++) md5_fixed_load_part(&next, turn);
  for (size_t group = 0; group < groups; group++) {
    vec32 state[4][V_STREAMS_MD5_KEYS];
    md5_fixed_begin(keys + group * MD5_KEYS_ROWS * shape->stride, shape, state);
    /* After the last group it is loaded once more. */
    if (group + 1 < groups) next.keys += MD5_KEYS_ROWS * shape->stride;
    next.words = &words[(group + 1) % 2];
    md5_keys_rounds(state, words[group % 2], (1U << count) - 1, shape->folded, md5_fixed_load_part, &next);
    md5_keys_end(state, digests + 16 * MD5_KEYS_ROWS * group);
  }
}

/* The same with rounds in loops, which would have what loads the next block once in each of them. */
V_INLINE void md5_fixed_rolled(const uint8_t *keys, size_t groups, const struct md5_key_shape *shape,
                               const unsigned count, uint8_t *digests) {
  md5_fixed_words words;
  memset(words, 0, sizeof words);
  for (size_t group = 0; group < groups; group++) {
    const uint8_t *at = keys + group * MD5_KEYS_ROWS * shape->stride;
    const struct md5_fixed_block block = {at + 64 * shape->whole, shape, count, count - 1, &words};
    vec32 state[4][V_STREAMS_MD5_KEYS];
    md5_fixed_begin(at, shape, state);
#pragma GCC unroll 1
    for (unsigned s = 0; s < V_STREAMS_MD5_KEYS; s++)
      for (unsigned quarter = 0; 4 * quarter < count; quarter++) md5_fixed_load(&block, quarter, s);
    md5_keys_rounds(state, words, (1U << count) - 1, shape->folded, md5_nothing_meanwhile, NULL);
    md5_keys_end(state, digests + 16 * MD5_KEYS_ROWS * group);
  }
}

/* Whole groups of the rows. Returns how many rows that were. */
V_INLINE size_t md5_fixed_groups(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                 const unsigned count, uint8_t *digests) {
  const size_t groups = rows / MD5_KEYS_ROWS;
  if (V_MD5_KEYS_ROLLED)
    md5_fixed_rolled(keys, groups, shape, count, digests);
  else
    md5_fixed_straight(keys, groups, shape, count, digests);
  return groups * MD5_KEYS_ROWS;
}

/* One function for each count: it is a constant inside. */
#define MD5_FIXED_COUNTS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)
#define MD5_FIXED_DEFINE(count)                                                                        \
  static size_t md5_fixed_##count(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape, \
                                  uint8_t *digests) {                                                  \
    return md5_fixed_groups(keys, rows, shape, count, digests);                                        \
  }
MD5_FIXED_COUNTS(MD5_FIXED_DEFINE)

typedef size_t md5_fixed_function(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                  uint8_t *digests);
#define MD5_FIXED_NAME(count) md5_fixed_##count,
static md5_fixed_function *const md5_fixed_by_count[] = {MD5_FIXED_COUNTS(MD5_FIXED_NAME)};

static void md5_fixed(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests) {
  if (rows == 0) return;
  /* Eight-byte rows side by side are read as they are. */
  const size_t safe = key_safe_rows(rows, stride, width <= 8 && stride == 8 ? 8 - width : key_beyond(width));
  size_t row = 0;
  if (safe >= MD5_KEYS_ROWS) {
    const struct md5_key_shape shape = md5_key_shape(width, stride);
    row = md5_fixed_by_count[shape.split ? 0 : shape.rest_words](keys, safe, &shape, digests);
  }

  /* What is left, less than a group and a few rows, as strings of equal length. */
  const uint64_t size = (rows - 1) * stride + width;
  while (row < rows) {
    enum { PART = MD5_KEYS_ROWS + 16 };
    uint64_t begin[PART], end[PART];
    const size_t part = rows - row < PART ? rows - row : PART;
    for (size_t i = 0; i < part; i++) {
      begin[i] = (row + i) * stride;
      end[i] = begin[i] + width;
    }
    const struct rowkey_strings strings = {keys, size, begin, end};
    md5_strings(&strings, part, digests + 16 * row);
    row += part;
  }
}

#endif
