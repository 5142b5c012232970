/* Numbers of 128 bits, for counting what fields can hold. */
#ifndef ROWKEY_REGIONS_NUMBER_H
#define ROWKEY_REGIONS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

struct number {
  uint64_t high, low;
};

static inline struct number number_of(uint64_t low) { return (struct number){0, low}; }

static inline bool number_less(struct number a, struct number b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Modulo 2^128, as the next one. */
static inline struct number number_add(struct number a, struct number b) {
  const uint64_t low = a.low + b.low;
  return (struct number){a.high + b.high + (low < a.low), low};
}

static inline struct number number_subtract(struct number a, struct number b) {
  return (struct number){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static inline struct number number_half(struct number a) {
  return (struct number){a.high >> 1, a.low >> 1 | a.high << 63};
}

static inline double number_to_double(struct number a) {
  return (double)a.high * 18446744073709551616.0 + (double)a.low;
}

/* floor((a + 1) * factor / divisor), for factor <= divisor != 0: which is the number of values that the first
 * `factor` of `divisor` even pieces of 0 … a hold. The result must be below 2^128: factor < divisor, or a is
 * not the largest number. */
struct number rowkey_number_portion(struct number a, uint32_t factor, uint32_t divisor);

/* *a / divisor, and the remainder. */
uint32_t rowkey_number_divide(struct number *a, uint32_t divisor);

#endif
