/* Eight characters at a time, in the bytes of a word: the first one is the lowest byte. */
#ifndef ROWKEY_SRC_TYPES_SWAR_H
#define ROWKEY_SRC_TYPES_SWAR_H

#include "simd/memory.h"

#define EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))

/* The first eight characters of a text, or all that it has and zeros after them. */
static inline uint64_t first_characters(const uint8_t *text, size_t size) {
  if (size >= 8) return load_le64(text);
  if (size >= 4) return load_le32(text) | (uint64_t)load_le32(text + size - 4) << 8 * (size - 4);
  if (size == 0) return 0;
  return text[0] | (uint64_t)text[size / 2] << 8 * (size / 2) | (uint64_t)text[size - 1] << 8 * (size - 1);
}

/* Not 0 when a byte is above 9. A byte below 128 reaches 128 with 118 when it is; one that is not reaches it
 * by itself, and what it carries into the next changes nothing then. */
static inline uint64_t above_nine(uint64_t bytes) {
  return ((bytes + EACH_BYTE(0x76)) | bytes) & EACH_BYTE(0x80);
}

/* The number that eight digits, each 0 to 9, spell: pairs, then fours, then all. */
static inline uint64_t join_digits(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  digits = (digits & UINT64_C(0x00ff00ff00ff00ff)) * 100 + (digits >> 16 & UINT64_C(0x00ff00ff00ff00ff));
  return (digits & 0xffff) * 10000 + (digits >> 32 & 0xffff);
}

#endif
