/* MD5 of keys of one width at a stride. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_FIXED_H
#define ROWKEY_SIMD_KERNELS_MD5_FIXED_H

#include "simd/kernels/md5_short.h"
#include "simd/kernels/md5_strings.h"

/* What all keys of a width have in common: `whole` blocks of key bytes alone, then the rest, 0x80, zeros and
 * the bit count in a last block, or in two when the rest leaves less than nine bytes of the first. */
struct md5_key_shape {
  size_t stride;
  size_t whole;
  bool split;
  uint32_t rest_words;           /* words that hold the rest, 0…16 */
  vec32 last_mask, last_padding; /* the last of them: key bytes kept, 0x80 behind */
  uint32_t plain[64];            /* addends of blocks without constant words */
  uint32_t split_folded[64];     /* of the first of two last blocks */
  uint32_t folded[64];           /* of the last block */
};

static struct md5_key_shape md5_key_shape(size_t width, size_t stride) {
  const size_t rest = width % 64, partial = rest % 4;
  struct md5_key_shape shape = {.stride = stride,
                                .whole = width / 64,
                                .split = rest >= 56,
                                .rest_words = (uint32_t)(rest + 3) / 4,
                                .last_mask = v32_set1(partial == 0 ? UINT32_MAX : (1U << 8 * partial) - 1),
                                .last_padding = v32_set1(partial == 0 ? 0 : 0x80U << 8 * partial)};
  uint32_t block[16] = {0}, last[16] = {0};
  md5_fold_constants(shape.plain, block);
  if (partial == 0) (shape.split ? block : last)[rest / 4] = 0x80;
  md5_fold_constants(shape.split_folded, block);
  last[14] = (uint32_t)((uint64_t)width << 3);
  last[15] = (uint32_t)((uint64_t)width >> 29);
  md5_fold_constants(shape.folded, last);
  return shape;
}

/* The first `count` words of a block of each key; reads up to the next multiple of 16 bytes. */
V_INLINE void md5_fixed_words(const uint8_t *keys, size_t stride, const unsigned count,
                              vec32 words[16][V_STREAMS_MD5]) {
  for (int s = 0; s < V_STREAMS_MD5; s++) {
    const uint8_t *rows = keys + (size_t)(s * V32_LANES) * stride;
    if (count <= 2 && stride == 8) {
      vec32 pair[2];
      v32_load_pairs(rows, pair);
      words[0][s] = pair[0];
      words[1][s] = pair[1];
      continue;
    }
    for (unsigned quarter = 0; quarter < (count + 3) / 4; quarter++) {
      vec32 four[4];
      v32_load_rows(rows + 16 * quarter, stride, four);
      for (unsigned i = 0; i < 4; i++) words[4 * quarter + i][s] = four[i];
    }
  }
}

V_INLINE void md5_fixed_end_words(const struct md5_key_shape *shape, const unsigned count,
                                  vec32 words[16][V_STREAMS_MD5]) {
  if (count == 0) return;
  for (int s = 0; s < V_STREAMS_MD5; s++)
    words[count - 1][s] = v32_or(v32_and(words[count - 1][s], shape->last_mask), shape->last_padding);
}

/* All blocks but the last of keys of 56 bytes and more. */
static __attribute__((noinline)) void md5_fixed_before_last(const uint8_t *keys,
                                                            const struct md5_key_shape *shape,
                                                            vec32 state[4][V_STREAMS_MD5]) {
  vec32 words[16][V_STREAMS_MD5];
  for (size_t block = 0; block < shape->whole; block++) {
    md5_fixed_words(keys + 64 * block, shape->stride, 16, words);
    md5_short_rounds(state, words, 0xffff, shape->plain);
  }
  if (!shape->split) return;
  md5_fixed_words(keys + 64 * shape->whole, shape->stride, 16, words);
  md5_fixed_end_words(shape, shape->rest_words, words);
  for (unsigned i = shape->rest_words; i < 16; i++)
    for (int s = 0; s < V_STREAMS_MD5; s++) words[i][s] = v32_set1(0);
  md5_short_rounds(state, words, 0xffff, shape->split_folded);
}

/* MD5_SHORT_ROWS keys whose last block has `count` words of the key, 0…14. */
V_INLINE void md5_fixed_group(const uint8_t *keys, const struct md5_key_shape *shape, const unsigned count,
                              uint8_t *digests) {
  vec32 words[16][V_STREAMS_MD5], state[4][V_STREAMS_MD5];
  md5_short_begin(state);
  if (shape->whole > 0 || shape->split) {
    /* By way of a second array: what a call may change cannot stay in registers. */
    vec32 chained[4][V_STREAMS_MD5];
    md5_short_begin(chained);
    md5_fixed_before_last(keys, shape, chained);
    memcpy(state, chained, sizeof state);
  }
  md5_fixed_words(keys + 64 * shape->whole, shape->stride, count, words);
  md5_fixed_end_words(shape, count, words);
  md5_short_rounds(state, words, (1U << count) - 1, shape->folded);
  md5_short_end(state, digests);
}

/* One function for each count: it is a constant inside. Whole groups only; returns how many rows that were.
 */
#define MD5_FIXED_COUNTS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)
#define MD5_FIXED_DEFINE(count)                                                                        \
  static size_t md5_fixed_##count(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape, \
                                  uint8_t *digests) {                                                  \
    size_t row = 0;                                                                                    \
    for (; row + MD5_SHORT_ROWS <= rows; row += MD5_SHORT_ROWS)                                        \
      md5_fixed_group(keys + row * shape->stride, shape, count, digests + 16 * row);                   \
    return row;                                                                                        \
  }
MD5_FIXED_COUNTS(MD5_FIXED_DEFINE)

typedef size_t md5_fixed_groups(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                uint8_t *digests);
#define MD5_FIXED_NAME(count) md5_fixed_##count,
static md5_fixed_groups *const md5_fixed_by_count[] = {MD5_FIXED_COUNTS(MD5_FIXED_NAME)};

static void md5_fixed(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests) {
  if (rows == 0) return;
  const struct md5_key_shape shape = md5_key_shape(width, stride);
  /* The rows from which 16 bytes at a time can be read without leaving the keys. Eight-byte rows side by side
   * are read as they are. */
  const size_t rest = width % 64;
  const size_t beyond = width <= 8 && stride == 8 ? 8 - width : (rest + 15) / 16 * 16 - rest;
  const size_t unsafe = beyond == 0 ? 0 : (beyond + stride - 1) / stride;
  const size_t safe = rows > unsafe ? rows - unsafe : 0;
  size_t row = md5_fixed_by_count[shape.split ? 0 : shape.rest_words](keys, safe, &shape, digests);

  /* What is left, less than a group and a few rows, as strings of equal length. */
  const uint64_t size = (rows - 1) * stride + width;
  while (row < rows) {
    enum { PART = MD5_SHORT_ROWS + 16 };
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
