/* Numbers of 128 bits, on machines with and without a type for them. */
#ifndef ROWKEY_INFER_WIDE_NUMBERS_H
#define ROWKEY_INFER_WIDE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wide_number {
  uint64_t high, low;
};

static inline bool wide_is_zero(struct wide_number a) { return (a.high | a.low) == 0; }

static inline int wide_compare(struct wide_number a, struct wide_number b) {
  if (a.high != b.high) return a.high < b.high ? -1 : 1;
  return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

/* a - b, for a >= b. */
static inline struct wide_number wide_subtract(struct wide_number a, struct wide_number b) {
  return (struct wide_number){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* bits: 0 to 128 */
static inline struct wide_number wide_shift_right(struct wide_number a, size_t bits) {
  if (bits >= 64) return (struct wide_number){0, bits == 128 ? 0 : a.high >> (bits - 64)};
  return bits == 0 ? a : (struct wide_number){a.high >> bits, a.low >> bits | a.high << (64 - bits)};
}

static inline struct wide_number wide_shift_left(struct wide_number a, size_t bits) {
  if (bits >= 64) return (struct wide_number){bits == 128 ? 0 : a.low << (bits - 64), 0};
  return bits == 0 ? a : (struct wide_number){a.high << bits | a.low >> (64 - bits), a.low << bits};
}

/* How many times 2 divides a, which is not 0. */
static inline size_t wide_twos(struct wide_number a) {
  size_t twos = 0;
  while ((wide_shift_right(a, twos).low & 1) == 0) twos++;
  return twos;
}

/* The greatest number that divides both; of 0 and a it is a. By Stein's algorithm. */
static inline struct wide_number wide_common_divisor(struct wide_number a, struct wide_number b) {
  if (wide_is_zero(a)) return b;
  if (wide_is_zero(b)) return a;
  const size_t a_twos = wide_twos(a), b_twos = wide_twos(b);
  a = wide_shift_right(a, a_twos);
  b = wide_shift_right(b, b_twos);
  while (wide_compare(a, b) != 0) {
    if (wide_compare(a, b) < 0) {
      const struct wide_number swapped = a;
      a = b;
      b = swapped;
    }
    a = wide_subtract(a, b);
    a = wide_shift_right(a, wide_twos(a));
  }
  return wide_shift_left(a, a_twos < b_twos ? a_twos : b_twos);
}

#endif
