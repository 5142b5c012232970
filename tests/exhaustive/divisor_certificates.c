/* The hypothesis of proofs/coq/Inverse.v, `certificate`, for every 32-bit divisor from 2 on and for the
 * function that rowkey_divisor_init computes its inverses with; and on the way, for one divisor in SAMPLE,
 * all other constants of rowkey_divisor_init against what src/kernels/divisor.h says that they are.
 *
 *   exhaustive_divisor_certificates BITS   of inverses for dividends of so many bits, 32 or 64 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "exhaustive.h"
#include "kernels/divisor.c"

enum { SAMPLE = 1009 };
typedef unsigned __int128 wide_t;

/* floor(2^bits * numerator / d) is `quotient`, for numerator < 2^64. */
static bool is_floor(uint64_t quotient, wide_t numerator, unsigned bits, uint64_t d) {
  const wide_t scaled = numerator << bits, product = (wide_t)quotient * d;
  return product <= scaled && scaled - product < d;
}

/* 2^s, s = bits + shift + wide, misses multiplier * d by no more than 2^(s - bits). */
static bool is_certified(uint64_t d, unsigned bits, uint64_t multiplier, uint32_t shift, uint32_t wide) {
  if (wide > 1 || shift >= bits || (bits == 32 && multiplier > UINT32_MAX)) return false;
  /* Both sides without their highest part, 2^bits * 2^(shift + wide), and (wide) 2^bits * d. */
  const wide_t one = 1, power = one << (shift + wide);
  const wide_t product = (wide_t)multiplier * d;
  const wide_t missing = wide ? power - d : power;
  if (wide && power < d) return false;
  return product >= missing << bits && product - (missing << bits) <= power;
}

static uint64_t power_by_doubling(unsigned bits, uint64_t d) {
  uint64_t power = 1 % d;
  for (; bits > 0; bits--) power = power >= d - power ? power - (d - power) : 2 * power;
  return power;
}

static void check_all_constants(uint64_t d) {
  rowkey_divisor divisor;
  struct rowkey_divisor_constants constants;
  if (rowkey_divisor_init(&divisor, d, NULL) != ROWKEY_OK) fail("no constants for %" PRIu64, d);
  memcpy(&constants, &divisor, sizeof constants);
  bool right = constants.value == d && constants.normalized == d << constants.normalize_shift &&
               constants.normalized >> 63 == 1 &&
               is_certified(d, 64, constants.multiplier64, constants.shift64, constants.wide64) &&
               is_certified(d, 32, constants.multiplier32, constants.shift32, constants.wide32);
  const wide_t all = ~(wide_t)0;
  right &= constants.reciprocal == (uint64_t)(all / constants.normalized - ((wide_t)1 << 64));
  for (unsigned k = 0; k < 4 && d <= ROWKEY_FRACTION64_MAX; k++)
    right &= is_floor(constants.fraction64[k], power_by_doubling(32 * k, d), 64, d);
  for (unsigned k = 0; k < 3; k++) {
    const uint64_t power = power_by_doubling(52 * k, d), high = constants.fraction52_high[k];
    right &= is_floor(high, power, 52, d);
    right &= is_floor(constants.fraction52_low[k], ((wide_t)power << 52) - (wide_t)high * d, 52, d);
  }
  if (!right) fail("a constant of the divisor %" PRIu64 " is wrong", d);
}

int main(int argc, char **argv) {
  const unsigned bits = argc == 2 ? (unsigned)atoi(argv[1]) : 0;
  if (bits != 32 && bits != 64) {
    fprintf(stderr, "expected 32 or 64, the number of bits of dividends\n");
    return 2;
  }
  for (uint64_t d = 2; d <= UINT32_MAX; d++) {
    uint32_t shift, wide;
    const uint64_t multiplier = inverse(d, bits, &shift, &wide);
    if (!is_certified(d, bits, multiplier, shift, wide))
      fail("the inverse of %" PRIu64 " for %u bits does not meet its certificate", d, bits);
    if (d % SAMPLE == 0) check_all_constants(d);
  }
  printf("certificates of all %" PRIu32 " divisors for dividends of %u bits\n", UINT32_MAX - 1, bits);
  return EXIT_SUCCESS;
}
