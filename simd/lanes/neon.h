/* The lane contract on NEON (64-bit Arm). See scalar.h for what each operation means. */
#ifndef ROWKEY_SIMD_LANES_NEON_H
#define ROWKEY_SIMD_LANES_NEON_H

#include <arm_neon.h>
#include <stdbool.h>

#include "simd/memory.h"

/* One type for both widths: reinterpreting costs nothing but letters. */
typedef uint32x4_t vec32;
typedef uint64x2_t vec64;
typedef uint32x4_t mask32; /* all ones, all zeros */
typedef uint64x2_t mask64;
#define V32_LANES 4
#define V64_LANES 2
#define V32_REGISTER "w"

/* 32 registers: four of state and one of work a stream, and the addend they share. */
#define V_STREAMS_MD5 6
#define V_STREAMS_MD5_FEW 4
#define V_STREAMS_MD5_STRINGS 3
#define V_STREAMS_DECIMAL 3

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return vdupq_n_u32(x); }
V_INLINE vec32 v32_load(const uint32_t *p) { return vld1q_u32(p); }
V_INLINE void v32_store(uint32_t *p, vec32 x) { vst1q_u32(p, x); }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return vaddq_u32(a, b); }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return vsubq_u32(a, b); }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return vandq_u32(a, b); }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return vorrq_u32(a, b); }
V_INLINE vec32 v32_xor(vec32 a, vec32 b) { return veorq_u32(a, b); }
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) { return veorq_u32(a, veorq_u32(b, c)); }
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) { return vbslq_u32(mask, a, b); }
V_INLINE int32x4_t v32_signed(vec32 x) { return vreinterpretq_s32_u32(x); }
V_INLINE mask32 v32_less(vec32 a, vec32 b) { return vcltq_s32(v32_signed(a), v32_signed(b)); }
V_INLINE vec32 v32_choose(mask32 mask, vec32 a, vec32 b) { return vbslq_u32(mask, a, b); }
V_INLINE uint32_t v32_smallest(vec32 x) { return (uint32_t)vminvq_s32(v32_signed(x)); }
V_INLINE uint32_t v32_largest(vec32 x) { return (uint32_t)vmaxvq_s32(v32_signed(x)); }
V_INLINE bool v32_any(vec32 x) { return vmaxvq_u32(x) != 0; }
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return vaddq_u32(sum, v32_select(mask, a, b));
}
#define V32_ORN_BIAS 0U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) {
  return vaddq_u32(sum, veorq_u32(c, vornq_u32(b, d)));
}
V_INLINE vec32 v32_majority(vec32 a, vec32 b, vec32 c) { return vbslq_u32(veorq_u32(b, c), a, b); }
V_INLINE vec32 v32_bswap(vec32 x) { return vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x))); }
/* By 16 in one reversal of half-words, else shift and insert. */
#define v32_rotl(x, n)                                                      \
  ((n) == 16 ? vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x))) \
             : vsriq_n_u32(vshlq_n_u32(x, n), x, 32 - (n)))
#define v32_sll(x, n) vshlq_n_u32(x, n)
#define v32_srl(x, n) vshrq_n_u32(x, n)
V_INLINE vec32 v32_sllv(vec32 x, vec32 n) { return vshlq_u32(x, v32_signed(n)); }
V_INLINE vec32 v32_srlv(vec32 x, vec32 n) { return vshlq_u32(x, vnegq_s32(v32_signed(n))); }
V_INLINE vec32 v32_join_base31(vec32 x) {
  /* 31 * b0 + b1 of signed bytes fits 16 bits */
  const int16x8_t bytes = vreinterpretq_s16_u32(x);
  const int16x8_t even = vshrq_n_s16(vshlq_n_s16(bytes, 8), 8);
  const int32x4_t pairs = vreinterpretq_s32_s16(vmlaq_n_s16(vshrq_n_s16(bytes, 8), even, 31));
  const int32x4_t first = vshrq_n_s32(vshlq_n_s32(pairs, 16), 16);
  return vreinterpretq_u32_s32(vmlaq_n_s32(vshrq_n_s32(pairs, 16), first, 31 * 31));
}
V_INLINE vec32 v32_lookup8(const uint32_t table[8], vec32 index) {
  const uint8x16x2_t bytes = {
      {vreinterpretq_u8_u32(vld1q_u32(table)), vreinterpretq_u8_u32(vld1q_u32(table + 4))}};
  const uint32x4_t places = vmlaq_n_u32(vdupq_n_u32(0x03020100), index, 0x04040404);
  return vreinterpretq_u32_u8(vqtbl2q_u8(bytes, vreinterpretq_u8_u32(places)));
}
V_INLINE vec32 v32_srl1(vec32 x) { return vshrq_n_u32(x, 1); }
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return vshlq_u32(x, vdupq_n_s32(-(int32_t)n)); }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return vmulq_u32(a, b); }
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 b) {
  const uint64x2_t low = vmull_u32(vget_low_u32(a), vget_low_u32(b)), high = vmull_high_u32(a, b);
  return vuzp2q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
}

/* Words and digests are in row order: one 4x4 transposition leads from rows to words and back. */
V_INLINE void v32_transpose(const vec32 in[4], vec32 out[4]) {
  const uint64x2_t low01 = vreinterpretq_u64_u32(vzip1q_u32(in[0], in[1]));
  const uint64x2_t low23 = vreinterpretq_u64_u32(vzip1q_u32(in[2], in[3]));
  const uint64x2_t high01 = vreinterpretq_u64_u32(vzip2q_u32(in[0], in[1]));
  const uint64x2_t high23 = vreinterpretq_u64_u32(vzip2q_u32(in[2], in[3]));
  out[0] = vreinterpretq_u32_u64(vzip1q_u64(low01, low23));
  out[1] = vreinterpretq_u32_u64(vzip2q_u64(low01, low23));
  out[2] = vreinterpretq_u32_u64(vzip1q_u64(high01, high23));
  out[3] = vreinterpretq_u32_u64(vzip2q_u64(high01, high23));
}
V_INLINE vec32 v32_load_row(const uint8_t *p) { return vreinterpretq_u32_u8(vld1q_u8(p)); }
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  const vec32 rows[4] = {v32_load_row(p), v32_load_row(p + stride), v32_load_row(p + 2 * stride),
                         v32_load_row(p + 3 * stride)};
  v32_transpose(rows, words);
}
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  const vec32 loaded[4] = {v32_load_row(rows[0] + offset), v32_load_row(rows[1] + offset),
                           v32_load_row(rows[2] + offset), v32_load_row(rows[3] + offset)};
  v32_transpose(loaded, words);
}
V_INLINE void v32_from_u64(const vec64 *values, vec32 *low, vec32 *high) {
  const vec32 first = vreinterpretq_u32_u64(values[0]), second = vreinterpretq_u32_u64(values[1]);
  *low = vuzp1q_u32(first, second);
  *high = vuzp2q_u32(first, second);
}
V_INLINE void v32_load_pairs(const uint8_t *p, vec32 words[2]) {
  const vec64 rows[2] = {vreinterpretq_u64_u8(vld1q_u8(p)), vreinterpretq_u64_u8(vld1q_u8(p + 16))};
  v32_from_u64(rows, &words[0], &words[1]);
}
V_INLINE void v32_load_strings(const uint8_t *bytes, const uint64_t *begin, vec32 words[4]) {
  const vec32 loaded[4] = {v32_load_row(bytes + begin[0]), v32_load_row(bytes + begin[1]),
                           v32_load_row(bytes + begin[2]), v32_load_row(bytes + begin[3])};
  v32_transpose(loaded, words);
}
V_INLINE vec32 v32_load_words(const uint32_t *rows) { return vld1q_u32(rows); }
V_INLINE void v32_to_i64(vec32 x, vec64 *values) {
  values[0] = vreinterpretq_u64_s64(vmovl_s32(vget_low_s32(v32_signed(x))));
  values[1] = vreinterpretq_u64_s64(vmovl_high_s32(v32_signed(x)));
}
V_INLINE void v32_store_digests(uint8_t *p, const vec32 words[4]) {
  vec32 rows[4];
  v32_transpose(words, rows);
  for (int j = 0; j < 4; j++) vst1q_u8(p + 16 * j, vreinterpretq_u8_u32(rows[j]));
}

/* ---- 64-bit lanes */
V_INLINE vec64 v64_set1(uint64_t x) { return vdupq_n_u64(x); }
V_INLINE vec64 v64_load(const uint64_t *p) { return vld1q_u64(p); }
V_INLINE void v64_store(uint64_t *p, vec64 x) { vst1q_u64(p, x); }
V_INLINE vec64 v64_iota(void) { return vsetq_lane_u64(1, vdupq_n_u64(0), 1); }
V_INLINE vec64 v64_add(vec64 a, vec64 b) { return vaddq_u64(a, b); }
V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return vsubq_u64(a, b); }
V_INLINE vec64 v64_and(vec64 a, vec64 b) { return vandq_u64(a, b); }
V_INLINE vec64 v64_or(vec64 a, vec64 b) { return vorrq_u64(a, b); }
V_INLINE vec64 v64_or3(vec64 a, vec64 b, vec64 c) { return v64_or(a, v64_or(b, c)); }
V_INLINE vec64 v64_xor(vec64 a, vec64 b) { return veorq_u64(a, b); }
#define v64_rotl(x, n) vsriq_n_u64(vshlq_n_u64(x, n), x, 64 - (n))
#define v64_sll(x, n) vshlq_n_u64(x, n)
#define v64_srl(x, n) vshrq_n_u64(x, n)
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) { return vshlq_u64(x, vdupq_n_s64((int64_t)n)); }
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) { return vshlq_u64(x, vdupq_n_s64(-(int64_t)n)); }
/* The instruction takes the lowest byte of a count as a signed number. */
V_INLINE vec64 v64_sllv(vec64 x, vec64 n) {
  return vandq_u64(vshlq_u64(x, vreinterpretq_s64_u64(n)), vcltq_u64(n, vdupq_n_u64(64)));
}
V_INLINE vec64 v64_srlv(vec64 x, vec64 n) {
  return vandq_u64(vshlq_u64(x, vnegq_s64(vreinterpretq_s64_u64(n))), vcltq_u64(n, vdupq_n_u64(64)));
}
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) { return vmull_u32(vmovn_u64(a), vmovn_u64(b)); }
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return vceqq_u64(a, b); }
V_INLINE mask64 v64_less(vec64 a, vec64 b) {
  return vcltq_s64(vreinterpretq_s64_u64(a), vreinterpretq_s64_u64(b));
}
V_INLINE vec64 v64_choose(mask64 mask, vec64 a, vec64 b) { return vbslq_u64(mask, a, b); }
V_INLINE uint64_t v64_smallest(vec64 x) {
  const int64_t a = (int64_t)vgetq_lane_u64(x, 0), b = (int64_t)vgetq_lane_u64(x, 1);
  return (uint64_t)(a < b ? a : b);
}
V_INLINE uint64_t v64_largest(vec64 x) {
  const int64_t a = (int64_t)vgetq_lane_u64(x, 0), b = (int64_t)vgetq_lane_u64(x, 1);
  return (uint64_t)(a < b ? b : a);
}
V_INLINE vec64 v64_greater(vec64 a, vec64 b) {
  return vreinterpretq_u64_u32(vmaxq_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
}
V_INLINE vec64 v64_lesser(vec64 a, vec64 b) {
  return vreinterpretq_u64_u32(vminq_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
}
V_INLINE bool v64_any_negative(vec64 x) { return (int64_t)(vgetq_lane_u64(x, 0) | vgetq_lane_u64(x, 1)) < 0; }
V_INLINE bool v64_any(vec64 x) { return vmaxvq_u32(vreinterpretq_u32_u64(x)) != 0; }
V_INLINE vec64 v64_zero_bytes_below(vec64 x) {
  /* x | -x has ones from the lowest set bit up; its zero bytes count 8 each */
  const uint64x2_t smeared = vorrq_u64(x, vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(x))));
  const uint8x16_t below = vandq_u8(vceqzq_u8(vreinterpretq_u8_u64(smeared)), vdupq_n_u8(8));
  return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(below)));
}
V_INLINE vec64 v64_jump(vec64 factor, vec64 divisor) {
  const float64x2_t two31 = vdupq_n_f64(0x1p31), quotient = vdivq_f64(two31, vcvtq_f64_u64(divisor));
  return vcvtq_u64_f64(vminq_f64(vmulq_f64(vcvtq_f64_u64(factor), quotient), two31));
}
#define V64_HAS_INTERLEAVE
V_INLINE vec64 v64_interleave(vec64 a, vec64 b) {
  static const uint8_t apart[16] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                    0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};
  const uint8x16_t table = vld1q_u8(apart), both = vreinterpretq_u8_u64(vsliq_n_u64(a, b, 32));
  const uint8x16_t low = vqtbl1q_u8(table, vandq_u8(both, vdupq_n_u8(15)));
  const uint8x16_t high = vqtbl1q_u8(table, vshrq_n_u8(both, 4));
  const uint64x2_t even = vreinterpretq_u64_u8(vzip1q_u8(low, high));
  const uint64x2_t odd = vreinterpretq_u64_u8(vzip2q_u8(low, high));
  return vorrq_u64(vshlq_n_u64(vzip1q_u64(even, odd), 1), vzip2q_u64(even, odd));
}

#define V64_HAS_PRODUCT
V_INLINE vec64 v64_product(const double *p, double factor, vec64 *rest) {
  const float64x2_t x = vld1q_f64(p), by = vdupq_n_f64(factor), product = vmulq_f64(x, by);
  *rest = vreinterpretq_u64_f64(vfmaq_f64(vnegq_f64(product), x, by));
  return vreinterpretq_u64_f64(product);
}
V_INLINE vec64 v64_round_double(vec64 x) {
  return vreinterpretq_u64_s64(vcvtnq_s64_f64(vreinterpretq_f64_u64(x)));
}
V_INLINE vec64 v64_floor_double(vec64 x) {
  return vreinterpretq_u64_s64(vcvtmq_s64_f64(vreinterpretq_f64_u64(x)));
}
V_INLINE vec64 v64_bswap(vec64 x) { return vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x))); }
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) {
  return vreinterpretq_u64_u8(
      vcombine_u8(vld1_u8(bytes + vgetq_lane_u64(offsets, 0)), vld1_u8(bytes + vgetq_lane_u64(offsets, 1))));
}
V_INLINE void v64_load_strings(const uint8_t *bytes, const uint64_t *begin, vec64 *low, vec64 *high) {
  const uint64x2_t first = vreinterpretq_u64_u8(vld1q_u8(bytes + begin[0]));
  const uint64x2_t second = vreinterpretq_u64_u8(vld1q_u8(bytes + begin[1]));
  *low = vzip1q_u64(first, second);
  *high = vzip2q_u64(first, second);
}
V_INLINE void v64_store_pairs(uint64_t *p, vec64 a, vec64 b) {
  vst1q_u64(p, vzip1q_u64(a, b));
  vst1q_u64(p + 2, vzip2q_u64(a, b));
}
V_INLINE void v64_store_rows(uint8_t *p, size_t stride, vec64 x) {
  vst1_u8(p, vget_low_u8(vreinterpretq_u8_u64(x)));
  vst1_u8(p + stride, vget_high_u8(vreinterpretq_u8_u64(x)));
}
V_INLINE void v64_load_digests(const uint8_t *p, vec64 *high, vec64 *low) {
  const vec64 first = v64_bswap(vreinterpretq_u64_u8(vld1q_u8(p)));
  const vec64 second = v64_bswap(vreinterpretq_u64_u8(vld1q_u8(p + 16)));
  *high = vzip1q_u64(first, second);
  *low = vzip2q_u64(first, second);
}

/* ---- digits */
V_INLINE vec64 v16_split2(vec64 wide) {
  /* 16-bit fields below 100 into two bytes: x * 103 >> 10 is x / 10; q + ((x - 10q) << 8) = (x << 8) - 2559q
   */
  const uint16x8_t x = vreinterpretq_u16_u64(wide);
  const uint16x8_t tens = vshrq_n_u16(vmulq_n_u16(x, 103), 10);
  return vreinterpretq_u64_u16(vmlsq_n_u16(vshlq_n_u16(x, 8), tens, 2559));
}
V_INLINE vec64 v32_split4(vec64 wide) {
  /* 32-bit fields below 10^4 into two of 16 bits: x * 5243 >> 19 is x / 100 below 43699;
   * q + ((x - 100q) << 16) = (x << 16) - (100 * 65536 - 1) * q */
  const uint32x4_t x = vreinterpretq_u32_u64(wide);
  const uint32x4_t hundreds = vshrq_n_u32(vmulq_n_u32(x, 5243), 19);
  return vreinterpretq_u64_u32(vmlsq_n_u32(vshlq_n_u32(x, 16), hundreds, 6553599));
}
V_INLINE vec64 v64_split8(vec64 x) {
  /* x * 109951163 >> 40 is x / 10^4 below 10^8; q + ((x - 10^4 q) << 32) */
  const uint32x2_t narrow = vmovn_u64(x);
  const uint64x2_t high = vshrq_n_u64(vmull_u32(narrow, vdup_n_u32(109951163)), 40);
  const uint64x2_t rest = vmlsl_u32(vmovl_u32(narrow), vmovn_u64(high), vdup_n_u32(10000));
  return vorrq_u64(high, vshlq_n_u64(rest, 32));
}
V_INLINE vec64 v64_join_digits8(vec64 x) {
  const uint8x16_t digits = vreinterpretq_u8_u64(x);
  /* even digits times 10 plus odd digits, then the same by hundreds and ten thousands */
  const uint16x8_t even2 = vreinterpretq_u16_u8(vandq_u8(digits, vreinterpretq_u8_u16(vdupq_n_u16(0xff))));
  const uint16x8_t pairs = vmlaq_n_u16(vshrq_n_u16(vreinterpretq_u16_u8(digits), 8), even2, 10);
  const uint32x4_t even4 = vandq_u32(vreinterpretq_u32_u16(pairs), vdupq_n_u32(0xffff));
  const uint32x4_t fours = vmlaq_n_u32(vshrq_n_u32(vreinterpretq_u32_u16(pairs), 16), even4, 100);
  const uint64x2_t wide = vreinterpretq_u64_u32(fours);
  return vmlal_u32(vshrq_n_u64(wide, 32), vmovn_u64(wide), vdup_n_u32(10000));
}

/* ---- bytes */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  static const uint8_t first[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  uint8_t copy[64];
  if (!readable) {
    memcpy(copy, bytes, count);
    bytes = copy;
  }
  const uint8x16_t end = vdupq_n_u8((uint8_t)count);
  uint8x16_t at = vld1q_u8(first);
  for (int quarter = 0; quarter < 4; quarter++) {
    const uint8x16_t kept = vandq_u8(vld1q_u8(bytes + 16 * quarter), vcltq_u8(at, end));
    vst1q_u8(out + 16 * quarter, vorrq_u8(kept, vandq_u8(vceqq_u8(at, end), vdupq_n_u8(0x80))));
    at = vaddq_u8(at, vdupq_n_u8(16));
  }
}
V_INLINE uint64_t v8_equal_mask64(const uint8_t *p, uint8_t byte) {
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t weight = vld1q_u8(weights), wanted = vdupq_n_u8(byte);
  uint8x16_t bits[4];
  for (int i = 0; i < 4; i++) bits[i] = vandq_u8(vceqq_u8(vld1q_u8(p + 16 * i), wanted), weight);
  /* three rounds of pairwise sums leave a byte of mask for every eight bytes */
  uint8x16_t sum = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
}

V_INLINE void v8_copy16(uint8_t *to, const uint8_t *from, uint64_t flip) {
  vst1q_u8(to, veorq_u8(vld1q_u8(from), vreinterpretq_u8_u64(vdupq_n_u64(flip))));
}
V_INLINE void v8_copy32(uint8_t *to, const uint8_t *from, uint64_t flip) {
  const uint8x16_t first = vld1q_u8(from), second = vld1q_u8(from + 16);
  const uint8x16_t mask = vreinterpretq_u8_u64(vdupq_n_u64(flip));
  vst1q_u8(to, veorq_u8(first, mask));
  vst1q_u8(to + 16, veorq_u8(second, mask));
}
/* all ones in the first `count` <= 16 bytes */
V_INLINE uint8x16_t v8_leading_mask(size_t count) {
  static const uint8_t window[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255};
  return vld1q_u8(window + 16 - count);
}
V_INLINE void v8_copy_padded16(uint8_t *to, const uint8_t *from, size_t count) {
  vst1q_u8(to, vandq_u8(vld1q_u8(from), v8_leading_mask(count)));
}
typedef uint8x16_t v8_seen; /* the least of the bytes */
V_INLINE v8_seen v8_seen_none(void) { return vdupq_n_u8(255); }
V_INLINE bool v8_seen_zero(v8_seen seen) { return vminvq_u8(seen) == 0; }
/* The first `count` <= 16 bytes and zeros; `seen` takes the last of them, if there is one. */
V_INLINE uint8x16_t v8_padded16_last(const uint8_t *from, size_t count, v8_seen *seen) {
  /* byte j of the window is 0 if j is count - 1 */
  static const uint8_t window[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 0,   255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  const uint8x16_t x = vld1q_u8(from);
  *seen = vminq_u8(*seen, vorrq_u8(x, vld1q_u8(window + 16 - count)));
  return vandq_u8(x, v8_leading_mask(count));
}
V_INLINE void v8_copy_padded16_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  vst1q_u8(to, v8_padded16_last(from, count, seen));
}
V_INLINE void v8_copy_padded8_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  vst1_u8(to, vget_low_u8(v8_padded16_last(from, count, seen)));
}
V_INLINE void v8_reverse16(uint8_t *to, const uint8_t *from, size_t count) {
  /* byte j of the window is count - 1 - j */
  static const uint8_t window[32] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  vst1q_u8(to, vqtbl1q_u8(vld1q_u8(from), vld1q_u8(window + 16 - count)));
}
V_INLINE uint32_t v8_zero_mask16(const uint8_t *p) {
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(vceqzq_u8(vld1q_u8(p)), vld1q_u8(weights));
  return (uint32_t)vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

#include "simd/lanes/generic.h"

#endif
