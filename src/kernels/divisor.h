/* Everything the modulo kernels need to know of one divisor, computed once by rowkey_divisor_init. */
#ifndef ROWKEY_SRC_KERNELS_DIVISOR_H
#define ROWKEY_SRC_KERNELS_DIVISOR_H

#include <stdint.h>

struct rowkey_divisor_constants {
  uint64_t value; /* d >= 1 */

  /* u64 mod d (Granlund, Montgomery 1994), for d >= 2: with h = hi64(multiplier * n), n / d is h >> shift, or
   * (((n - h) >> 1) + h) >> shift for a divisor whose multiplier is 2^64 + multiplier64 (`wide`). Exact for
   * every n. `value` shows whether d = 1. */
  uint64_t multiplier64;
  uint32_t shift64;
  uint32_t wide64;

  /* the same for 32-bit n and 2 <= d < 2^32 */
  uint32_t multiplier32;
  uint32_t shift32;
  uint32_t wide32;

  /* u128 and u64 mod d by 64-bit fractions: fraction64[k] = floor(2^64 * frac(2^(32k) / d)), for d <=
   * 858993459 */
  uint64_t fraction64[4];

  /* the same by 52-bit fractions: floor(2^104 * frac(2^(52k) / d)) in two halves of 52 bits, for
   * 6*d < 2^52 */
  uint64_t fraction52_high[3];
  uint64_t fraction52_low[3];

  /* u128 and u64 mod d by the quotient, for b bits of d, no power of two, 50 <= b: floor(2^(103 + b) / d) in
   * two halves of 52 bits, for d <= 2^64 - 2^27 */
  uint64_t quotient52_high;
  uint64_t quotient52_low;

  /* u128 mod d by folding: 2^64 mod d, 2^96 mod d, and for b bits of d, no power of two, floor(2^(31 + b) /
   * d), for 2^32 < d <= 2^60 */
  uint64_t power64;
  uint64_t power96;
  uint64_t inverse32;

  /* u128 mod any d: two 128-by-64 divisions by multiplication (Moeller, Granlund 2011) with d shifted left
   * until its highest bit is set */
  uint64_t normalized;
  uint64_t reciprocal;
  uint32_t normalize_shift;
};

/* The largest divisors for which the schemes above are exact. */
#define ROWKEY_FRACTION64_MAX UINT64_C(858993459)
#define ROWKEY_FRACTION52_MAX UINT64_C(750599937895082)
#define ROWKEY_FOLD_MAX (UINT64_C(1) << 60)
#define ROWKEY_QUOTIENT52_MAX UINT64_C(18446744073575333888)

#endif
