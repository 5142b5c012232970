/* Hashes as decimal numbers: 39 digits are one of 0…3 and two groups of 19, which fit 64 bits. */
#ifndef ROWKEY_SIMD_KERNELS_DECIMAL_U128_H
#define ROWKEY_SIMD_KERNELS_DECIMAL_U128_H

#include "simd/kernels/decimal.h"
#include "simd/kernels/modulo.h"

enum { DECIMAL_U128_DIGITS = 39, DECIMAL_U128_GROUP = 19, DECIMAL_U128_ROWS = 64 };

#define DECIMAL_1E19 UINT64_C(10000000000000000000)
/* floor((2^128 - 1) / 10^19) - 2^64: 10^19 has its highest bit set, as modulo_2_by_1 wants it */
#define DECIMAL_1E19_RECIPROCAL UINT64_C(15581492618384294730)

/* All bits set where `holds`. Of hashes nobody can foretell it, and compilers that know what the mask is make
 * a branch of it. */
V_INLINE uint64_t opaque_mask(bool holds) {
  uint64_t mask = 0 - (uint64_t)holds;
  __asm__("" : "+r"(mask));
  return mask;
}

/* (high:low) / 10^19 for high < 10^19: modulo_2_by_1, and what it finds out about the quotient. */
V_INLINE uint64_t divide_1e19(uint64_t high, uint64_t low, uint64_t *remainder) {
  const uint64_t d = DECIMAL_1E19;
  uint64_t q_low, q_high = wide_multiply(DECIMAL_1E19_RECIPROCAL, high, &q_low);
  q_low += low;
  q_high += high + (q_low < low) + 1;
  uint64_t rest = low - q_high * d;
  const uint64_t too_large = opaque_mask(rest > q_low);
  rest += d & too_large;
  q_high += too_large;
  const uint64_t more = opaque_mask(rest >= d);
  *remainder = rest - (d & more);
  return q_high - more;
}

/* Subtracts 10^19 if it can; returns whether it has: 1 or 0. */
V_INLINE uint64_t reduce_1e19(uint64_t *number) {
  const uint64_t fits = opaque_mask(DECIMAL_1E19 <= *number);
  *number -= DECIMAL_1E19 & fits;
  return fits & 1;
}

V_INLINE void decimal_u128_split(const uint8_t *number, uint8_t *first, uint64_t *middle, uint64_t *last) {
  uint64_t high = load_be64(number);
  const uint64_t low = load_be64(number + 8);
  /* The quotient's bit 64, which is 10^19 + 8446744073709551616. Less than 10^19 and that fit 64 bits. */
  const uint64_t carry = reduce_1e19(&high);
  uint64_t quotient = divide_1e19(high, low, last);
  uint64_t digit = reduce_1e19(&quotient) + carry;
  quotient += UINT64_C(8446744073709551616) & (0 - carry);
  digit += reduce_1e19(&quotient);
  *first = (uint8_t)('0' + digit);
  *middle = quotient;
}

static void decimal_u128(const uint8_t *numbers, size_t rows, uint8_t *text, size_t stride) {
  const size_t group = DECIMAL_U128_GROUP;
  uint64_t middle[DECIMAL_U128_ROWS], last[DECIMAL_U128_ROWS];
  while (rows > 0) {
    const size_t part = rows < DECIMAL_U128_ROWS ? rows : DECIMAL_U128_ROWS;
    for (size_t i = 0; i < part; i++, numbers += 16)
      decimal_u128_split(numbers, text + i * stride, &middle[i], &last[i]);
    const uint8_t *end = text + (part - 1) * stride + DECIMAL_U128_DIGITS;
    const struct rowkey_place middle_place = {text + 1, stride, group, end};
    const struct rowkey_place last_place = {text + 1 + group, stride, group, end};
    decimal_padded(middle, part, DECIMAL_U128_GROUP, &middle_place);
    decimal_padded(last, part, DECIMAL_U128_GROUP, &last_place);
    text += part * stride;
    rows -= part;
  }
}

#endif
