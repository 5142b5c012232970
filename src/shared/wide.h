/* 64 by 64 to 128 bits, on machines with and without a 128-bit type. */
#ifndef ROWKEY_SHARED_WIDE_H
#define ROWKEY_SHARED_WIDE_H

#include <stdint.h>

/* The high word of a * b; the low one to *low. */
static inline uint64_t wide_multiply(uint64_t a, uint64_t b, uint64_t *low) {
#ifdef __SIZEOF_INT128__
  const unsigned __int128 product = (unsigned __int128)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
#else
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t other = a0 * b1 + (uint32_t)middle;
  *low = a * b;
  return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

/* (high:low) / d for high < d; the remainder to *remainder. Slow: for constants that are computed once. */
static inline uint64_t wide_divide(uint64_t high, uint64_t low, uint64_t d, uint64_t *remainder) {
  uint64_t quotient = 0;
  for (int i = 0; i < 64; i++) {
    const uint64_t carry = high >> 63;
    high = high << 1 | low >> 63;
    low <<= 1;
    quotient <<= 1;
    if (carry || high >= d) {
      high -= d;
      quotient |= 1;
    }
  }
  *remainder = high;
  return quotient;
}

#endif
