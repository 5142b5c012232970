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

#define MD5_FIXED(name) md5_fixed_##name
#define MD5_FAMILY(name) md5_short_##name
#define MD5_FIXED_STREAMS V_STREAMS_MD5
#include "simd/kernels/md5_fixed_groups.h"

#if MD5_HAS_KEYS
#define MD5_FIXED(name) md5_fixed_keys_##name
#define MD5_FAMILY(name) md5_keys_##name
#define MD5_FIXED_STREAMS V_STREAMS_MD5_KEYS
#include "simd/kernels/md5_fixed_groups.h"
#endif

#if MD5_FEW_ROWS
enum {
  MD5_FEW_STRIDE = 64, /* keys that are farther apart are not copied */
  MD5_FEW_BLOCK = 64   /* what is read of the last row */
};

/* At most MD5_FEW_ROWS keys of at most MD5_FEW_BYTES bytes. A copy has room for whole vectors and units, and
 * zeros after the keys. */
static __attribute__((noinline)) void md5_few_keys(const uint8_t *keys, size_t rows, size_t width,
                                                   size_t stride, uint8_t *digests) {
  const int streams = md5_few_streams(rows);
  const size_t size = (rows - 1) * stride + width, whole = width / 4;
  const size_t room = (size_t)streams * V32_LANES * stride + MD5_FEW_BLOCK;
  const vec32 kept = v32_set1((1U << width % 4 * 8) - 1), padding = v32_set1(0x80U << width % 4 * 8);
  uint8_t copy[MD5_FEW_ROWS * MD5_FEW_STRIDE + MD5_FEW_BLOCK];
  vec32 words[16 * V_STREAMS_MD5_FEW];
  memcpy(copy, keys, size);
  memset(copy + size, 0, room - size);
  for (size_t s = 0; s < (size_t)streams; s++) {
    const uint8_t *from = copy + s * V32_LANES * stride;
    vec32 four[4];
    for (size_t word = 0; word < 16; word++) {
      if (word % 4 == 0 && word <= whole) v32_load_rows(from + 4 * word, stride, four);
      words[word * (size_t)streams + s] = word < whole    ? four[word % 4]
                                          : word == whole ? v32_or(v32_and(four[word % 4], kept), padding)
                                                          : v32_set1(0);
    }
    words[MD5_BIT_COUNT * (size_t)streams + s] = v32_set1((uint32_t)width * 8);
  }
  md5_few_hash(words, streams, rows, digests);
}
#endif

static void md5_fixed(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests) {
  if (rows == 0) return;
  /* Eight-byte rows side by side are read as they are. */
  const size_t safe = key_safe_rows(rows, stride, width <= 8 && stride == 8 ? 8 - width : key_beyond(width));
  size_t row = 0;
  if (safe >= MD5_SHORT_ROWS) {
    const struct md5_key_shape shape = md5_key_shape(width, stride);
#if MD5_HAS_KEYS
    if (safe >= rowkey_tuning()->md5_loops_from) row = md5_fixed_keys_groups(keys, safe, &shape, digests);
#endif
    row += md5_fixed_groups(keys + row * stride, safe - row, &shape, digests + 16 * row);
  }

#if MD5_FEW_ROWS
  while (row < rows && width <= MD5_FEW_BYTES && stride <= MD5_FEW_STRIDE) {
    const size_t part = rows - row < MD5_FEW_ROWS ? rows - row : MD5_FEW_ROWS;
    md5_few_keys(keys + row * stride, part, width, stride, digests + 16 * row);
    row += part;
  }
#endif

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
