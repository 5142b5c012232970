/* Eight decimal digits and back within one register. */
#ifndef ROWKEY_BENCH_EIGHT_DIGITS_H
#define ROWKEY_BENCH_EIGHT_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

/* The text of a value below 10^8, zero-padded, first character lowest. One register holds all the digits:
 * what is built from stored bytes would wait until they can be read back as words. */
static inline uint64_t eight_characters(uint64_t value) {
  uint64_t upper = value * 109951163 >> 40; /* value / 10^4 */
  uint64_t x = upper | (value - 10000 * upper) << 32;
  upper = x * 5243 >> 19 & 0x0000007f0000007f; /* each half / 100 */
  x = upper | (x - 100 * upper) << 16;
  upper = x * 103 >> 10 & 0x000f000f000f000f; /* each quarter / 10 */
  return (upper | (x - 10 * upper) << 8) | 0x3030303030303030;
}

/* Turns eight characters, the first one lowest, into a number, unless one of them is no digit. */
static inline bool parse_eight_digits(uint64_t text, uint64_t *value) {
  const uint64_t high = 0xf0f0f0f0f0f0f0f0, zeros = 0x3030303030303030;
  if (((text & high) | ((text + 0x0606060606060606) & high) >> 4) != (zeros | zeros >> 4)) return false;
  text -= zeros;
  text = text * 2561 >> 8 & 0x00ff00ff00ff00ff;     /* pairs: 10 * 256 + 1 */
  text = text * 6553601 >> 16 & 0x0000ffff0000ffff; /* fours: 100 * 2^16 + 1 */
  *value = text * UINT64_C(42949672960001) >> 32;   /* 10000 * 2^32 + 1 */
  return true;
}

#endif
