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
