/* The lane contract on AVX2. See scalar.h for what each operation means. */
#ifndef ROWKEY_SIMD_LANES_AVX2_H
#define ROWKEY_SIMD_LANES_AVX2_H

#include <immintrin.h>
#include <stdbool.h>

#include "simd/memory.h"

#define V_TARGET "avx2,bmi,bmi2,crc32,fma,pclmul,popcnt"
#include "simd/lanes/begin_target.h"

#include "simd/lanes/x86_bytes.h"

typedef __m256i vec32;
typedef __m256i vec64;
typedef __m256i mask32; /* all ones, all zeros */
typedef __m256i mask64;
#define V32_LANES 8
#define V64_LANES 4
#define V32_REGISTER "x"

/* Sixteen registers hold three streams. A fourth, partly in memory, is for cores whose operations take two
 * cycles each; more make so much code that it leaves the instruction cache. In loops six make 15 KB, not 30,
 * and on a Zen 5 core 1.09 times as many digests of 8 bytes as four without, 1.2 of 64, 1.12 of decimals. */
#define V_STREAMS_MD5 4
#define V_STREAMS_MD5_KEYS 6
#define V_MD5_KEYS_ROLLED 1
#define V_STREAMS_MD5_FEW 2
#define V_STREAMS_MD5_STRINGS 3
#define V_STREAMS_DECIMAL 3
#define V_STREAMS_MODULO 2
/* Products of 32 bits in four lanes take less than an exact division of 128 bits in four times. */
#define V_MODULO_BY_WORDS
#define V_MODULO_DIGESTS_HEADER "simd/overrides/modulo_digests_avx2.h"
#define V_FIXED_ROWS_HEADER "simd/overrides/fixed_rows_avx2.h"

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return _mm256_set1_epi32((int)x); }
V_INLINE vec32 v32_load(const uint32_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
V_INLINE void v32_store(uint32_t *p, vec32 x) { _mm256_storeu_si256((__m256i *)p, x); }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return _mm256_add_epi32(a, b); }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return _mm256_sub_epi32(a, b); }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return _mm256_and_si256(a, b); }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return _mm256_or_si256(a, b); }
V_INLINE vec32 v32_xor(vec32 a, vec32 b) { return _mm256_xor_si256(a, b); }
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) { return _mm256_xor_si256(a, _mm256_xor_si256(b, c)); }
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) {
  return _mm256_xor_si256(b, _mm256_and_si256(mask, _mm256_xor_si256(a, b)));
}
V_INLINE mask32 v32_less(vec32 a, vec32 b) { return _mm256_cmpgt_epi32(b, a); }
V_INLINE vec32 v32_choose(mask32 mask, vec32 a, vec32 b) { return _mm256_blendv_epi8(b, a, mask); }
V_INLINE uint32_t v32_smallest(vec32 x) {
  __m128i two = _mm_min_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  two = _mm_min_epi32(two, _mm_shuffle_epi32(two, 0x4e));
  return (uint32_t)_mm_cvtsi128_si32(_mm_min_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}
V_INLINE uint32_t v32_largest(vec32 x) {
  __m128i two = _mm_max_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  two = _mm_max_epi32(two, _mm_shuffle_epi32(two, 0x4e));
  return (uint32_t)_mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}
V_INLINE bool v32_any(vec32 x) { return !_mm256_testz_si256(x, x); }
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  const vec32 with_b = _mm256_add_epi32(sum, _mm256_andnot_si256(mask, b));
  return _mm256_add_epi32(with_b, _mm256_and_si256(mask, a));
}
#define V32_ORN_BIAS 1U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) {
  return _mm256_sub_epi32(sum, _mm256_xor_si256(c, _mm256_andnot_si256(b, d)));
}
V_INLINE vec32 v32_majority(vec32 a, vec32 b, vec32 c) {
  return _mm256_xor_si256(b, _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(b, c)));
}
V_INLINE vec32 v32_bswap(vec32 x) {
  return _mm256_shuffle_epi8(x, _mm256_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2,
                                                 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}
/* By 16 in one byte shuffle. */
V_INLINE vec32 v32_rotl(vec32 x, int n) {
  if (n == 16)
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3,
                                                   0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  return _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - n));
}
#define v32_sll(x, n) _mm256_slli_epi32(x, n)
#define v32_srl(x, n) _mm256_srli_epi32(x, n)
V_INLINE vec32 v32_sllv(vec32 x, vec32 n) { return _mm256_sllv_epi32(x, n); }
V_INLINE vec32 v32_srlv(vec32 x, vec32 n) { return _mm256_srlv_epi32(x, n); }
V_INLINE vec32 v32_join_base31(vec32 x) {
  /* 31 * b0 + b1 of signed bytes fits 16 bits */
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi16(0x011f), x);
  return _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010000 + 31 * 31));
}
V_INLINE vec32 v32_lookup8(const uint32_t table[8], vec32 index) {
  return _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)table), index);
}
V_INLINE vec32 v32_srl1(vec32 x) { return _mm256_srli_epi32(x, 1); }
/* A count for each lane takes one operation, a count for all of them two. */
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return _mm256_srlv_epi32(x, _mm256_set1_epi32((int)n)); }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return _mm256_mullo_epi32(a, b); }

/* Row 2j + i is lane 4i + j of words and digests: 128-bit lane i of vector j holds 16 bytes of row 2j + i,
 * and one 4x4 transposition inside the 128-bit lanes leads from the one to the other and back. */
V_INLINE void v32_transpose(const __m256i in[4], vec32 out[4]) {
  const __m256i low01 = _mm256_unpacklo_epi32(in[0], in[1]), low23 = _mm256_unpacklo_epi32(in[2], in[3]);
  const __m256i high01 = _mm256_unpackhi_epi32(in[0], in[1]), high23 = _mm256_unpackhi_epi32(in[2], in[3]);
  out[0] = _mm256_unpacklo_epi64(low01, low23);
  out[1] = _mm256_unpackhi_epi64(low01, low23);
  out[2] = _mm256_unpacklo_epi64(high01, high23);
  out[3] = _mm256_unpackhi_epi64(high01, high23);
}
V_INLINE __m256i v32_join_rows(const uint8_t *a, const uint8_t *b) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)a)),
                                 _mm_loadu_si128((const __m128i *)b), 1);
}
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  __m256i rows[4];
  for (size_t j = 0; j < 4; j++) rows[j] = v32_join_rows(p + 2 * j * stride, p + (2 * j + 1) * stride);
  v32_transpose(rows, words);
}
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  __m256i joined[4];
  for (int j = 0; j < 4; j++) joined[j] = v32_join_rows(rows[2 * j] + offset, rows[2 * j + 1] + offset);
  v32_transpose(joined, words);
}
V_INLINE void v32_load_strings(const uint8_t *bytes, const uint64_t *begin, vec32 words[4]) {
  __m256i joined[4];
  for (int j = 0; j < 4; j++) joined[j] = v32_join_rows(bytes + begin[2 * j], bytes + begin[2 * j + 1]);
  v32_transpose(joined, words);
}
V_INLINE void v32_from_u64(const vec64 *values, vec32 *low, vec32 *high) {
  const __m256 first = _mm256_castsi256_ps(values[0]), second = _mm256_castsi256_ps(values[1]);
  const __m256i order = _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7);
  *low = _mm256_permutevar8x32_epi32(_mm256_castps_si256(_mm256_shuffle_ps(first, second, 0x88)), order);
  *high = _mm256_permutevar8x32_epi32(_mm256_castps_si256(_mm256_shuffle_ps(first, second, 0xdd)), order);
}
V_INLINE void v32_load_pairs(const uint8_t *p, vec32 words[2]) {
  const vec64 rows[2] = {_mm256_loadu_si256((const __m256i *)p),
                         _mm256_loadu_si256((const __m256i *)(p + 32))};
  v32_from_u64(rows, &words[0], &words[1]);
}
V_INLINE vec32 v32_load_words(const uint32_t *rows) {
  return _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)rows),
                                     _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}
V_INLINE void v32_to_i64(vec32 x, vec64 *values) {
  const __m256i rows = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
  values[0] = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(rows));
  values[1] = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(rows, 1));
}
V_INLINE void v32_store_digests(uint8_t *p, const vec32 words[4]) {
  __m256i rows[4];
  v32_transpose(words, rows);
  for (int j = 0; j < 4; j++) _mm256_storeu_si256((__m256i *)(p + 32 * j), rows[j]);
}

/* ---- 64-bit lanes */
V_INLINE vec64 v64_set1(uint64_t x) { return _mm256_set1_epi64x((long long)x); }
V_INLINE vec64 v64_load(const uint64_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
V_INLINE void v64_store(uint64_t *p, vec64 x) { _mm256_storeu_si256((__m256i *)p, x); }
V_INLINE vec64 v64_iota(void) { return _mm256_setr_epi64x(0, 1, 2, 3); }
V_INLINE vec64 v64_add(vec64 a, vec64 b) { return _mm256_add_epi64(a, b); }
V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return _mm256_sub_epi64(a, b); }
V_INLINE vec64 v64_and(vec64 a, vec64 b) { return _mm256_and_si256(a, b); }
V_INLINE vec64 v64_or(vec64 a, vec64 b) { return _mm256_or_si256(a, b); }
V_INLINE vec64 v64_or3(vec64 a, vec64 b, vec64 c) { return v64_or(a, v64_or(b, c)); }
V_INLINE vec64 v64_xor(vec64 a, vec64 b) { return _mm256_xor_si256(a, b); }
/* By 32 and 16 in one shuffle. */
V_INLINE vec64 v64_rotl(vec64 x, int n) {
  if (n == 32) return _mm256_shuffle_epi32(x, 0xb1);
  if (n == 16)
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13, 6, 7,
                                                   0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13));
  return _mm256_or_si256(_mm256_slli_epi64(x, n), _mm256_srli_epi64(x, 64 - n));
}
#define v64_sll(x, n) _mm256_slli_epi64(x, n)
#define v64_srl(x, n) _mm256_srli_epi64(x, n)
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) {
  return _mm256_sllv_epi64(x, _mm256_set1_epi64x((long long)n));
}
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) {
  return _mm256_srlv_epi64(x, _mm256_set1_epi64x((long long)n));
}
V_INLINE vec64 v64_sllv(vec64 x, vec64 n) { return _mm256_sllv_epi64(x, n); }
V_INLINE vec64 v64_srlv(vec64 x, vec64 n) { return _mm256_srlv_epi64(x, n); }
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) { return _mm256_mul_epu32(a, b); }
#ifdef __clang__
/* clang moves the clearing of an invariant's high halves out of the loop, forgets there that they are zero,
 * and multiplies by them as well. */
#define V64_HAS_MUL_U32_BY
V_INLINE vec64 v64_mul_u32_by(vec64 a, vec64 invariant) {
  vec64 product;
  __asm__("vpmuludq %2, %1, %0" : "=x"(product) : "x"(a), "x"(invariant));
  return product;
}
#endif
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return _mm256_cmpeq_epi64(a, b); }
V_INLINE mask64 v64_less(vec64 a, vec64 b) { return _mm256_cmpgt_epi64(b, a); }
V_INLINE vec64 v64_choose(mask64 mask, vec64 a, vec64 b) { return _mm256_blendv_epi8(b, a, mask); }
V_INLINE vec64 v64_greater(vec64 a, vec64 b) { return _mm256_max_epu32(a, b); }
V_INLINE vec64 v64_lesser(vec64 a, vec64 b) { return _mm256_min_epu32(a, b); }
V_INLINE vec64 v64_signed_greater(vec64 a, vec64 b) { return v64_choose(v64_less(a, b), b, a); }
V_INLINE uint64_t v64_largest(vec64 x) {
  x = v64_signed_greater(x, _mm256_permute4x64_epi64(x, 0x4e));
  x = v64_signed_greater(x, _mm256_shuffle_epi32(x, 0x4e));
  return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(x));
}
#define V64_HAS_SUMS
V_INLINE vec64 v64_sums(vec64 x) {
  x = _mm256_add_epi64(x, _mm256_slli_si256(x, 8));
  /* the second lane to both lanes of the upper half */
  const __m256i lower = _mm256_permute4x64_epi64(x, 0x50);
  return _mm256_add_epi64(x, _mm256_blend_epi32(_mm256_setzero_si256(), lower, 0xf0));
}
V_INLINE vec64 v64_last(vec64 x) { return _mm256_permute4x64_epi64(x, 0xff); }
/* -1 - x turns the order round without overflow. */
V_INLINE uint64_t v64_smallest(vec64 x) { return ~v64_largest(_mm256_xor_si256(x, _mm256_set1_epi64x(-1))); }
V_INLINE bool v64_any_negative(vec64 x) { return _mm256_movemask_pd(_mm256_castsi256_pd(x)) != 0; }
V_INLINE bool v64_any(vec64 x) { return !_mm256_testz_si256(x, x); }
V_INLINE vec64 v64_zero_bytes_below(vec64 x) {
  /* x | -x has ones from the lowest set bit up; its zero bytes count 8 each */
  const __m256i zero = _mm256_setzero_si256();
  const __m256i smeared = _mm256_or_si256(x, _mm256_sub_epi64(zero, x));
  const __m256i below = _mm256_and_si256(_mm256_cmpeq_epi8(smeared, zero), _mm256_set1_epi8(8));
  return _mm256_sad_epu8(below, zero);
}
V_INLINE vec64 v64_bswap(vec64 x) {
  return _mm256_shuffle_epi8(x, _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                                                 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) {
  return _mm256_i64gather_epi64((const long long *)bytes, offsets, 1);
}
V_INLINE void v64_load_strings(const uint8_t *bytes, const uint64_t *begin, vec64 *low, vec64 *high) {
  const __m256i even = v32_join_rows(bytes + begin[0], bytes + begin[2]);
  const __m256i odd = v32_join_rows(bytes + begin[1], bytes + begin[3]);
  *low = _mm256_unpacklo_epi64(even, odd);
  *high = _mm256_unpackhi_epi64(even, odd);
}
V_INLINE void v64_store_pairs(uint64_t *p, vec64 a, vec64 b) {
  const __m256i even = _mm256_unpacklo_epi64(a, b), odd = _mm256_unpackhi_epi64(a, b);
  _mm256_storeu_si256((__m256i *)p, _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256((__m256i *)(p + 4), _mm256_permute2x128_si256(even, odd, 0x31));
}
V_INLINE void v64_store_rows(uint8_t *p, size_t stride, vec64 x) {
  if (stride == 8) {
    _mm256_storeu_si256((__m256i *)p, x);
    return;
  }
  v8_store_halves(p, p + stride, _mm256_castsi256_si128(x));
  v8_store_halves(p + 2 * stride, p + 3 * stride, _mm256_extracti128_si256(x, 1));
}
V_INLINE void v64_load_digests(const uint8_t *p, vec64 *high, vec64 *low) {
  const __m256i even = v64_bswap(v32_join_rows(p, p + 32)), odd = v64_bswap(v32_join_rows(p + 16, p + 48));
  *high = _mm256_unpacklo_epi64(even, odd);
  *low = _mm256_unpackhi_epi64(even, odd);
}

/* ---- digits */
/* A factor that gcc does not know: by one that it does it would multiply in shifts and additions. */
V_INLINE __m256i v16_factor(short factor) {
  __m256i factors = _mm256_set1_epi16(factor);
  __asm__("" : "+x"(factors));
  return factors;
}
V_INLINE vec64 v16_split2(vec64 x) {
  /* 16-bit fields below 100 into two bytes: x * 6554 >> 16 is x / 10; q + ((x - 10q) << 8) = (x << 8) - 2559q
   */
  const __m256i tens = _mm256_mulhi_epu16(x, _mm256_set1_epi16(6554));
  return _mm256_add_epi16(_mm256_slli_epi16(x, 8), _mm256_mullo_epi16(tens, v16_factor(-2559)));
}
V_INLINE vec64 v32_split4(vec64 x) {
  /* 32-bit fields below 10^4 into two of 16 bits: x * 5243 >> 19 is x / 100 below 43699 */
  const __m256i hundreds = _mm256_srli_epi16(_mm256_mulhi_epu16(x, _mm256_set1_epi16(5243)), 3);
  const __m256i rest = _mm256_sub_epi16(x, _mm256_mullo_epi16(hundreds, v16_factor(100)));
  return _mm256_or_si256(hundreds, _mm256_slli_epi32(rest, 16));
}
V_INLINE vec64 v64_split8(vec64 x) {
  /* x * 109951163 >> 40 is x / 10^4 below 10^8 */
  const __m256i high = _mm256_srli_epi64(_mm256_mul_epu32(x, _mm256_set1_epi64x(109951163)), 40);
  const __m256i rest = _mm256_sub_epi64(x, _mm256_mul_epu32(high, _mm256_set1_epi64x(10000)));
  return _mm256_or_si256(high, _mm256_slli_epi64(rest, 32));
}
V_INLINE vec64 v64_join_digits8(vec64 x) {
  x = _mm256_maddubs_epi16(x, _mm256_set1_epi16(0x010a));
  x = _mm256_madd_epi16(x, _mm256_set1_epi32(0x00010064));
  return _mm256_add_epi64(_mm256_mul_epu32(x, _mm256_set1_epi64x(10000)), _mm256_srli_epi64(x, 32));
}
/* A string in each 128-bit lane: what counts of it, as digits. */
V_INLINE __m256i v64_text16(const uint8_t *a, const uint8_t *b, __m256i length) {
  const __m256i behind = _mm256_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13,
                                          12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m256i text = _mm256_xor_si256(v32_join_rows(a, b), _mm256_set1_epi8('0'));
  return _mm256_and_si256(text, _mm256_cmpgt_epi8(length, behind));
}
#define V64_HAS_JOIN_TEXT16
V_INLINE bool v64_join_text16(const uint8_t *bytes, const uint64_t *end, vec64 length, vec64 *numbers) {
  /* clang would take apart the vector that it has loaded from there already: twice the instructions. */
  __asm__("" : "+r"(end));
  const __m256i first = _mm256_setzero_si256(), second = _mm256_set1_epi8(8);
  const __m256i even =
      v64_text16(bytes + (end[0] - 16), bytes + (end[2] - 16), _mm256_shuffle_epi8(length, first));
  const __m256i odd =
      v64_text16(bytes + (end[1] - 16), bytes + (end[3] - 16), _mm256_shuffle_epi8(length, second));
  /* Two digits, four, eight; then the upper eight and the lower eight side by side. */
  const __m256i tens = _mm256_set1_epi16(0x010a), hundreds = _mm256_set1_epi32(0x00010064);
  const __m256i fours = _mm256_packus_epi32(_mm256_madd_epi16(_mm256_maddubs_epi16(even, tens), hundreds),
                                            _mm256_madd_epi16(_mm256_maddubs_epi16(odd, tens), hundreds));
  const __m256i eights = _mm256_madd_epi16(fours, _mm256_set1_epi32(0x00010000 + 10000));
  *numbers = _mm256_add_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(100000000)),
                              _mm256_srli_epi64(eights, 32));
  const __m256i above_9 = _mm256_adds_epu8(_mm256_max_epu8(even, odd), _mm256_set1_epi8(127 - 9));
  return _mm256_movemask_epi8(above_9) == 0;
}

/* ---- bytes */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  uint8_t copy[64];
  if (!readable) {
    memcpy(copy, bytes, count);
    bytes = copy;
  }
  const __m256i end = _mm256_set1_epi8((char)count);
  __m256i at = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  for (int half = 0; half < 2; half++) {
    const __m256i x = _mm256_loadu_si256((const __m256i *)(bytes + 32 * half));
    const __m256i kept = _mm256_and_si256(x, _mm256_cmpgt_epi8(end, at));
    const __m256i mark = _mm256_and_si256(_mm256_set1_epi8((char)0x80), _mm256_cmpeq_epi8(end, at));
    _mm256_storeu_si256((__m256i *)(out + 32 * half), _mm256_or_si256(kept, mark));
    at = _mm256_add_epi8(at, _mm256_set1_epi8(32));
  }
}
V_INLINE uint64_t v8_equal_mask64(const uint8_t *p, uint8_t byte) {
  const __m256i wanted = _mm256_set1_epi8((char)byte);
  const __m256i low = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)p), wanted);
  const __m256i high = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(p + 32)), wanted);
  return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

/* Numbers below 2^52 in the digits of doubles from 2^52 on. */
V_INLINE vec64 v64_jump(vec64 factor, vec64 divisor) {
  const __m256d two52 = _mm256_set1_pd(0x1p52), two31 = _mm256_set1_pd(0x1p31);
  const __m256i digits = _mm256_castpd_si256(two52);
  const __m256d f = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(factor, digits)), two52);
  const __m256d d = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(divisor, digits)), two52);
  const __m256d product = _mm256_mul_pd(f, _mm256_div_pd(two31, d));
  const __m256d whole = _mm256_floor_pd(_mm256_min_pd(product, two31));
  return _mm256_xor_si256(_mm256_castpd_si256(_mm256_add_pd(whole, two52)), digits);
}

#define V64_DENSE_ROOM 32
typedef __m256i dense64;
V_INLINE dense64 v64_dense_bytes(unsigned width) {
  const __m256i place =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  const __m256i is_second = _mm256_cmpgt_epi8(place, _mm256_set1_epi8((char)(width - 1)));
  return _mm256_add_epi8(place, _mm256_and_si256(is_second, _mm256_set1_epi8((char)(8 - width))));
}
V_INLINE void v64_store_dense(uint8_t *to, vec64 x, dense64 bytes, unsigned width) {
  const __m256i pairs = _mm256_shuffle_epi8(x, bytes);
  _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(pairs));
  _mm_storeu_si128((__m128i *)(to + 2 * width), _mm256_extracti128_si256(pairs, 1));
}

#define V64_HAS_INTERLEAVE
V_INLINE vec64 v64_interleave(vec64 a, vec64 b) {
  const __m256i apart = _mm256_broadcastsi128_si256(_mm_setr_epi8(
      0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55));
  const __m256i four = _mm256_set1_epi8(15), both = _mm256_or_si256(a, _mm256_slli_epi64(b, 32));
  const __m256i low = _mm256_shuffle_epi8(apart, _mm256_and_si256(both, four));
  const __m256i high = _mm256_shuffle_epi8(apart, _mm256_and_si256(_mm256_srli_epi64(both, 4), four));
  const __m256i even = _mm256_unpacklo_epi8(low, high), odd = _mm256_unpackhi_epi8(low, high);
  const __m256i first = _mm256_unpacklo_epi64(even, odd), second = _mm256_unpackhi_epi64(even, odd);
  return _mm256_or_si256(_mm256_add_epi64(first, first), second);
}

#define V64_HAS_PRODUCT
V_INLINE vec64 v64_product(const double *p, double factor, vec64 *rest) {
  const __m256d x = _mm256_loadu_pd(p), by = _mm256_set1_pd(factor), product = _mm256_mul_pd(x, by);
  *rest = _mm256_castpd_si256(_mm256_fmsub_pd(x, by, product));
  return _mm256_castpd_si256(product);
}
/* From 2^52 to 2^53 the last bit of a double is worth 1. */
V_INLINE vec64 v64_round_double(vec64 x) {
  const __m256d middle = _mm256_set1_pd(0x1.8p52), sum = _mm256_add_pd(_mm256_castsi256_pd(x), middle);
  return _mm256_sub_epi64(_mm256_castpd_si256(sum), _mm256_castpd_si256(middle));
}
V_INLINE vec64 v64_floor_double(vec64 x) {
  return v64_round_double(_mm256_castpd_si256(_mm256_floor_pd(_mm256_castsi256_pd(x))));
}

/* every CPU with AVX2 has SSE4.2 */
#define V_HASH_XXH64
#define V_HAS_CRC32C
V_INLINE uint32_t v_crc32c(uint32_t crc, uint64_t x) { return (uint32_t)_mm_crc32_u64(crc, x); }

#define V8_HAS_JOIN
typedef __m128i v8_leading;
V_INLINE v8_leading v8_leading_of(size_t count) { return v8_leading_mask(count); }
V_INLINE void v8_join16(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  const __m128i a = _mm_loadu_si128((const __m128i *)first), b = _mm_loadu_si128((const __m128i *)second);
  _mm_storeu_si128((__m128i *)to, _mm_blendv_epi8(b, a, count));
}
V_INLINE void v8_join32(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  const __m256i a = _mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)first));
  const __m256i b = _mm256_loadu_si256((const __m256i *)second);
  _mm256_storeu_si256((__m256i *)to, _mm256_blendv_epi8(b, a, _mm256_zextsi128_si256(count)));
}
V_INLINE uint32_t v8_zero_mask16(const uint8_t *p) {
  const __m128i x = _mm_loadu_si128((const __m128i *)p);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_setzero_si128()));
}

#include "simd/lanes/generic.h"

/* High halves by shuffles, not shifts, which share their ports with products. */
V_INLINE vec32 v32_upper_halves(vec32 x) {
  return _mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(x)));
}
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 invariant) {
  const __m256i even = v32_upper_halves(v64_mul_u32_by(a, invariant));
  const __m256i odd = v64_mul_u32_by(v32_upper_halves(a), invariant);
  return _mm256_blend_epi32(even, odd, 0xaa);
}

#endif
