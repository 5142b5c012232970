#include "kernels/divisor.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "base/error.h"
#include "wide.h"

_Static_assert(sizeof(struct rowkey_divisor_constants) <= sizeof(rowkey_divisor),
               "the public object must have room for the constants");

/* floor(2^bits * numerator / d) mod 2^64, bits <= 64, for numerator < d; leaves 2^bits * numerator mod d. */
static uint64_t next_fraction(uint64_t *numerator, unsigned bits, uint64_t d) {
  if (bits == 64) return wide_divide(*numerator, 0, d, numerator);
  return wide_divide(*numerator >> (64 - bits), *numerator << bits, d, numerator);
}

/* 2^bits mod d */
static uint64_t power_mod(unsigned bits, uint64_t d) {
  uint64_t remainder = d == 1 ? 0 : 1;
  for (; bits > 0; bits -= bits < 32 ? bits : 32) next_fraction(&remainder, bits < 32 ? bits : 32, d);
  return remainder;
}

/* The multiplier for n of `bits` bits, d >= 2. floor(2^(bits + l) / d) + 1 with l = floor(log2 d) serves when
 * its product with d exceeds 2^(bits + l) by no more than 2^l (theorem 4.2 of the paper). Otherwise, and for
 * powers of two, it takes the next power's, whose highest bit 2^bits is left to the formula for `wide`
 * divisors. */
static uint64_t inverse(uint64_t d, unsigned bits, uint32_t *shift, uint32_t *wide) {
  const unsigned l = 63 - (unsigned)__builtin_clzll(d);
  const uint64_t power = UINT64_C(1) << l;
  *wide = 1;
  *shift = l - (d == power);
  if (d == power) return 1;
  uint64_t remainder = power;
  const uint64_t quotient = next_fraction(&remainder, bits, d);
  *wide = d - remainder > power;
  if (!*wide) return quotient + 1;
  const uint64_t doubled = 2 * quotient + (remainder >= d - remainder) + 1;
  return bits == 64 ? doubled : doubled & ((UINT64_C(1) << bits) - 1);
}

rowkey_status rowkey_divisor_init(rowkey_divisor *divisor, uint64_t value, rowkey_error *error) {
  if (divisor == NULL || value == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            divisor == NULL ? "divisor is NULL (expected room for one)"
                                            : "value is 0 (expected a divisor of 1 or more)");
  struct rowkey_divisor_constants constants = {.value = value};
  uint64_t ignored;
  const unsigned shift = (unsigned)__builtin_clzll(value);

  if (value >= 2) {
    constants.multiplier64 = inverse(value, 64, &constants.shift64, &constants.wide64);
    if (value <= UINT32_MAX)
      constants.multiplier32 = (uint32_t)inverse(value, 32, &constants.shift32, &constants.wide32);
  }

  constants.normalized = value << shift;
  constants.normalize_shift = shift;
  /* floor((2^128 - 1) / d) - 2^64 */
  constants.reciprocal = wide_divide(~constants.normalized, UINT64_MAX, constants.normalized, &ignored);

  if (value <= ROWKEY_FRACTION64_MAX) {
    for (unsigned k = 0; k < 4; k++) {
      uint64_t numerator = power_mod(32 * k, value);
      constants.fraction64[k] = next_fraction(&numerator, 64, value);
    }
  }
  if (value <= ROWKEY_FRACTION52_MAX) {
    for (unsigned k = 0; k < 3; k++) {
      uint64_t numerator = power_mod(52 * k, value);
      constants.fraction52_high[k] = next_fraction(&numerator, 52, value);
      constants.fraction52_low[k] = next_fraction(&numerator, 52, value);
    }
  }
  /* The quotient of a power of two would not fit. */
  if (value > ROWKEY_FRACTION52_MAX && (value & (value - 1)) != 0) {
    uint64_t numerator = UINT64_C(1) << (63 - shift);
    constants.quotient52_high = next_fraction(&numerator, 52, value);
    constants.quotient52_low = next_fraction(&numerator, 52, value);
  }
  if (value > UINT32_MAX && value <= ROWKEY_FOLD_MAX && (value & (value - 1)) != 0) {
    uint64_t numerator = UINT64_C(1) << (63 - shift);
    constants.power64 = power_mod(64, value);
    constants.power96 = power_mod(96, value);
    constants.inverse32 = next_fraction(&numerator, 32, value);
  }
  memcpy(divisor, &constants, sizeof constants);
  return ROWKEY_OK;
}
