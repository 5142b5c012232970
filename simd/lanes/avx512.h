/* The lane contract on AVX-512 with 52-bit multiply-adds and byte permutes (Ice Lake, Zen 4 and later). See
 * scalar.h for what each operation means.
 *
 * Ports, 512-bit operations per clock: Zen 5 does 4 additions or logic operations, 2 shifts, rotates or
 * multiplications; Sapphire Rapids 2 of the former, 1 of the latter and of shuffles. */
#ifndef ROWKEY_SIMD_LANES_AVX512_H
#define ROWKEY_SIMD_LANES_AVX512_H

#include <immintrin.h>
#include <stdbool.h>

#include "simd/memory.h"

#define V_TARGET \
  "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512ifma,avx512vbmi,avx512vbmi2,avx2,bmi,bmi2,crc32,fma,pclmul,popcnt"
#include "simd/lanes/begin_target.h"

#include "simd/lanes/x86_bytes.h"

typedef __m512i vec32;
typedef __m512i vec64;
typedef __mmask16 mask32;
typedef __mmask8 mask64;
#define V32_LANES 16
#define V64_LANES 8
#define V32_REGISTER "v"

/* 32 registers: four of state and one of work a stream, and the addend they share. Zen 5, whose operations
 * take two cycles each, needs six streams; for Zen 4 three or four would do. */
#define V_STREAMS_MD5 6
#define V_STREAMS_MD5_FEW 4
#define V_STREAMS_MD5_STRINGS 6
#define V_STREAMS_SHA 2

/* Immediate of the three-input logic instruction: bit 4a+2b+c of it is the result for input bits a, b, c. */
#define V_TERNARY_SELECT 0xCA   /* a ? b : c */
#define V_TERNARY_SELECTED 0xE4 /* c ? a : b */
#define V_TERNARY_XOR3 0x96     /* a ^ b ^ c */
#define V_TERNARY_OR3 0xFE      /* a | b | c */
#define V_TERNARY_MAJORITY 0xE8 /* (a & b) | (a & c) | (b & c) */
#define V_TERNARY_XOR_ORN 0x39  /* b ^ (a | ~c) */

/* Knowing the order of a permute leads clang to several instructions that take longer. */
#define V_UNKNOWN(order) __asm__("" : "+v"(order))

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return _mm512_set1_epi32((int)x); }
V_INLINE vec32 v32_load(const uint32_t *p) { return _mm512_loadu_si512(p); }
V_INLINE void v32_store(uint32_t *p, vec32 x) { _mm512_storeu_si512(p, x); }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return _mm512_add_epi32(a, b); }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return _mm512_sub_epi32(a, b); }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return _mm512_and_si512(a, b); }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return _mm512_or_si512(a, b); }
V_INLINE vec32 v32_xor(vec32 a, vec32 b) { return _mm512_xor_si512(a, b); }
/* Zen 5 has the result two cycles after the operand that is overwritten, three after the others. Compilers do
 * not know that and overwrite any of them: here it is the newest. */
#define v32_ternary(newest, b, c, truth_table)                                               \
  ({                                                                                         \
    vec32 result_ = (newest);                                                                \
    __asm__("vpternlogd %3, %2, %1, %0" : "+v"(result_) : "v"(b), "v"(c), "i"(truth_table)); \
    result_;                                                                                 \
  })
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) { return v32_ternary(a, b, c, V_TERNARY_XOR3); }
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) {
  return _mm512_ternarylogic_epi32(mask, a, b, V_TERNARY_SELECT);
}
V_INLINE mask32 v32_less(vec32 a, vec32 b) { return _mm512_cmplt_epi32_mask(a, b); }
V_INLINE vec32 v32_choose(mask32 mask, vec32 a, vec32 b) { return _mm512_mask_mov_epi32(b, mask, a); }
V_INLINE uint32_t v32_smallest(vec32 x) { return (uint32_t)_mm512_reduce_min_epi32(x); }
V_INLINE uint32_t v32_largest(vec32 x) { return (uint32_t)_mm512_reduce_max_epi32(x); }
V_INLINE bool v32_any(vec32 x) { return _mm512_test_epi32_mask(x, x) != 0; }
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return _mm512_add_epi32(sum, v32_ternary(mask, a, b, V_TERNARY_SELECT));
}
#define V32_HAS_ADD_SELECT_NEWER
V_INLINE vec32 v32_add_select_newer(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return _mm512_add_epi32(sum, v32_ternary(a, b, mask, V_TERNARY_SELECTED));
}
#define V32_ORN_BIAS 0U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) {
  return _mm512_add_epi32(sum, v32_ternary(b, c, d, V_TERNARY_XOR_ORN));
}
V_INLINE vec32 v32_majority(vec32 a, vec32 b, vec32 c) { return v32_ternary(a, b, c, V_TERNARY_MAJORITY); }
V_INLINE vec32 v32_bswap(vec32 x) {
  return _mm512_shuffle_epi8(
      x, _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)));
}
#define v32_rotl(x, n) _mm512_rol_epi32(x, n)
#define v32_sll(x, n) _mm512_slli_epi32(x, n)
#define v32_srl(x, n) _mm512_srli_epi32(x, n)
V_INLINE vec32 v32_sllv(vec32 x, vec32 n) { return _mm512_sllv_epi32(x, n); }
V_INLINE vec32 v32_srlv(vec32 x, vec32 n) { return _mm512_srlv_epi32(x, n); }
V_INLINE vec32 v32_join_base31(vec32 x) {
  /* 31 * b0 + b1 of signed bytes fits 16 bits */
  const __m512i pairs = _mm512_maddubs_epi16(_mm512_set1_epi16(0x011f), x);
  return _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010000 + 31 * 31));
}
V_INLINE vec32 v32_lookup8(const uint32_t table[8], vec32 index) {
  return _mm512_permutexvar_epi32(index, _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)table)));
}
V_INLINE vec32 v32_srl1(vec32 x) { return _mm512_srli_epi32(x, 1); }
/* A count for each lane takes one operation, a count for all of them two. */
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return _mm512_srlv_epi32(x, _mm512_set1_epi32((int)n)); }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return _mm512_mullo_epi32(a, b); }

/* Row 4j + i is lane 4i + j of words and digests: 128-bit lane i of vector j holds 16 bytes of row 4j + i,
 * and one 4x4 transposition inside the 128-bit lanes leads from the one to the other and back. */
V_INLINE void v32_transpose(const __m512i in[4], vec32 out[4]) {
  const __m512i low01 = _mm512_unpacklo_epi32(in[0], in[1]), low23 = _mm512_unpacklo_epi32(in[2], in[3]);
  const __m512i high01 = _mm512_unpackhi_epi32(in[0], in[1]), high23 = _mm512_unpackhi_epi32(in[2], in[3]);
  out[0] = _mm512_unpacklo_epi64(low01, low23);
  out[1] = _mm512_unpackhi_epi64(low01, low23);
  out[2] = _mm512_unpacklo_epi64(high01, high23);
  out[3] = _mm512_unpackhi_epi64(high01, high23);
}
V_INLINE __m512i v32_join_rows(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d) {
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)a)),
                                              _mm_loadu_si128((const __m128i *)b), 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)c)),
                                               _mm_loadu_si128((const __m128i *)d), 1);
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  __m512i rows[4];
  for (size_t j = 0; j < 4; j++) {
    const uint8_t *at = p + 4 * j * stride;
    rows[j] = stride == 16 ? _mm512_loadu_si512(at)
                           : v32_join_rows(at, at + stride, at + 2 * stride, at + 3 * stride);
  }
  v32_transpose(rows, words);
}
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  __m512i joined[4];
  for (int j = 0; j < 4; j++)
    joined[j] = v32_join_rows(rows[4 * j] + offset, rows[4 * j + 1] + offset, rows[4 * j + 2] + offset,
                              rows[4 * j + 3] + offset);
  v32_transpose(joined, words);
}
V_INLINE void v32_load_strings(const uint8_t *bytes, const uint64_t *begin, vec32 words[4]) {
  __m512i joined[4];
  for (int j = 0; j < 4; j++)
    joined[j] = v32_join_rows(bytes + begin[4 * j], bytes + begin[4 * j + 1], bytes + begin[4 * j + 2],
                              bytes + begin[4 * j + 3]);
  v32_transpose(joined, words);
}
/* Rows of 64 bytes, as sixteen words: word i goes to words[i * apart]. */
V_INLINE void v32_transpose64(const __m512i rows[16], vec32 *words, size_t apart) {
  __m512i quarters[4][4];
  for (int j = 0; j < 4; j++) {
    const __m512i low01 = _mm512_shuffle_i64x2(rows[4 * j], rows[4 * j + 1], 0x44);
    const __m512i low23 = _mm512_shuffle_i64x2(rows[4 * j + 2], rows[4 * j + 3], 0x44);
    const __m512i high01 = _mm512_shuffle_i64x2(rows[4 * j], rows[4 * j + 1], 0xee);
    const __m512i high23 = _mm512_shuffle_i64x2(rows[4 * j + 2], rows[4 * j + 3], 0xee);
    quarters[0][j] = _mm512_shuffle_i64x2(low01, low23, 0x88);
    quarters[1][j] = _mm512_shuffle_i64x2(low01, low23, 0xdd);
    quarters[2][j] = _mm512_shuffle_i64x2(high01, high23, 0x88);
    quarters[3][j] = _mm512_shuffle_i64x2(high01, high23, 0xdd);
  }
  for (size_t i = 0; i < 4; i++) {
    vec32 four[4];
    v32_transpose(quarters[i], four);
    for (size_t k = 0; k < 4; k++) words[(4 * i + k) * apart] = four[k];
  }
}
#define V32_HAS_LOAD_ROWS64
V_INLINE void v32_load_rows64(const uint8_t *bytes, const uint64_t *begin, vec32 *words, size_t apart) {
  __m512i rows[16];
  for (int i = 0; i < 16; i++) rows[i] = _mm512_loadu_si512(bytes + begin[i]);
  v32_transpose64(rows, words, apart);
}
V_INLINE void v32_load_ended64(const uint8_t *bytes, uint64_t size, const uint64_t *begin,
                               const uint64_t *left, vec32 *words, size_t apart) {
  (void)size; /* a masked load touches no byte that it leaves out */
  uint64_t kept[16], marked[16];
  const __m512i one = _mm512_set1_epi64(1);
  for (int i = 0; i < 16; i += 8) {
    const __m512i count = _mm512_loadu_si512(left + i), mark = _mm512_sllv_epi64(one, count);
    const __m512i none = _mm512_max_epi64(count, _mm512_setzero_si512());
    _mm512_storeu_si512(marked + i, mark);
    _mm512_storeu_si512(kept + i, _mm512_sub_epi64(_mm512_sllv_epi64(one, none), one));
  }
  __m512i rows[16];
  for (int i = 0; i < 16; i++) {
    const __m512i row = _mm512_maskz_loadu_epi8(kept[i], bytes + begin[i]);
    rows[i] = _mm512_mask_mov_epi8(row, marked[i], _mm512_set1_epi8((char)0x80));
  }
  v32_transpose64(rows, words, apart);
}
/* Rows in lane order, as indices of 32-bit halves of 64-bit rows: row r's low half is 2r. */
V_INLINE __m512i v32_low_halves(void) {
  return _mm512_setr_epi32(0, 8, 16, 24, 2, 10, 18, 26, 4, 12, 20, 28, 6, 14, 22, 30);
}
V_INLINE void v32_from_u64(const vec64 *values, vec32 *low, vec32 *high) {
  const __m512i lows = v32_low_halves(), highs = _mm512_or_si512(lows, _mm512_set1_epi32(1));
  *low = _mm512_permutex2var_epi32(values[0], lows, values[1]);
  *high = _mm512_permutex2var_epi32(values[0], highs, values[1]);
}
V_INLINE void v32_load_pairs(const uint8_t *p, vec32 words[2]) {
  const vec64 rows[2] = {_mm512_loadu_si512(p), _mm512_loadu_si512(p + 64)};
  v32_from_u64(rows, &words[0], &words[1]);
}
/* From row order to lane order and back. */
V_INLINE __m512i v32_reorder(__m512i x) {
  return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), x);
}
V_INLINE vec32 v32_load_words(const uint32_t *rows) { return v32_reorder(_mm512_loadu_si512(rows)); }
V_INLINE void v32_to_i64(vec32 x, vec64 *values) {
  const __m512i rows = v32_reorder(x);
  values[0] = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(rows));
  values[1] = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(rows, 1));
}
V_INLINE void v32_store_digests(uint8_t *p, const vec32 words[4]) {
  __m512i rows[4];
  v32_transpose(words, rows);
  for (int j = 0; j < 4; j++) _mm512_storeu_si512(p + 64 * j, rows[j]);
}

/* ---- 64-bit lanes */
V_INLINE vec64 v64_set1(uint64_t x) { return _mm512_set1_epi64((long long)x); }
V_INLINE vec64 v64_load(const uint64_t *p) { return _mm512_loadu_si512(p); }
#define V64_HAS_LOAD_FIRST
V_INLINE vec64 v64_load_first(const uint64_t *p, size_t count, vec64 rest) {
  return _mm512_mask_loadu_epi64(rest, (__mmask8)(count < 8 ? (1U << count) - 1 : 0xff), p);
}
V_INLINE void v64_store(uint64_t *p, vec64 x) { _mm512_storeu_si512(p, x); }
V_INLINE vec64 v64_iota(void) { return _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7); }
V_INLINE vec64 v64_add(vec64 a, vec64 b) { return _mm512_add_epi64(a, b); }
V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return _mm512_sub_epi64(a, b); }
V_INLINE vec64 v64_and(vec64 a, vec64 b) { return _mm512_and_si512(a, b); }
V_INLINE vec64 v64_or(vec64 a, vec64 b) { return _mm512_or_si512(a, b); }
V_INLINE vec64 v64_or3(vec64 a, vec64 b, vec64 c) {
  return _mm512_ternarylogic_epi64(a, b, c, V_TERNARY_OR3);
}
V_INLINE vec64 v64_xor(vec64 a, vec64 b) { return _mm512_xor_si512(a, b); }
#define v64_rotl(x, n) _mm512_rol_epi64(x, n)
#define v64_sll(x, n) _mm512_slli_epi64(x, n)
#define v64_srl(x, n) _mm512_srli_epi64(x, n)
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) {
  return _mm512_sllv_epi64(x, _mm512_set1_epi64((long long)n));
}
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) {
  return _mm512_srlv_epi64(x, _mm512_set1_epi64((long long)n));
}
V_INLINE vec64 v64_sllv(vec64 x, vec64 n) { return _mm512_sllv_epi64(x, n); }
V_INLINE vec64 v64_srlv(vec64 x, vec64 n) { return _mm512_srlv_epi64(x, n); }
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) { return _mm512_mul_epu32(a, b); }
#ifdef __clang__
/* clang moves the clearing of an invariant's high halves out of the loop, forgets there that they are zero,
 * and multiplies by them as well. */
#define V64_HAS_MUL_U32_BY
V_INLINE vec64 v64_mul_u32_by(vec64 a, vec64 invariant) {
  vec64 product;
  __asm__("vpmuludq %2, %1, %0" : "=v"(product) : "v"(a), "v"(invariant));
  return product;
}
#endif
#define V64_HAS_MUL_LO
V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 b) { return _mm512_mullo_epi64(a, b); }
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return _mm512_movm_epi64(_mm512_cmpeq_epi64_mask(a, b)); }
V_INLINE mask64 v64_less(vec64 a, vec64 b) { return _mm512_cmplt_epi64_mask(a, b); }
V_INLINE vec64 v64_choose(mask64 mask, vec64 a, vec64 b) { return _mm512_mask_mov_epi64(b, mask, a); }
V_INLINE uint64_t v64_smallest(vec64 x) { return (uint64_t)_mm512_reduce_min_epi64(x); }
V_INLINE uint64_t v64_largest(vec64 x) { return (uint64_t)_mm512_reduce_max_epi64(x); }
V_INLINE bool v64_any_negative(vec64 x) { return _mm512_movepi64_mask(x) != 0; }
V_INLINE bool v64_any(vec64 x) { return _mm512_test_epi64_mask(x, x) != 0; }
V_INLINE vec64 v64_greater(vec64 a, vec64 b) { return _mm512_max_epu32(a, b); }
V_INLINE vec64 v64_lesser(vec64 a, vec64 b) { return _mm512_min_epu32(a, b); }
#define V64_HAS_SUMS
V_INLINE vec64 v64_sums(vec64 x) {
  const __m512i zero = _mm512_setzero_si512();
  x = _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 7));
  x = _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 6));
  return _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 4));
}
V_INLINE vec64 v64_last(vec64 x) { return _mm512_permutexvar_epi64(_mm512_set1_epi64(7), x); }
V_INLINE vec64 v64_zero_bytes_below(vec64 x) {
  /* the lowest set bit alone is followed by 63 - lzcnt zeros */
  const __m512i lowest = _mm512_and_si512(x, _mm512_sub_epi64(_mm512_setzero_si512(), x));
  return _mm512_and_si512(_mm512_sub_epi64(_mm512_set1_epi64(63), _mm512_lzcnt_epi64(lowest)),
                          _mm512_set1_epi64(~7LL));
}
V_INLINE __m512i v512_set1_128(long long low, long long high) {
  return _mm512_set_epi64(high, low, high, low, high, low, high, low);
}
V_INLINE vec64 v64_bswap(vec64 x) {
  return _mm512_shuffle_epi8(x, v512_set1_128(0x0001020304050607, 0x08090a0b0c0d0e0f));
}
/* Without optimisation gcc's header is a macro that warns about its own mask. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) {
  return _mm512_i64gather_epi64(offsets, bytes, 1);
}
#pragma GCC diagnostic pop
V_INLINE void v64_load_strings(const uint8_t *bytes, const uint64_t *begin, vec64 *low, vec64 *high) {
  const __m512i even = v32_join_rows(bytes + begin[0], bytes + begin[2], bytes + begin[4], bytes + begin[6]);
  const __m512i odd = v32_join_rows(bytes + begin[1], bytes + begin[3], bytes + begin[5], bytes + begin[7]);
  *low = _mm512_unpacklo_epi64(even, odd);
  *high = _mm512_unpackhi_epi64(even, odd);
}
V_INLINE void v64_store_pairs(uint64_t *p, vec64 a, vec64 b) {
  const __m512i first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
  const __m512i second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
  _mm512_storeu_si512(p, _mm512_permutex2var_epi64(a, first, b));
  _mm512_storeu_si512(p + 8, _mm512_permutex2var_epi64(a, second, b));
}
V_INLINE void v64_store_rows(uint8_t *p, size_t stride, vec64 x) {
  if (stride == 8) {
    _mm512_storeu_si512(p, x);
    return;
  }
  const __m128i pairs[4] = {_mm512_castsi512_si128(x), _mm512_extracti64x2_epi64(x, 1),
                            _mm512_extracti64x2_epi64(x, 2), _mm512_extracti64x2_epi64(x, 3)};
  for (int i = 0; i < 4; i++, p += 2 * stride) v8_store_halves(p, p + stride, pairs[i]);
}
V_INLINE void v64_load_digests(const uint8_t *p, vec64 *high, vec64 *low) {
  const __m512i first = _mm512_loadu_si512(p), second = _mm512_loadu_si512(p + 64);
  /* Unpacked 64-bit halves stand in the order 0, 4, 1, 5, …; one byte permute sorts them and swaps bytes. */
  __m512i order = _mm512_add_epi8(
      _mm512_setr_epi64(0, 0x1010101010101010, 0x2020202020202020, 0x3030303030303030, 0x0808080808080808,
                        0x1818181818181818, 0x2828282828282828, 0x3838383838383838),
      _mm512_set1_epi64(0x0001020304050607));
  V_UNKNOWN(order);
  *high = _mm512_permutexvar_epi8(order, _mm512_unpacklo_epi64(first, second));
  *low = _mm512_permutexvar_epi8(order, _mm512_unpackhi_epi64(first, second));
}

/* sum + the low or high 52 bits of the product of the lowest 52 bits */
#define V64_HAS_MADD52
V_INLINE vec64 v64_madd52_low(vec64 sum, vec64 a, vec64 b) { return _mm512_madd52lo_epu64(sum, a, b); }
V_INLINE vec64 v64_madd52_high(vec64 sum, vec64 a, vec64 b) { return _mm512_madd52hi_epu64(sum, a, b); }
/* the smaller of two unsigned numbers */
V_INLINE vec64 v64_min(vec64 a, vec64 b) { return _mm512_min_epu64(a, b); }

/* ---- digits */
#define V64_HAS_DIV_1E8
/* x - quotient * d by adding quotient * (2^52 - d): right modulo 2^52 */
V_INLINE vec64 v64_remainder(vec64 x, vec64 quotient, uint64_t d) {
  return v64_madd52_low(x, quotient, _mm512_set1_epi64((long long)((UINT64_C(1) << 52) - d)));
}
/* ceil(2^78 / 10^8), error below 10^8 < 2^27: exact while x * 2^27 < 2^78 */
V_INLINE vec64 v64_div_1e8_below_2e39(vec64 x) {
  return _mm512_srli_epi64(v64_madd52_high(_mm512_setzero_si512(), x, _mm512_set1_epi64(3022314549036573)),
                           26);
}
/* 10^8 = 2^8 * 5^8; ceil(2^70 / 5^8), error below 2^19, x >> 8 below 2^46: exact */
V_INLINE vec64 v64_div_1e8_below_1e16(vec64 x) {
  return _mm512_srli_epi64(
      v64_madd52_high(_mm512_setzero_si512(), _mm512_srli_epi64(x, 8), _mm512_set1_epi64(3022314549036573)),
      18);
}
/* A factor that gcc does not know: by one that it does it would multiply in shifts and additions. */
V_INLINE __m512i v16_factor(short factor) {
  __m512i factors = _mm512_set1_epi16(factor);
  __asm__("" : "+v"(factors));
  return factors;
}
V_INLINE vec64 v16_split2(vec64 x) {
  /* 16-bit fields below 100 into two bytes: x * 6554 >> 16 is x / 10; q + ((x - 10q) << 8) = (x << 8) - 2559q
   */
  const __m512i tens = _mm512_mulhi_epu16(x, _mm512_set1_epi16(6554));
  return _mm512_add_epi16(_mm512_slli_epi16(x, 8), _mm512_mullo_epi16(tens, v16_factor(-2559)));
}
V_INLINE vec64 v32_split4(vec64 x) {
  /* 32-bit fields below 10^4 into two of 16 bits: x * 5243 >> 19 is x / 100 below 43699 */
  const __m512i hundreds = _mm512_srli_epi16(_mm512_mulhi_epu16(x, _mm512_set1_epi16(5243)), 3);
  const __m512i rest = _mm512_sub_epi16(x, _mm512_mullo_epi16(hundreds, v16_factor(100)));
  return _mm512_or_si512(hundreds, _mm512_slli_epi32(rest, 16));
}
V_INLINE vec64 v64_split8(vec64 x) {
  /* x * ceil(2^52 / 10^4) >> 52 is x / 10^4 while x * 10^4 < 2^52 */
  const __m512i high = v64_madd52_high(_mm512_setzero_si512(), x, _mm512_set1_epi64(450359962738));
  const __m512i rest = v64_remainder(x, high, 10000);
  return _mm512_or_si512(high, _mm512_slli_epi64(rest, 32));
}
V_INLINE vec64 v64_join_digits8(vec64 x) {
  x = _mm512_maddubs_epi16(x, _mm512_set1_epi16(0x010a));
  x = _mm512_madd_epi16(x, _mm512_set1_epi32(0x00010064));
  return _mm512_add_epi64(_mm512_mul_epu32(x, _mm512_set1_epi64(10000)), _mm512_srli_epi64(x, 32));
}
/* A string in each 128-bit lane: what counts of it, as digits. */
V_INLINE __m512i v64_text16(const uint8_t *bytes, const uint64_t *end, __m512i length) {
  const __m512i behind = v512_set1_128(0x08090a0b0c0d0e0f, 0x0001020304050607);
  const __m512i text = v32_join_rows(bytes + (end[0] - 16), bytes + (end[2] - 16), bytes + (end[4] - 16),
                                     bytes + (end[6] - 16));
  return _mm512_maskz_sub_epi8(_mm512_cmpgt_epi8_mask(length, behind), text, _mm512_set1_epi8('0'));
}
#define V64_HAS_JOIN_TEXT16
V_INLINE bool v64_join_text16(const uint8_t *bytes, const uint64_t *end, vec64 length, vec64 *numbers) {
  /* clang would take apart the vector that it has loaded from there already: twice the instructions. */
  __asm__("" : "+r"(end));
  const __m512i first = _mm512_setzero_si512(), second = _mm512_set1_epi8(8);
  const __m512i even = v64_text16(bytes, end, _mm512_shuffle_epi8(length, first));
  const __m512i odd = v64_text16(bytes, end + 1, _mm512_shuffle_epi8(length, second));
  /* Two digits, four, eight; then the upper eight and the lower eight side by side. */
  const __m512i tens = _mm512_set1_epi16(0x010a), hundreds = _mm512_set1_epi32(0x00010064);
  const __m512i fours = _mm512_packus_epi32(_mm512_madd_epi16(_mm512_maddubs_epi16(even, tens), hundreds),
                                            _mm512_madd_epi16(_mm512_maddubs_epi16(odd, tens), hundreds));
  const __m512i eights = _mm512_madd_epi16(fours, _mm512_set1_epi32(0x00010000 + 10000));
  *numbers =
      _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)), _mm512_srli_epi64(eights, 32));
  return _mm512_cmpgt_epu8_mask(_mm512_max_epu8(even, odd), _mm512_set1_epi8(9)) == 0;
}

/* ---- bytes */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  (void)readable; /* a masked load touches no byte that it leaves out */
  const uint64_t mark = UINT64_C(1) << count;
  const __m512i kept = _mm512_maskz_loadu_epi8(mark - 1, bytes);
  _mm512_storeu_si512(out, _mm512_mask_mov_epi8(kept, mark, _mm512_set1_epi8((char)0x80)));
}
V_INLINE uint64_t v8_equal_mask64(const uint8_t *p, uint8_t byte) {
  return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8((char)byte));
}

#define V64_HAS_STORE_SET_BITS
V_INLINE size_t v64_store_set_bits(uint64_t *p, uint64_t base, uint64_t bits) {
  static const uint8_t places[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                     32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                     48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const size_t count = (size_t)__builtin_popcountll(bits);
  const __m512i bases = _mm512_set1_epi64((long long)base);
  __m512i set = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(places));
  /* Eight whether they are there or not: how many there are is hard to foresee, but mostly few. */
  _mm512_storeu_si512(p, _mm512_add_epi64(bases, _mm512_cvtepu8_epi64(_mm512_castsi512_si128(set))));
  for (size_t i = 8; i < count; i += 8) {
    set = _mm512_alignr_epi64(set, set, 1);
    _mm512_storeu_si512(p + i, _mm512_add_epi64(bases, _mm512_cvtepu8_epi64(_mm512_castsi512_si128(set))));
  }
  return count;
}

V_INLINE vec64 v64_jump(vec64 factor, vec64 divisor) {
  const __m512d two31 = _mm512_set1_pd(0x1p31);
  const __m512d quotient = _mm512_div_pd(two31, _mm512_cvtepu64_pd(divisor));
  const __m512d product = _mm512_mul_pd(_mm512_cvtepu64_pd(factor), quotient);
  return _mm512_cvttpd_epu64(_mm512_min_pd(product, two31));
}

#define V64_DENSE_ROOM 64
typedef __mmask64 dense64;
V_INLINE dense64 v64_dense_bytes(unsigned width) {
  return UINT64_C(0x0101010101010101) * ((1U << width) - 1);
}
V_INLINE void v64_store_dense(uint8_t *to, vec64 x, dense64 bytes, unsigned width) {
  (void)width;
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(bytes, x));
}

#define V64_HAS_INTERLEAVE
V_INLINE vec64 v64_interleave(vec64 a, vec64 b) {
  const __m512i apart = v512_set1_128(0x1514111005040100, 0x5554515045444140);
  const __m512i four = _mm512_set1_epi8(15), both = _mm512_or_si512(a, _mm512_slli_epi64(b, 32));
  const __m512i low = _mm512_shuffle_epi8(apart, _mm512_and_si512(both, four));
  const __m512i high = _mm512_shuffle_epi8(apart, _mm512_and_si512(_mm512_srli_epi64(both, 4), four));
  const __m512i even = _mm512_unpacklo_epi8(low, high), odd = _mm512_unpackhi_epi8(low, high);
  const __m512i first = _mm512_unpacklo_epi64(even, odd), second = _mm512_unpackhi_epi64(even, odd);
  return _mm512_or_si512(_mm512_add_epi64(first, first), second);
}

#define V64_HAS_PRODUCT
V_INLINE vec64 v64_product(const double *p, double factor, vec64 *rest) {
  const __m512d x = _mm512_loadu_pd(p), by = _mm512_set1_pd(factor), product = _mm512_mul_pd(x, by);
  *rest = _mm512_castpd_si512(_mm512_fmsub_pd(x, by, product));
  return _mm512_castpd_si512(product);
}
V_INLINE vec64 v64_round_double(vec64 x) { return _mm512_cvtpd_epi64(_mm512_castsi512_pd(x)); }
V_INLINE vec64 v64_floor_double(vec64 x) {
  return _mm512_cvt_roundpd_epi64(_mm512_castsi512_pd(x), _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}

#define V_HASH_XXH64
#define V_HAS_CRC32C
V_INLINE uint32_t v_crc32c(uint32_t crc, uint64_t x) { return (uint32_t)_mm_crc32_u64(crc, x); }

#define V_DECIMAL_OVERRIDE_HEADER "simd/overrides/decimal_avx512.h"
#define V_FIXED_ROWS_HEADER "simd/overrides/fixed_rows_avx512.h"

#define V8_HAS_JOIN
typedef __mmask16 v8_leading;
V_INLINE v8_leading v8_leading_of(size_t count) { return (__mmask16)((1U << count) - 1); }
V_INLINE void v8_join16(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  const __m128i x = _mm_loadu_si128((const __m128i *)second);
  _mm_storeu_si128((__m128i *)to, _mm_mask_loadu_epi8(x, count, first));
}
V_INLINE void v8_join32(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  const __m256i x = _mm256_loadu_si256((const __m256i *)second);
  _mm256_storeu_si256((__m256i *)to, _mm256_mask_loadu_epi8(x, count, first));
}
V_INLINE uint32_t v8_zero_mask16(const uint8_t *p) {
  const __m128i x = _mm_loadu_si128((const __m128i *)p);
  return (uint32_t)_mm_testn_epi8_mask(x, x);
}

#include "simd/lanes/generic.h"

/* High halves by shuffles, not shifts, which have the one port that products need most. */
V_INLINE vec32 v32_upper_halves(vec32 x) {
  return _mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps(x)));
}
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 invariant) {
  const __m512i even = v64_mul_u32_by(a, invariant), odd = v64_mul_u32_by(v32_upper_halves(a), invariant);
#ifdef __clang__ /* by a masked shuffle its code is a tenth slower, gcc's a tenth faster */
  return _mm512_mask_blend_epi32(0x5555, odd, v32_upper_halves(even));
#else
  const __m512 upper = _mm512_castsi512_ps(odd);
  return _mm512_castps_si512(_mm512_mask_movehdup_ps(upper, 0x5555, _mm512_castsi512_ps(even)));
#endif
}

#endif
