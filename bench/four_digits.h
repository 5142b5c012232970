/* Decimal text by scalar code, four digits a look-up in a table of 40 KB: the fastest where the first cache
 * has nothing else to hold. */
#ifndef ROWKEY_BENCH_FOUR_DIGITS_H
#define ROWKEY_BENCH_FOUR_DIGITS_H

#include <stdint.h>
#include <string.h>

extern char four_digits[10000][4];

/* Before anything else here. */
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

#endif
