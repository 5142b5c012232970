#include "divisor.h"

#include <rowkey/kernels.h>
#include <string.h>

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

rowkey_status rowkey_divisor_init(rowkey_divisor *divisor, uint64_t value) {
  if (divisor == NULL || value == 0) return ROWKEY_ERROR_ARGUMENT;
  struct rowkey_divisor_constants constants = {.value = value};
  uint64_t ignored;
  const unsigned shift = (unsigned)__builtin_clzll(value);
  /* ceil(log2(value)) */
  const unsigned log2 = value == 1 ? 0 : 64 - (unsigned)__builtin_clzll(value - 1);

  if (value >= 2) {
    /* floor(2^64 * (2^log2 - d) / d) + 1, where 2^64 stands for 0 */
    const uint64_t excess = (log2 == 64 ? 0 : UINT64_C(1) << log2) - value;
    constants.multiplier64 = wide_divide(excess, 0, value, &ignored) + 1;
    constants.shift64 = log2 - 1;
    if (value <= UINT32_MAX) {
      constants.multiplier32 = (uint32_t)((excess << 32) / value + 1);
      constants.shift32 = log2 - 1;
    }
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
  memcpy(divisor, &constants, sizeof constants);
  return ROWKEY_OK;
}
