/* Bits of 64-bit numbers put into another order, in steps that vectorize. */
#ifndef ROWKEY_SRC_BASE_BITS_H
#define ROWKEY_SRC_BASE_BITS_H

#include <stdint.h>

/* All 64 bits, the last one first. */
static inline uint64_t reversed_bits(uint64_t x) {
  x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
  x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
  x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
  return __builtin_bswap64(x);
}

/* Bit i of the lowest 32 becomes bit 2i. */
static inline uint64_t spread_bits(uint64_t x) {
  x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
  x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
  x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  x = (x | x << 2) & UINT64_C(0x3333333333333333);
  return (x | x << 1) & UINT64_C(0x5555555555555555);
}

/* Bit 2i becomes bit i; the others are left out. */
static inline uint64_t gathered_bits(uint64_t x) {
  x &= UINT64_C(0x5555555555555555);
  x = (x | x >> 1) & UINT64_C(0x3333333333333333);
  x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
  x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
  return (x | x >> 16) & UINT32_MAX;
}

/* The bits of both in turns, of numbers of 32 bits: the last one is that of b. */
static inline uint64_t interleaved_bits(uint64_t a, uint64_t b) {
  return spread_bits(a) << 1 | spread_bits(b);
}

/* The number by which an odd one is multiplied to give 1 modulo 2^64: each turn doubles the bits that are
 * right, 3 of the number itself. */
static inline uint64_t inverse_of_odd(uint64_t odd) {
  uint64_t inverse = odd;
  for (unsigned bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

/* The i64 divided by 2^count, 0 <= count <= 63, and rounded down. */
static inline uint64_t shifted_right_signed(uint64_t x, unsigned count) {
  const uint64_t sign = UINT64_C(1) << 63 >> count;
  return ((x >> count) ^ sign) - sign;
}

/* Before a short loop of numbers, which gcc then repeats so often: it hangs less on where its code begins.
 * clang unrolls such loops by itself, and leaves a loop scalar that it is told to unroll. */
#ifdef __clang__
#define ROWKEY_UNROLL(count)
#else
#define ROWKEY_PRAGMA(text) _Pragma(#text)
#define ROWKEY_UNROLL(count) ROWKEY_PRAGMA(GCC unroll count)
#endif

#endif
