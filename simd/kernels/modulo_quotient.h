/* Remainders of digests and integers by divisors beyond those of the fraction: an estimate of the quotient
 * that is right or one too small, and what its product with the divisor leaves. */
#ifndef ROWKEY_SIMD_KERNELS_MODULO_QUOTIENT_H
#define ROWKEY_SIMD_KERNELS_MODULO_QUOTIENT_H

#ifdef V64_HAS_MADD52
#define MODULO_QUOTIENT_MAX ROWKEY_QUOTIENT52_MAX

/* For a divisor d of b bits, 50 or more and no power of two, M = floor(2^(103 + b) / d) has 104. The
 * dividend's upper 104 bits times M / 2^104 are its quotient in units of 2^-(b - 25), and what is dropped of
 * dividend, M and products makes less than 5 units. So the whole part of the sum is the quotient or one less,
 * and what is left of the dividend is below d + 2^27: still a word, and below 2 * d, for d <= 2^64 - 2^27. */
struct modulo_quotient {
  vec64 high, low, d;
  uint32_t bits;
};

V_INLINE struct modulo_quotient modulo_load_quotient(const struct rowkey_divisor_constants *divisor) {
  return (struct modulo_quotient){.high = v64_set1(divisor->quotient52_high),
                                  .low = v64_set1(divisor->quotient52_low),
                                  .d = v64_set1(divisor->value),
                                  .bits = 64 - divisor->normalize_shift};
}

/* Of a dividend only the lower word counts. */
V_INLINE vec64 modulo_of_quotient(const struct modulo_quotient *by, vec64 low, vec64 quotient) {
  const vec64 rest = v64_sub(low, v64_mul_lo_by(quotient, by->d));
  return v64_min(rest, v64_sub(rest, by->d));
}

V_INLINE vec64 modulo_quotient_digests(const struct modulo_quotient *by, vec64 high, vec64 low) {
  const vec64 upper = v64_srl(high, 12), lower = v64_or(v64_srl(low, 24), v64_sll(high, 40));
  const vec64 zero = v64_set1(0), whole = v64_madd52_high(zero, upper, by->high);
  vec64 sum = v64_madd52_low(zero, upper, by->high);
  sum = v64_madd52_high(sum, upper, by->low);
  sum = v64_madd52_high(sum, lower, by->high);
  const vec64 quotient = v64_add(v64_sll_by(whole, 77 - by->bits), v64_srl_by(sum, by->bits - 25));
  return modulo_of_quotient(by, low, quotient);
}

/* The same with the dividend's upper 52 bits, units of 2^-(b - 13) and fewer of them dropped. */
V_INLINE vec64 modulo_quotient_integers(const struct modulo_quotient *by, vec64 n) {
  const vec64 product = v64_madd52_high(v64_set1(0), v64_srl(n, 12), by->high);
  return modulo_of_quotient(by, n, v64_srl_by(product, by->bits - 13));
}
#endif

#endif
