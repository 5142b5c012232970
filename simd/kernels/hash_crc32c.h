/* CRC32C, eight bytes at a time: by the instruction where there is one, else by eight tables. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC32C_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC32C_H

#include "simd/kernels/hash_rows.h"

#ifdef V_HAS_CRC32C
V_INLINE uint32_t crc32c_word(uint32_t crc, uint64_t word) { return v_crc32c(crc, word); }
#else
#include "simd/kernels/hash_crc32c_tables.h"
/* Table i holds what a byte comes to when i more bytes follow it (Kounavis, Berry 2005: slicing by eight). */
V_INLINE uint32_t crc32c_word(uint32_t crc, uint64_t word) {
  uint32_t next = 0;
  word ^= crc;
  for (unsigned i = 0; i < 8; i++) next ^= crc32c_tables[7 - i][(word >> 8 * i) & 0xff];
  return next;
}
#endif

/* Up to seven bytes, bits = 8 times their count: with zeros in front they are a whole word, as zeros in front
 * of a state of zero change nothing. What the state has beyond them stays. */
V_INLINE uint32_t crc32c_tail(uint32_t crc, uint64_t word, uint32_t bits) {
  word ^= crc;
  return (uint32_t)(word >> bits) ^ crc32c_word(0, word << (63 - bits) << 1);
}

/* `readable` bytes, at least `size`, can be read. */
V_INLINE uint64_t crc32c_row(const uint8_t *bytes, uint64_t size, uint64_t readable) {
  uint32_t crc = UINT32_MAX;
  uint64_t at = 0;
  for (; at + 8 <= size; at += 8) crc = crc32c_word(crc, load_le64(bytes + at));
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
    crc = crc32c_tail(crc, word, bits);
  }
  return ~crc;
}

static size_t hash_crc32c_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  for (size_t row = 0; row < count; row++) {
    const uint64_t begin = rows->begin[row];
    values[row] = crc32c_row(rows->bytes + begin, rows->end[row] - begin, rows->size - begin);
  }
  return count;
}

/* Rows of `width` bytes, so many whole words and `bits` more, after which seven bytes can be read. */
V_INLINE void crc32c_rows(const struct hash_keys *keys, size_t rows, size_t words, uint32_t bits,
                          uint64_t *values) {
  const uint64_t used = (UINT64_C(1) << bits) - 1;
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *bytes = keys->at + row * keys->stride;
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < words; i++) crc = crc32c_word(crc, load_le64(bytes + 8 * i));
    if (bits > 0) crc = crc32c_tail(crc, load_le64(bytes + 8 * words) & used, bits);
    values[row] = ~crc;
  }
}

/* With the words of short keys a constant, nothing is left to be decided for each row. */
static size_t hash_crc32c_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {
  const size_t safe = key_safe_rows(count, keys->stride, 7), words = keys->width / 8;
  const uint32_t bits = (uint32_t)(keys->width % 8) * 8;
  if (words == 1 && bits == 0) {
    crc32c_rows(keys, safe, 1, 0, values);
  } else if (words == 2) {
    crc32c_rows(keys, safe, 2, bits, values);
  } else if (words == 4 && bits == 0) {
    crc32c_rows(keys, safe, 4, 0, values);
  } else {
    crc32c_rows(keys, safe, words, bits, values);
  }
  return safe;
}

static const struct hash_drivers hash_crc32c[] = {{hash_crc32c_fixed, hash_crc32c_strings, 1}};

#endif
