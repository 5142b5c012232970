/* Remainders of digests by divisors beyond 32 bits where only words of 32 bits can be multiplied: the upper
 * half of the digest is folded onto the lower, and the quotient of what that makes is estimated twice. */
#ifndef ROWKEY_SIMD_KERNELS_MODULO_FOLD_H
#define ROWKEY_SIMD_KERNELS_MODULO_FOLD_H

/* For a divisor d of b bits, 33 to 60 and no power of two, and M = floor(2^(31 + b) / d), of 32 bits. With
 * the remainders of 2^64 and 2^96 the digest becomes X < 2^(b + 34), as two sums of words, x[1] * 2^31 +
 * x[0], of which neither overflows. Its upper 32 bits times M are its quotient, less than 14 too small; those
 * of what is left, below 14 * d < 2^64, times M are that quotient or one less. */
struct modulo_fold {
  vec64 power64[2], power96[2]; /* their lowest 31 bits, and the others */
  vec64 inverse, d, d_high;
  uint32_t bits;
};

V_INLINE struct modulo_fold modulo_load_fold(const struct rowkey_divisor_constants *divisor) {
  const uint64_t low31 = (UINT64_C(1) << 31) - 1;
  return (struct modulo_fold){
      .power64 = {v64_set1(divisor->power64 & low31), v64_set1(divisor->power64 >> 31)},
      .power96 = {v64_set1(divisor->power96 & low31), v64_set1(divisor->power96 >> 31)},
      .inverse = v64_set1(divisor->inverse32),
      .d = v64_set1(divisor->value),
      .d_high = v64_set1(divisor->value >> 32),
      .bits = 64 - divisor->normalize_shift};
}

V_INLINE vec64 modulo_fold_digests(const struct modulo_fold *by, vec64 high, vec64 low) {
  const vec64 top = v64_srl(high, 32), low31 = v64_set1((UINT64_C(1) << 31) - 1);
  const vec64 sum[2] = {v64_add(v64_mul_u32_by(top, by->power96[0]), v64_mul_u32_by(high, by->power64[0])),
                        v64_add(v64_mul_u32_by(top, by->power96[1]), v64_mul_u32_by(high, by->power64[1]))};
  const vec64 x[2] = {v64_add(sum[0], v64_and(low, low31)), v64_add(sum[1], v64_srl(low, 31))};

  const vec64 upper = v64_srl_by(v64_add(x[1], v64_srl(x[0], 31)), by->bits - 29);
  const vec64 quotient = v64_srl(v64_mul_u32_by(upper, by->inverse), 29);
  vec64 rest = v64_sub(v64_add(v64_sll(x[1], 31), x[0]), v64_mul_lo_by(quotient, by->d));

  const vec64 more = v64_srl(v64_mul_u32_by(v64_srl_by(rest, by->bits - 28), by->inverse), 59);
  const vec64 product = v64_add(v64_mul_u32_by(more, by->d), v64_sll(v64_mul_u32_by(more, by->d_high), 32));
  rest = v64_sub(rest, product);
  return v64_choose(v64_less(rest, by->d), rest, v64_sub(rest, by->d));
}

#endif
