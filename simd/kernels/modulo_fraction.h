/* Remainders of digests and integers from the fraction of N/d: a sum over N's limbs, times d, without a
 * branch or a correction. What is multiplied depends on whether there are 52-bit multiply-adds. */
#ifndef ROWKEY_SIMD_KERNELS_MODULO_FRACTION_H
#define ROWKEY_SIMD_KERNELS_MODULO_FRACTION_H

#ifdef V64_HAS_MADD52
#define MODULO_FRACTION_MAX ROWKEY_FRACTION52_MAX

/* Limbs of 52, 52 and 24 bits. With M[k] = floor(2^104 * frac(2^(52k) / d)), in two halves, the sum below
 * falls short of 2^52 * frac(N / d), modulo 2^52, by less than 5.0000001 units: three for the products'
 * dropped low halves, two and a little for the constants. Adding 6 makes it more than the exact fraction and
 * at most 6 units more, so its product with d has the remainder as its integer part while 6 * d < 2^52. The
 * multiply-adds read only the lowest 52 bits of what they multiply. */
struct modulo_fraction {
  vec64 low[3], high[3], d;
};

V_INLINE struct modulo_fraction modulo_load_fraction(const struct rowkey_divisor_constants *divisor) {
  struct modulo_fraction by = {.d = v64_set1(divisor->value)};
  for (int k = 0; k < 3; k++) {
    by.low[k] = v64_set1(divisor->fraction52_low[k]);
    by.high[k] = v64_set1(divisor->fraction52_high[k]);
  }
  return by;
}

V_INLINE vec64 modulo_limbs(const struct modulo_fraction *by, const vec64 limbs[], int count) {
  /* Two sums, so that fewer products wait for each other. */
  vec64 even = v64_set1(6), odd = v64_set1(0);
  for (int k = 0; k < count; k++) {
    even = v64_madd52_low(even, limbs[k], by->high[k]);
    odd = v64_madd52_high(odd, limbs[k], by->low[k]);
  }
  return v64_madd52_high(v64_set1(0), v64_add(even, odd), by->d);
}

V_INLINE vec64 modulo_fraction_digests(const struct modulo_fraction *by, const uint8_t *digests) {
  vec64 high, low;
  v64_load_digests(digests, &high, &low);
  const vec64 limbs[3] = {low, v64_or(v64_srl(low, 52), v64_sll(high, 12)), v64_srl(high, 40)};
  return modulo_limbs(by, limbs, 3);
}

V_INLINE vec64 modulo_fraction_integers(const struct modulo_fraction *by, vec64 n) {
  const vec64 limbs[2] = {n, v64_srl(n, 52)};
  return modulo_limbs(by, limbs, 2);
}

#else
#define MODULO_FRACTION_MAX ROWKEY_FRACTION64_MAX

/* Limbs of 32 bits, four of a digest and two of an integer. With f[k] = floor(2^64 * frac(2^(32k) / d)) the
 * sum of a[k] * f[k] falls short of 2^64 * frac(N / d), modulo 2^64, by less than 2^32 a limb, 4 * 2^32 at
 * most, and by less than 5 * 2^32 once its lowest 32 bits are dropped. Adding 5 units of 2^32 makes it at
 * least the exact fraction and at most 5 units more, so its product with d has the remainder as its integer
 * part while 5 * d < 2^32. */
struct modulo_fraction {
  vec64 low[4], high[4], d;
};

V_INLINE struct modulo_fraction modulo_load_fraction(const struct rowkey_divisor_constants *divisor) {
  struct modulo_fraction by = {.d = v64_set1(divisor->value)};
  for (int k = 0; k < 4; k++) {
    by.low[k] = v64_set1(divisor->fraction64[k]);
    by.high[k] = v64_set1(divisor->fraction64[k] >> 32);
  }
  return by;
}

/* The upper 32 bits of the sum of the low halves' products count, and the lower 32 bits of the other sum. */
V_INLINE vec64 modulo_of_sums(const struct modulo_fraction *by, vec64 sum_low, vec64 sum_high) {
  const vec64 fraction = v64_add(sum_high, v64_srl(sum_low, 32));
  return v64_srl(v64_mul_u32_by(fraction, by->d), 32);
}

V_INLINE vec64 modulo_limbs(const struct modulo_fraction *by, const vec64 limbs[], int count) {
  vec64 sum_low = v64_set1(0), sum_high = v64_set1(5);
  for (int k = 0; k < count; k++) {
    sum_low = v64_add(sum_low, v64_mul_u32_by(limbs[k], by->low[k]));
    sum_high = v64_add(sum_high, v64_mul_u32_by(limbs[k], by->high[k]));
  }
  return modulo_of_sums(by, sum_low, sum_high);
}

#ifdef V_MODULO_DIGESTS_HEADER
#include V_MODULO_DIGESTS_HEADER
#else
V_INLINE vec64 modulo_fraction_digests(const struct modulo_fraction *by, const uint8_t *digests) {
  vec64 high, low;
  v64_load_digests(digests, &high, &low);
  const vec64 limbs[4] = {low, v64_srl(low, 32), high, v64_srl(high, 32)};
  return modulo_limbs(by, limbs, 4);
}
#endif

V_INLINE vec64 modulo_fraction_integers(const struct modulo_fraction *by, vec64 n) {
  const vec64 limbs[2] = {n, v64_srl(n, 32)};
  return modulo_limbs(by, limbs, 2);
}
#endif

#endif
