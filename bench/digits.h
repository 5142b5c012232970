/* Decimal text and back by scalar code: what a good C programmer writes without vectors, and so the peers
 * that decimal/, parse/, encode/ and decode/ are measured against. */
#ifndef ROWKEY_BENCH_DIGITS_H
#define ROWKEY_BENCH_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Two digits a look-up -------------------------------------------------------------------- */

#define TWO_DIGITS_INLINE static inline __attribute__((always_inline))

static const char two_digits[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

TWO_DIGITS_INLINE void two_digits_put(char *text, uint32_t pair) { memcpy(text, two_digits + 2 * pair, 2); }

TWO_DIGITS_INLINE void two_digits_put4(char *text, uint32_t value) {
  two_digits_put(text, value / 100);
  two_digits_put(text + 2, value % 100);
}

TWO_DIGITS_INLINE void two_digits_put8(char *text, uint32_t value) {
  two_digits_put4(text, value / 10000);
  two_digits_put4(text + 4, value % 10000);
}

/* Zero-padded to `width`, which is constant where this is called; value < 10^width. */
TWO_DIGITS_INLINE void two_digits_padded(char *text, uint64_t value, unsigned width) {
  for (; width > 8; width -= 8) {
    uint64_t upper = value / 100000000;
    two_digits_put8(text + width - 8, (uint32_t)(value - upper * 100000000));
    value = upper;
  }
  uint32_t rest = (uint32_t)value;
  if (width >= 4) {
    width -= 4;
    two_digits_put4(text + width, rest % 10000);
    rest /= 10000;
  }
  if (width >= 2) {
    width -= 2;
    two_digits_put(text + width, rest % 100);
    rest /= 100;
  }
  if (width == 2) two_digits_put(text, rest);
  if (width == 1) text[0] = (char)('0' + rest);
}

TWO_DIGITS_INLINE size_t two_digits_count(uint64_t value) {
  static const uint64_t nines[20] = {0,
                                     UINT64_C(9),
                                     UINT64_C(99),
                                     UINT64_C(999),
                                     UINT64_C(9999),
                                     UINT64_C(99999),
                                     UINT64_C(999999),
                                     UINT64_C(9999999),
                                     UINT64_C(99999999),
                                     UINT64_C(999999999),
                                     UINT64_C(9999999999),
                                     UINT64_C(99999999999),
                                     UINT64_C(999999999999),
                                     UINT64_C(9999999999999),
                                     UINT64_C(99999999999999),
                                     UINT64_C(999999999999999),
                                     UINT64_C(9999999999999999),
                                     UINT64_C(99999999999999999),
                                     UINT64_C(999999999999999999),
                                     UINT64_C(9999999999999999999)};
  /* 1233 / 4096 is just above log10(2): the count is `guess` or one more. */
  size_t guess = (size_t)(64 - __builtin_clzll(value | 1)) * 1233 >> 12;
  return guess + ((value | 1) > nines[guess]);
}

/* Without padding; returns the length, 1 … 20. */
TWO_DIGITS_INLINE size_t two_digits_unpadded(char *text, uint64_t value) {
  size_t length = two_digits_count(value);
  char *end = text + length;
  for (; value >= 100000000; value /= 100000000) {
    end -= 8;
    two_digits_put8(end, (uint32_t)(value % 100000000));
  }
  uint32_t rest = (uint32_t)value;
  if (rest >= 10000) {
    end -= 4;
    two_digits_put4(end, rest % 10000);
    rest /= 10000;
  }
  if (rest >= 100) {
    end -= 2;
    two_digits_put(end, rest % 100);
    rest /= 100;
  }
  if (rest >= 10)
    two_digits_put(end - 2, rest);
  else
    end[-1] = (char)('0' + rest);
  return length;
}

/* ---- Four digits a look-up in a table of 40 KB: the fastest where the first cache holds nothing else ----
 */

extern char four_digits[10000][4];

/* Before any other function of four digits. */
void four_digits_create(void);

/* Zero-padded to `width`, which is constant where this is called; value < 10^width. */
static inline __attribute__((always_inline)) void four_digits_padded(char *text, uint64_t value,
                                                                     unsigned width) {
  for (; width > 8; width -= 8) {
    const uint64_t upper = value / 100000000;
    const uint32_t lower = (uint32_t)(value - upper * 100000000);
    memcpy(text + width - 8, four_digits[lower / 10000], 4);
    memcpy(text + width - 4, four_digits[lower % 10000], 4);
    value = upper;
  }
  uint32_t rest = (uint32_t)value;
  if (width > 4) {
    width -= 4;
    memcpy(text + width, four_digits[rest % 10000], 4);
    rest /= 10000;
  }
  memcpy(text, four_digits[rest] + 4 - width, width);
}

/* ---- Eight digits in a register -------------------------------------------------------------- */

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
