/* Remainders of digests with AVX2. Only 32 bits of the products with the upper halves of the fractions count:
 * two multiplications of 32 bits make those of four digests, where whole products take four. */
#ifndef ROWKEY_SIMD_OVERRIDES_MODULO_DIGESTS_AVX2_H
#define ROWKEY_SIMD_OVERRIDES_MODULO_DIGESTS_AVX2_H

V_INLINE vec64 modulo_fraction_digests(const struct modulo_fraction *by, const uint8_t *digests) {
  /* Two digests each, whose words lie 2, 3, 0, 1. */
  const __m256i first = v64_bswap(_mm256_loadu_si256((const __m256i *)digests));
  const __m256i second = v64_bswap(_mm256_loadu_si256((const __m256i *)(digests + 32)));
  const __m256i factors_high = _mm256_blend_epi32(by->high[2], by->low[3], 0xaa);
  const __m256i factors_low = _mm256_blend_epi32(by->high[0], by->low[1], 0xaa);
  const __m256i factors = _mm256_blend_epi32(factors_high, factors_low, 0xcc);
  const __m256i products_first = _mm256_mullo_epi32(first, factors);
  const __m256i products_second = _mm256_mullo_epi32(second, factors);
  /* From here on digests 0, 2, 1, 3. Both words of each of these lanes are still to be added. */
  const __m256i sum_high = _mm256_add_epi32(_mm256_unpacklo_epi64(products_first, products_second),
                                            _mm256_unpackhi_epi64(products_first, products_second));
  const vec64 high = _mm256_unpacklo_epi64(first, second), low = _mm256_unpackhi_epi64(first, second);
  const vec64 limbs[4] = {low, v64_srl(low, 32), high, v64_srl(high, 32)};
  /* The 5 units, where only upper halves count. */
  vec64 sum_low = v64_set1(UINT64_C(5) << 32);
  for (int k = 0; k < 4; k++) sum_low = v64_add(sum_low, v64_mul_u32_by(limbs[k], by->low[k]));
  const vec64 remainders = modulo_of_sums(by, _mm256_add_epi32(sum_high, sum_low), sum_high);
  return _mm256_permute4x64_epi64(remainders, 0xd8);
}

#endif
