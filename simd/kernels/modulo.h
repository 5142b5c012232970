/* Remainders by a divisor whose constants were computed once (src/kernels/divisor.h). */
#ifndef ROWKEY_SIMD_KERNELS_MODULO_H
#define ROWKEY_SIMD_KERNELS_MODULO_H

#include "simd/kernels/modulo_fold.h"
#include "simd/kernels/modulo_fraction.h"
#include "simd/kernels/modulo_quotient.h"

/* ---- integers */

/* How a 64-bit lane is divided; the first that its divisor and dividends allow is the cheapest. */
enum modulo_scheme {
  MODULO_MASK,           /* by a power of two */
  MODULO_ONCE,           /* by more than half of 2^64, which goes into a dividend once at most */
  MODULO_INVERSE32,      /* of dividends below 2^32: multiply by the inverse (Granlund, Montgomery 1994) */
  MODULO_WIDE_INVERSE32, /* the same by a divisor whose inverse is one bit wider than a word */
  MODULO_FRACTION, /* by the fraction n/d, where the inverse would take several multiplications a word */
  MODULO_QUOTIENT, /* by an estimate of the quotient */
  MODULO_FOLD,     /* of digests: by folding their upper half onto the lower */
  MODULO_INVERSE,  /* the inverse for 64 bits */
  MODULO_WIDE_INVERSE
};

static enum modulo_scheme modulo_scheme_of(const struct rowkey_divisor_constants *divisor, uint64_t largest) {
  const uint64_t d = divisor->value;
  if ((d & (d - 1)) == 0) return MODULO_MASK;
  if (largest <= UINT32_MAX && d <= UINT32_MAX)
    return divisor->wide32 ? MODULO_WIDE_INVERSE32 : MODULO_INVERSE32;
#ifndef V64_HAS_MUL_HI
  if (d <= MODULO_FRACTION_MAX) return MODULO_FRACTION;
#endif
  if (d > INT64_MAX) return MODULO_ONCE;
#ifdef MODULO_QUOTIENT_MAX
  return MODULO_QUOTIENT;
#else
  return divisor->wide64 ? MODULO_WIDE_INVERSE : MODULO_INVERSE;
#endif
}

struct modulo_lanes {
  vec64 multiplier, d;
  uint32_t shift;
  struct modulo_fraction fraction;
  struct modulo_fold fold;
#ifdef MODULO_QUOTIENT_MAX
  struct modulo_quotient quotient;
#endif
};

V_INLINE struct modulo_lanes modulo_load_lanes(const struct rowkey_divisor_constants *divisor,
                                               enum modulo_scheme scheme) {
  const bool narrow = scheme == MODULO_INVERSE32 || scheme == MODULO_WIDE_INVERSE32;
  return (struct modulo_lanes){.multiplier = v64_set1(narrow ? divisor->multiplier32 : divisor->multiplier64),
                               .d = v64_set1(divisor->value),
                               .shift = narrow ? divisor->shift32 : divisor->shift64,
#ifdef MODULO_QUOTIENT_MAX
                               .quotient = modulo_load_quotient(divisor),
#endif
                               .fraction = modulo_load_fraction(divisor),
                               .fold = modulo_load_fold(divisor)};
}

/* n mod d, unsigned. */
V_INLINE vec64 modulo_some(const struct modulo_lanes *by, enum modulo_scheme scheme, vec64 n) {
  switch (scheme) {
    case MODULO_MASK:
      return v64_and(n, v64_sub(by->d, v64_set1(1)));
    case MODULO_ONCE: { /* as signed numbers compare */
      const vec64 sign = v64_set1(UINT64_C(1) << 63);
      return v64_choose(v64_less(v64_xor(n, sign), v64_xor(by->d, sign)), n, v64_sub(n, by->d));
    }
    case MODULO_INVERSE32:
    case MODULO_WIDE_INVERSE32: {
      const vec64 high = v64_srl(v64_mul_u32_by(n, by->multiplier), 32);
      const vec64 sum = scheme == MODULO_INVERSE32 ? high : v64_add(v64_srl(v64_sub(n, high), 1), high);
      return v64_sub(n, v64_mul_u32_by(v64_srl_by(sum, by->shift), by->d));
    }
    case MODULO_FRACTION:
      return modulo_fraction_integers(&by->fraction, n);
#ifdef MODULO_QUOTIENT_MAX
    case MODULO_QUOTIENT:
      return modulo_quotient_integers(&by->quotient, n);
#endif
    default: {
      const vec64 high = v64_mul_hi_by(n, by->multiplier);
      const vec64 sum = scheme == MODULO_WIDE_INVERSE ? v64_add(v64_srl(v64_sub(n, high), 1), high) : high;
      return v64_sub(n, v64_mul_lo_by(v64_srl_by(sum, by->shift), by->d));
    }
  }
}

/* How signs are treated: there is none, the remainder has the dividend's, or it is from 0 up. */
enum modulo_sign { MODULO_UNSIGNED, MODULO_TRUNCATES, MODULO_FLOORS };

/* The number, or its negation where `sign` is all ones. */
V_INLINE vec64 with_sign(vec64 x, vec64 sign) { return v64_sub(v64_xor(x, sign), sign); }
V_INLINE vec64 sign_of(vec64 x) { return v64_sub(v64_set1(0), v64_srl(x, 63)); }

V_INLINE vec64 modulo_signed(const struct modulo_lanes *by, enum modulo_scheme scheme,
                             enum modulo_sign treatment, vec64 x) {
  if (treatment == MODULO_UNSIGNED) return modulo_some(by, scheme, x);
  const vec64 sign = sign_of(x), rest = with_sign(modulo_some(by, scheme, with_sign(x, sign)), sign);
  return treatment == MODULO_FLOORS ? v64_add(rest, v64_and(by->d, sign_of(rest))) : rest;
}

/* All rows; scheme and sign are constants where it is called. */
V_INLINE void modulo_rows(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                          enum modulo_scheme scheme, enum modulo_sign sign, uint64_t *remainders) {
  const struct modulo_lanes by = modulo_load_lanes(divisor, scheme);
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(remainders + row, modulo_signed(&by, scheme, sign, v64_load(values + row)));
  if (row < rows) {
    uint64_t last[V64_LANES] = {0};
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    v64_store(last, modulo_signed(&by, scheme, sign, v64_load(last)));
    memcpy(remainders + row, last, (rows - row) * sizeof last[0]);
  }
}

V_INLINE void modulo_by_scheme(const struct rowkey_divisor_constants *divisor, const uint64_t *values,
                               size_t rows, uint64_t largest, enum modulo_sign sign, uint64_t *remainders) {
  switch (modulo_scheme_of(divisor, largest)) {
    case MODULO_MASK:
      modulo_rows(divisor, values, rows, MODULO_MASK, sign, remainders);
      break;
    case MODULO_ONCE:
      modulo_rows(divisor, values, rows, MODULO_ONCE, sign, remainders);
      break;
    case MODULO_INVERSE32:
      modulo_rows(divisor, values, rows, MODULO_INVERSE32, sign, remainders);
      break;
    case MODULO_WIDE_INVERSE32:
      modulo_rows(divisor, values, rows, MODULO_WIDE_INVERSE32, sign, remainders);
      break;
    case MODULO_FRACTION:
      modulo_rows(divisor, values, rows, MODULO_FRACTION, sign, remainders);
      break;
    case MODULO_QUOTIENT:
      modulo_rows(divisor, values, rows, MODULO_QUOTIENT, sign, remainders);
      break;
    case MODULO_INVERSE:
      modulo_rows(divisor, values, rows, MODULO_INVERSE, sign, remainders);
      break;
    case MODULO_FOLD: /* of digests alone */
    case MODULO_WIDE_INVERSE:
      modulo_rows(divisor, values, rows, MODULO_WIDE_INVERSE, sign, remainders);
      break;
  }
}

static void modulo_u64(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                       uint64_t *remainders) {
  modulo_by_scheme(divisor, values, rows, UINT64_MAX, MODULO_UNSIGNED, remainders);
}

static void modulo_i64(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                       uint64_t largest, bool floors, uint64_t *remainders) {
  if (floors)
    modulo_by_scheme(divisor, values, rows, largest, MODULO_FLOORS, remainders);
  else
    modulo_by_scheme(divisor, values, rows, largest, MODULO_TRUNCATES, remainders);
}

V_INLINE vec32 modulo_u32_lanes(vec32 n, vec32 multiplier, vec32 d, uint32_t shift, bool wide) {
  const vec32 high = v32_mul_hi_by(n, multiplier);
  const vec32 sum = wide ? v32_add(v32_srl1(v32_sub(n, high)), high) : high;
  return v32_sub(n, v32_mul_lo(v32_srl_by(sum, shift), d));
}

/* `d` is the divisor, or the mask that takes its place. */
V_INLINE vec32 modulo_u32_some(enum modulo_scheme scheme, vec32 n, vec32 multiplier, vec32 d,
                               uint32_t shift) {
  return scheme == MODULO_MASK ? v32_and(n, d)
                               : modulo_u32_lanes(n, multiplier, d, shift, scheme == MODULO_WIDE_INVERSE32);
}

/* All rows; the scheme, one of those for dividends below 2^32, is a constant where it is called.
 */
V_INLINE void modulo_u32_rows(const struct rowkey_divisor_constants *divisor, const uint32_t *values,
                              size_t rows, enum modulo_scheme scheme, uint32_t d_or_mask,
                              uint32_t *remainders) {
  const vec32 multiplier = v32_set1(divisor->multiplier32), d = v32_set1(d_or_mask);
  const uint32_t shift = divisor->shift32;
  size_t row = 0;
  for (; row + V32_LANES <= rows; row += V32_LANES)
    v32_store(remainders + row, modulo_u32_some(scheme, v32_load(values + row), multiplier, d, shift));
  if (row < rows) {
    uint32_t last[V32_LANES] = {0};
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    v32_store(last, modulo_u32_some(scheme, v32_load(last), multiplier, d, shift));
    memcpy(remainders + row, last, (rows - row) * sizeof last[0]);
  }
}

static void modulo_u32(const struct rowkey_divisor_constants *divisor, const uint32_t *values, size_t rows,
                       uint32_t *remainders) {
  const uint64_t d = divisor->value;
  if ((d & (d - 1)) == 0)
    modulo_u32_rows(divisor, values, rows, MODULO_MASK, (uint32_t)(d - 1), remainders);
  else if (d > UINT32_MAX)
    modulo_u32_rows(divisor, values, rows, MODULO_MASK, UINT32_MAX, remainders);
  else if (divisor->wide32)
    modulo_u32_rows(divisor, values, rows, MODULO_WIDE_INVERSE32, (uint32_t)d, remainders);
  else
    modulo_u32_rows(divisor, values, rows, MODULO_INVERSE32, (uint32_t)d, remainders);
}

/* ---- u128 */

/* (high:low) mod d for high < d, d with its highest bit set (Moeller, Granlund 2011, algorithm 4). */
V_INLINE uint64_t modulo_2_by_1(uint64_t high, uint64_t low, uint64_t d, uint64_t reciprocal) {
  uint64_t q_low, q_high = wide_multiply(reciprocal, high, &q_low);
  q_low += low;
  q_high += high + (q_low < low) + 1;
  uint64_t remainder = low - q_high * d;
  /* As likely as not: a mask, so that it does not become a branch. */
  remainder += d & (0 - (uint64_t)(remainder > q_low));
  return remainder >= d ? remainder - d : remainder;
}

/* Any divisor, one digest. */
V_INLINE uint64_t modulo_u128_exact(const struct rowkey_divisor_constants *divisor, uint64_t high,
                                    uint64_t low) {
  const uint64_t d = divisor->normalized;
  const uint32_t shift = divisor->normalize_shift;
  /* N * 2^shift in three words; the top one is below 2^shift <= d, and nothing without a shift. */
  const uint64_t rest = shift == 0 ? high >= d ? high - d : high
                                   : modulo_2_by_1(high >> (64 - shift), high << shift | low >> (64 - shift),
                                                   d, divisor->reciprocal);
  return modulo_2_by_1(rest, low << shift, d, divisor->reciprocal) >> shift;
}

static void modulo_u128_by_any(const struct rowkey_divisor_constants *divisor, const uint8_t *digests,
                               size_t rows, uint64_t *remainders) {
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *digest = digests + 16 * row;
    remainders[row] = modulo_u128_exact(divisor, load_be64(digest), load_be64(digest + 8));
  }
}

/* By a divisor below 2^32: three divisions of 64 bits, each of what the one before has left. */
V_INLINE vec64 modulo_by_words(const struct modulo_lanes *by, enum modulo_scheme scheme, vec64 high,
                               vec64 low) {
  vec64 rest = modulo_some(by, scheme, high);
  rest = modulo_some(by, scheme, v64_or(v64_sll(rest, 32), v64_srl(low, 32)));
  return modulo_some(by, scheme, v64_or(v64_sll(rest, 32), v64_and(low, v64_set1(UINT32_MAX))));
}

V_INLINE vec64 modulo_digests(const struct modulo_lanes *by, enum modulo_scheme scheme,
                              const uint8_t *digests) {
  if (scheme == MODULO_FRACTION) return modulo_fraction_digests(&by->fraction, digests);
  vec64 high, low;
  v64_load_digests(digests, &high, &low);
#ifdef MODULO_QUOTIENT_MAX
  if (scheme == MODULO_QUOTIENT) return modulo_quotient_digests(&by->quotient, high, low);
#endif
  if (scheme == MODULO_FOLD) return modulo_fold_digests(&by->fold, high, low);
  return scheme == MODULO_MASK ? modulo_some(by, scheme, low) : modulo_by_words(by, scheme, high, low);
}

/* All rows; the scheme is a constant where it is called. */
V_INLINE void modulo_u128_rows(const struct rowkey_divisor_constants *divisor, const uint8_t *digests,
                               size_t rows, enum modulo_scheme scheme, uint64_t *remainders) {
  enum { TOGETHER = V_STREAMS_MODULO * V64_LANES };
  const struct modulo_lanes by = modulo_load_lanes(divisor, scheme);
  size_t row = 0;
  for (; row + TOGETHER <= rows; row += TOGETHER) {
    vec64 group[V_STREAMS_MODULO];
    for (size_t s = 0; s < V_STREAMS_MODULO; s++)
      group[s] = modulo_digests(&by, scheme, digests + 16 * (row + s * V64_LANES));
    for (size_t s = 0; s < V_STREAMS_MODULO; s++) v64_store(remainders + row + s * V64_LANES, group[s]);
  }
  for (; V_STREAMS_MODULO > 1 && row + V64_LANES <= rows; row += V64_LANES)
    v64_store(remainders + row, modulo_digests(&by, scheme, digests + 16 * row));
  /* A vector of digests that have just been stored one by one waits until they have left the core. */
  if (2 * (rows - row) < V64_LANES) {
    modulo_u128_by_any(divisor, digests + 16 * row, rows - row, remainders + row);
  } else if (row < rows) {
    uint8_t last[16 * V64_LANES] = {0};
    uint64_t last_remainders[V64_LANES];
    memcpy(last, digests + 16 * row, 16 * (rows - row));
    v64_store(last_remainders, modulo_digests(&by, scheme, last));
    memcpy(remainders + row, last_remainders, (rows - row) * sizeof last_remainders[0]);
  }
}

static void modulo_u128(const struct rowkey_divisor_constants *divisor, const uint8_t *digests, size_t rows,
                        uint64_t *remainders) {
  const uint64_t d = divisor->value;
  if ((d & (d - 1)) == 0)
    modulo_u128_rows(divisor, digests, rows, MODULO_MASK, remainders);
  else if (d <= MODULO_FRACTION_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_FRACTION, remainders);
#ifdef MODULO_QUOTIENT_MAX
  else if (d <= MODULO_QUOTIENT_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_QUOTIENT, remainders);
#endif
#ifdef V_MODULO_BY_WORDS
  else if (d <= UINT32_MAX && divisor->wide64)
    modulo_u128_rows(divisor, digests, rows, MODULO_WIDE_INVERSE, remainders);
  else if (d <= UINT32_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_INVERSE, remainders);
  else if (d <= ROWKEY_FOLD_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_FOLD, remainders);
#endif
  else
    modulo_u128_by_any(divisor, digests, rows, remainders);
}

#endif
