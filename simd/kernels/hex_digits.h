/* Hex digits of four bytes at a time, in a word. */
#ifndef ROWKEY_SIMD_KERNELS_HEX_DIGITS_H
#define ROWKEY_SIMD_KERNELS_HEX_DIGITS_H

#include <stdbool.h>

#include "simd/memory.h"

/* What is added to a digit above 9, in each byte: the letters do not follow the digits in ASCII. */
V_INLINE uint64_t hex_letters(bool upper) { return upper ? 'A' - '9' - 1 : 'a' - '9' - 1; }

/* The digits of four bytes: those of the lowest byte are the lowest, and of each the high one comes first. */
V_INLINE uint64_t hex_digits(uint32_t bytes, uint64_t letters) {
  uint64_t x = bytes;
  x = (x << 16 | x) & UINT64_C(0x0000ffff0000ffff);
  x = (x << 8 | x) & UINT64_C(0x00ff00ff00ff00ff);
  x = (x << 8 & UINT64_C(0x0f000f000f000f00)) | (x >> 4 & UINT64_C(0x000f000f000f000f));
  const uint64_t above_9 = (x + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
  return x + UINT64_C(0x3030303030303030) + above_9 * letters;
}

#endif
