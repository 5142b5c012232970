/* CRCs of rows, one row at a time and eight bytes at a step. The steps of a CRC, in a file of its own, say
 * what is done with the eight bytes: an instruction, two carry-less multiplications, or eight tables. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC_H

#include "simd/kernels/hash_rows.h"

/* A CRC in steps. They are constants where the functions below are called, and inlined there. The byte of the
 * state that meets the next byte of the message is its lowest. */
struct crc {
  uint32_t first;                                  /* the state before any byte */
  uint32_t (*word)(uint32_t state, uint64_t word); /* the state after eight bytes, the lowest first */
  uint32_t (*value)(uint32_t state);
};

/* Up to seven bytes, bits = 8 times their count: with zeros in front they are a whole word, as zeros in front
 * of a state of zero change nothing. What the state has beyond them stays. */
V_INLINE uint32_t crc_tail(const struct crc *crc, uint32_t state, uint64_t word, uint32_t bits) {
  word ^= state;
  const uint32_t beyond = (uint32_t)(word >> bits);
  return beyond ^ crc->word(0, word << (63 - bits) << 1);
}

/* `readable` bytes, at least `size`, can be read. */
V_INLINE uint64_t crc_row(const struct crc *crc, const uint8_t *bytes, uint64_t size, uint64_t readable) {
  uint32_t state = crc->first;
  uint64_t at = 0;
  for (; at + 8 <= size; at += 8) state = crc->word(state, load_le64(bytes + at));
  const uint32_t bits = (uint32_t)(size - at) * 8;
  if (bits > 0) {
    uint64_t word;
    if (readable - at >= 8) {
      word = load_le64(bytes + at) & ((UINT64_C(1) << bits) - 1);
    } else if (size >= 8) {
      word = load_le64(bytes + size - 8) >> (64 - bits);
    } else {
      uint8_t copy[8] = {0};
      memcpy(copy, bytes, (size_t)size);
      word = load_le64(copy);
    }
    state = crc_tail(crc, state, word, bits);
  }
  return crc->value(state);
}

V_INLINE size_t crc_strings(const struct crc *crc, const struct hash_rows *rows, size_t count,
                            uint64_t *values) {
  for (size_t row = 0; row < count; row++) {
    const uint64_t begin = rows->begin[row];
    values[row] = crc_row(crc, rows->bytes + begin, rows->end[row] - begin, rows->size - begin);
  }
  return count;
}

/* Rows of so many whole words and `bits` more, after which seven bytes can be read. */
V_INLINE void crc_rows(const struct crc *crc, const struct hash_keys *keys, size_t rows, size_t words,
                       uint32_t bits, uint64_t *values) {
  const uint64_t used = (UINT64_C(1) << bits) - 1;
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *bytes = keys->at + row * keys->stride;
    uint32_t state = crc->first;
    for (size_t i = 0; i < words; i++) state = crc->word(state, load_le64(bytes + 8 * i));
    if (bits > 0) state = crc_tail(crc, state, load_le64(bytes + 8 * words) & used, bits);
    values[row] = crc->value(state);
  }
}

/* With the words of short keys a constant, nothing is left to be decided for each row. */
V_INLINE size_t crc_fixed(const struct crc *crc, const struct hash_keys *keys, size_t count,
                          uint64_t *values) {
  const size_t safe = key_safe_rows(count, keys->stride, 7), words = keys->width / 8;
  const uint32_t bits = (uint32_t)(keys->width % 8) * 8;
  if (words == 1 && bits == 0) {
    crc_rows(crc, keys, safe, 1, 0, values);
  } else if (words == 2) {
    crc_rows(crc, keys, safe, 2, bits, values);
  } else if (words == 4 && bits == 0) {
    crc_rows(crc, keys, safe, 4, 0, values);
  } else {
    crc_rows(crc, keys, safe, words, bits, values);
  }
  return safe;
}

/* The drivers of a CRC in which its steps are constants. */
#define CRC_DEFINE(name, steps)                                                                \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) { \
    return crc_strings(&(steps), rows, count, values);                                         \
  }                                                                                            \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {   \
    return crc_fixed(&(steps), keys, count, values);                                           \
  }

/* Table i holds what a byte comes to when i more bytes follow it (Kounavis, Berry 2005: slicing by eight).
 * The preprocessor makes them: an entry is the exclusive or of those of its bits 1, 2, 4, … */
#define CRC_4(x, a, b) (x), (x) ^ (a), (x) ^ (b), (x) ^ (a) ^ (b)
#define CRC_16(x, a, b, c, d) \
  CRC_4(x, a, b), CRC_4((x) ^ (c), a, b), CRC_4((x) ^ (d), a, b), CRC_4((x) ^ (c) ^ (d), a, b)
#define CRC_64(x, a, b, c, d, e, f)                                                    \
  CRC_16(x, a, b, c, d), CRC_16((x) ^ (e), a, b, c, d), CRC_16((x) ^ (f), a, b, c, d), \
      CRC_16((x) ^ (e) ^ (f), a, b, c, d)
#define CRC_TABLE(a, b, c, d, e, f, g, h)                                                  \
  {CRC_64(0U, a, b, c, d, e, f), CRC_64(g, a, b, c, d, e, f), CRC_64(h, a, b, c, d, e, f), \
   CRC_64((g) ^ (h), a, b, c, d, e, f)}

/* The state after the eight bytes of `word`, which holds the state before them in its lowest bytes. */
#define CRC_SLICED(tables, word)                                                    \
  ((uint32_t)((tables)[7][(word) & 0xff] ^ (tables)[6][(word) >> 8 & 0xff] ^        \
              (tables)[5][(word) >> 16 & 0xff] ^ (tables)[4][(word) >> 24 & 0xff] ^ \
              (tables)[3][(word) >> 32 & 0xff] ^ (tables)[2][(word) >> 40 & 0xff] ^ \
              (tables)[1][(word) >> 48 & 0xff] ^ (tables)[0][(word) >> 56]))

#endif
