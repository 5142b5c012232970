/* The lane contract on the 128-bit vectors of WebAssembly. See scalar.h for what each operation means. A
 * module with them is refused as a whole by an engine without them, so that no program asks. */
#ifndef ROWKEY_SIMD_LANES_WASM128_H
#define ROWKEY_SIMD_LANES_WASM128_H

#include <stdbool.h>
#include <wasm_simd128.h>

#include "simd/memory.h"

typedef v128_t vec32;
typedef v128_t vec64;
typedef v128_t mask32; /* all ones, all zeros */
typedef v128_t mask64;
#define V32_LANES 4
#define V64_LANES 2

/* What engines make of the code is out of a compiler's sight; and clang has no registers of vectors for
 * inline assembly. */
#define v32_keep_sum(x) ((void)(x))
#define v32_keep_order(x) ((void)(x))

/* Engines on x86-64 have sixteen registers. What does not fit into them costs less than waiting. */
#define V_STREAMS_MD5 4
#define V_STREAMS_MD5_FEW 2
#define V_STREAMS_MD5_STRINGS 3

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return wasm_u32x4_splat(x); }
V_INLINE vec32 v32_load(const uint32_t *p) { return wasm_v128_load(p); }
V_INLINE void v32_store(uint32_t *p, vec32 x) { wasm_v128_store(p, x); }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return wasm_i32x4_add(a, b); }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return wasm_i32x4_sub(a, b); }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return wasm_v128_and(a, b); }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return wasm_v128_or(a, b); }
V_INLINE vec32 v32_xor(vec32 a, vec32 b) { return wasm_v128_xor(a, b); }
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) { return wasm_v128_xor(a, wasm_v128_xor(b, c)); }
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) {
  return wasm_v128_xor(b, wasm_v128_and(mask, wasm_v128_xor(a, b)));
}
V_INLINE mask32 v32_less(vec32 a, vec32 b) { return wasm_i32x4_lt(a, b); }
V_INLINE vec32 v32_choose(mask32 mask, vec32 a, vec32 b) { return wasm_v128_bitselect(a, b, mask); }
V_INLINE uint32_t v32_smallest(vec32 x) {
  const vec32 two = wasm_i32x4_min(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
  return wasm_u32x4_extract_lane(wasm_i32x4_min(two, wasm_i32x4_shuffle(two, two, 1, 0, 3, 2)), 0);
}
V_INLINE uint32_t v32_largest(vec32 x) {
  const vec32 two = wasm_i32x4_max(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
  return wasm_u32x4_extract_lane(wasm_i32x4_max(two, wasm_i32x4_shuffle(two, two, 1, 0, 3, 2)), 0);
}
V_INLINE bool v32_any(vec32 x) { return wasm_v128_any_true(x); }
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return wasm_i32x4_add(wasm_i32x4_add(sum, wasm_v128_and(mask, a)), wasm_v128_andnot(b, mask));
}
#define V32_HAS_ADD_SELECT_NEWER
V_INLINE vec32 v32_add_select_newer(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return wasm_i32x4_add(wasm_i32x4_add(sum, wasm_v128_andnot(b, mask)), wasm_v128_and(mask, a));
}
#define V32_ORN_BIAS 1U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) {
  return wasm_i32x4_sub(sum, wasm_v128_xor(c, wasm_v128_andnot(d, b)));
}
V_INLINE vec32 v32_majority(vec32 a, vec32 b, vec32 c) {
  return wasm_v128_xor(b, wasm_v128_and(wasm_v128_xor(a, b), wasm_v128_xor(b, c)));
}
V_INLINE vec32 v32_bswap(vec32 x) {
  return wasm_i8x16_shuffle(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}
#define v32_rotl(x, n)                                          \
  ((n) == 16 ? wasm_i16x8_shuffle(x, x, 1, 0, 3, 2, 5, 4, 7, 6) \
             : wasm_v128_or(wasm_i32x4_shl(x, n), wasm_u32x4_shr(x, 32 - (n))))
#define v32_sll(x, n) wasm_i32x4_shl(x, n)
#define v32_srl(x, n) wasm_u32x4_shr(x, n)
V_INLINE vec32 v32_srl1(vec32 x) { return wasm_u32x4_shr(x, 1); }
/* Instructions shift all lanes alike, by a count modulo their bits. */
V_INLINE uint32_t v32_shifted_left(uint32_t x, uint32_t n) { return n > 31 ? 0 : x << n; }
V_INLINE uint32_t v32_shifted_right(uint32_t x, uint32_t n) { return n > 31 ? 0 : x >> n; }
#define V32_EACH(function, x, n)                                                          \
  wasm_u32x4_make(function(wasm_u32x4_extract_lane(x, 0), wasm_u32x4_extract_lane(n, 0)), \
                  function(wasm_u32x4_extract_lane(x, 1), wasm_u32x4_extract_lane(n, 1)), \
                  function(wasm_u32x4_extract_lane(x, 2), wasm_u32x4_extract_lane(n, 2)), \
                  function(wasm_u32x4_extract_lane(x, 3), wasm_u32x4_extract_lane(n, 3)))
V_INLINE vec32 v32_sllv(vec32 x, vec32 n) { return V32_EACH(v32_shifted_left, x, n); }
V_INLINE vec32 v32_srlv(vec32 x, vec32 n) { return V32_EACH(v32_shifted_right, x, n); }
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return wasm_u32x4_shr(x, n); }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return wasm_i32x4_mul(a, b); }
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 b) {
  return wasm_i32x4_shuffle(wasm_u64x2_extmul_low_u32x4(a, b), wasm_u64x2_extmul_high_u32x4(a, b), 1, 3, 5,
                            7);
}
V_INLINE vec32 v32_join_base31(vec32 x) {
  /* 31 * b0 + b1 of signed bytes fits 16 bits */
  const v128_t even = wasm_i16x8_shr(wasm_i16x8_shl(x, 8), 8);
  const v128_t pairs = wasm_i16x8_add(wasm_i16x8_shr(x, 8), wasm_i16x8_mul(even, wasm_i16x8_splat(31)));
  return wasm_i32x4_dot_i16x8(pairs, wasm_i32x4_splat(1 << 16 | 31 * 31));
}
V_INLINE vec32 v32_lookup8(const uint32_t table[8], vec32 index) {
  /* Places of bytes; a swizzle gives 0 for those that are not in its sixteen. */
  const v128_t places =
      wasm_i32x4_add(wasm_i32x4_mul(index, wasm_i32x4_splat(0x04040404)), wasm_i32x4_splat(0x03020100));
  return wasm_v128_or(
      wasm_i8x16_swizzle(wasm_v128_load(table), places),
      wasm_i8x16_swizzle(wasm_v128_load(table + 4), wasm_i8x16_sub(places, wasm_i8x16_splat(16))));
}

/* Words and digests are in row order: one 4x4 transposition leads from rows to words and back. */
V_INLINE void v32_transpose(const vec32 in[4], vec32 out[4]) {
  const v128_t low01 = wasm_i32x4_shuffle(in[0], in[1], 0, 4, 1, 5);
  const v128_t low23 = wasm_i32x4_shuffle(in[2], in[3], 0, 4, 1, 5);
  const v128_t high01 = wasm_i32x4_shuffle(in[0], in[1], 2, 6, 3, 7);
  const v128_t high23 = wasm_i32x4_shuffle(in[2], in[3], 2, 6, 3, 7);
  out[0] = wasm_i64x2_shuffle(low01, low23, 0, 2);
  out[1] = wasm_i64x2_shuffle(low01, low23, 1, 3);
  out[2] = wasm_i64x2_shuffle(high01, high23, 0, 2);
  out[3] = wasm_i64x2_shuffle(high01, high23, 1, 3);
}
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  const vec32 loaded[4] = {wasm_v128_load(rows[0] + offset), wasm_v128_load(rows[1] + offset),
                           wasm_v128_load(rows[2] + offset), wasm_v128_load(rows[3] + offset)};
  v32_transpose(loaded, words);
}
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  const uint8_t *const rows[4] = {p, p + stride, p + 2 * stride, p + 3 * stride};
  v32_load_pointers(rows, 0, words);
}
V_INLINE void v32_load_strings(const uint8_t *bytes, const uint64_t *begin, vec32 words[4]) {
  const uint8_t *const rows[4] = {bytes + begin[0], bytes + begin[1], bytes + begin[2], bytes + begin[3]};
  v32_load_pointers(rows, 0, words);
}
V_INLINE void v32_from_u64(const vec64 *values, vec32 *low, vec32 *high) {
  *low = wasm_i32x4_shuffle(values[0], values[1], 0, 2, 4, 6);
  *high = wasm_i32x4_shuffle(values[0], values[1], 1, 3, 5, 7);
}
V_INLINE void v32_load_pairs(const uint8_t *p, vec32 words[2]) {
  const vec64 rows[2] = {wasm_v128_load(p), wasm_v128_load(p + 16)};
  v32_from_u64(rows, &words[0], &words[1]);
}
V_INLINE vec32 v32_load_words(const uint32_t *rows) { return wasm_v128_load(rows); }
V_INLINE void v32_to_i64(vec32 x, vec64 *values) {
  values[0] = wasm_i64x2_extend_low_i32x4(x);
  values[1] = wasm_i64x2_extend_high_i32x4(x);
}
V_INLINE void v32_store_digests(uint8_t *p, const vec32 words[4]) {
  vec32 rows[4];
  v32_transpose(words, rows);
  for (int j = 0; j < 4; j++) wasm_v128_store(p + 16 * j, rows[j]);
}

/* ---- 64-bit lanes */
V_INLINE vec64 v64_set1(uint64_t x) { return wasm_u64x2_splat(x); }
V_INLINE vec64 v64_load(const uint64_t *p) { return wasm_v128_load(p); }
V_INLINE void v64_store(uint64_t *p, vec64 x) { wasm_v128_store(p, x); }
V_INLINE vec64 v64_iota(void) { return wasm_u64x2_const(0, 1); }
V_INLINE vec64 v64_add(vec64 a, vec64 b) { return wasm_i64x2_add(a, b); }
V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return wasm_i64x2_sub(a, b); }
V_INLINE vec64 v64_and(vec64 a, vec64 b) { return wasm_v128_and(a, b); }
V_INLINE vec64 v64_or(vec64 a, vec64 b) { return wasm_v128_or(a, b); }
V_INLINE vec64 v64_or3(vec64 a, vec64 b, vec64 c) { return wasm_v128_or(a, wasm_v128_or(b, c)); }
V_INLINE vec64 v64_xor(vec64 a, vec64 b) { return wasm_v128_xor(a, b); }
#define v64_rotl(x, n) wasm_v128_or(wasm_i64x2_shl(x, n), wasm_u64x2_shr(x, 64 - (n)))
#define v64_sll(x, n) wasm_i64x2_shl(x, n)
#define v64_srl(x, n) wasm_u64x2_shr(x, n)
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) { return n > 63 ? v64_set1(0) : wasm_i64x2_shl(x, n); }
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) { return n > 63 ? v64_set1(0) : wasm_u64x2_shr(x, n); }
V_INLINE uint64_t v64_shifted_left(uint64_t x, uint64_t n) { return n > 63 ? 0 : x << n; }
V_INLINE uint64_t v64_shifted_right(uint64_t x, uint64_t n) { return n > 63 ? 0 : x >> n; }
#define V64_EACH(function, x, n)                                                          \
  wasm_u64x2_make(function(wasm_u64x2_extract_lane(x, 0), wasm_u64x2_extract_lane(n, 0)), \
                  function(wasm_u64x2_extract_lane(x, 1), wasm_u64x2_extract_lane(n, 1)))
V_INLINE vec64 v64_sllv(vec64 x, vec64 n) { return V64_EACH(v64_shifted_left, x, n); }
V_INLINE vec64 v64_srlv(vec64 x, vec64 n) { return V64_EACH(v64_shifted_right, x, n); }
/* the low halves side by side, for instructions that widen them */
V_INLINE v128_t v64_low_halves(vec64 x) { return wasm_i32x4_shuffle(x, x, 0, 2, 0, 2); }
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) {
  return wasm_u64x2_extmul_low_u32x4(v64_low_halves(a), v64_low_halves(b));
}
#define V64_HAS_MUL_LO
#define V64_MULTIPLIES_WORDS
V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 invariant) { return wasm_i64x2_mul(a, invariant); }
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return wasm_i64x2_eq(a, b); }
V_INLINE mask64 v64_less(vec64 a, vec64 b) { return wasm_i64x2_lt(a, b); }
V_INLINE vec64 v64_choose(mask64 mask, vec64 a, vec64 b) { return wasm_v128_bitselect(a, b, mask); }
V_INLINE uint64_t v64_smallest(vec64 x) {
  const int64_t a = wasm_i64x2_extract_lane(x, 0), b = wasm_i64x2_extract_lane(x, 1);
  return (uint64_t)(a < b ? a : b);
}
V_INLINE uint64_t v64_largest(vec64 x) {
  const int64_t a = wasm_i64x2_extract_lane(x, 0), b = wasm_i64x2_extract_lane(x, 1);
  return (uint64_t)(a < b ? b : a);
}
V_INLINE vec64 v64_greater(vec64 a, vec64 b) { return wasm_u32x4_max(a, b); }
V_INLINE vec64 v64_lesser(vec64 a, vec64 b) { return wasm_u32x4_min(a, b); }
V_INLINE bool v64_any_negative(vec64 x) { return wasm_i64x2_bitmask(x) != 0; }
V_INLINE bool v64_any(vec64 x) { return wasm_v128_any_true(x); }
V_INLINE vec64 v64_zero_bytes_below(vec64 x) {
  /* x | -x has ones from the lowest set bit up; its zero bytes count 8 each */
  const v128_t smeared = wasm_v128_or(x, wasm_i64x2_neg(x));
  const v128_t below = wasm_v128_and(wasm_i8x16_eq(smeared, wasm_i8x16_splat(0)), wasm_i8x16_splat(8));
  const v128_t fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(below));
  return wasm_i64x2_add(wasm_v128_and(fours, v64_set1(UINT32_MAX)), wasm_u64x2_shr(fours, 32));
}
V_INLINE vec64 v64_jump(vec64 factor, vec64 divisor) {
  const v128_t two31 = wasm_f64x2_splat(0x1p31);
  const v128_t quotient = wasm_f64x2_div(two31, wasm_f64x2_convert_low_u32x4(v64_low_halves(divisor)));
  const v128_t product = wasm_f64x2_mul(wasm_f64x2_convert_low_u32x4(v64_low_halves(factor)), quotient);
  const v128_t whole = wasm_u32x4_trunc_sat_f64x2_zero(wasm_f64x2_pmin(product, two31));
  return wasm_u64x2_extend_low_u32x4(whole);
}
V_INLINE vec64 v64_bswap(vec64 x) {
  return wasm_i8x16_shuffle(x, x, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) {
  const v128_t first = wasm_v128_load64_zero(bytes + wasm_u64x2_extract_lane(offsets, 0));
  return wasm_v128_load64_lane(bytes + wasm_u64x2_extract_lane(offsets, 1), first, 1);
}
V_INLINE void v64_load_strings(const uint8_t *bytes, const uint64_t *begin, vec64 *low, vec64 *high) {
  const v128_t first = wasm_v128_load(bytes + begin[0]), second = wasm_v128_load(bytes + begin[1]);
  *low = wasm_i64x2_shuffle(first, second, 0, 2);
  *high = wasm_i64x2_shuffle(first, second, 1, 3);
}
V_INLINE void v64_store_pairs(uint64_t *p, vec64 a, vec64 b) {
  wasm_v128_store(p, wasm_i64x2_shuffle(a, b, 0, 2));
  wasm_v128_store(p + 2, wasm_i64x2_shuffle(a, b, 1, 3));
}
V_INLINE void v64_store_rows(uint8_t *p, size_t stride, vec64 x) {
  wasm_v128_store64_lane(p, x, 0);
  wasm_v128_store64_lane(p + stride, x, 1);
}
V_INLINE void v64_load_digests(const uint8_t *p, vec64 *high, vec64 *low) {
  const vec64 first = v64_bswap(wasm_v128_load(p)), second = v64_bswap(wasm_v128_load(p + 16));
  *high = wasm_i64x2_shuffle(first, second, 0, 2);
  *low = wasm_i64x2_shuffle(first, second, 1, 3);
}

/* ---- digits; neon.h has the same, and why its numbers are right */
V_INLINE vec64 v16_split2(vec64 x) {
  const v128_t tens = wasm_u16x8_shr(wasm_i16x8_mul(x, wasm_i16x8_splat(103)), 10);
  return wasm_i16x8_sub(wasm_i16x8_shl(x, 8), wasm_i16x8_mul(tens, wasm_i16x8_splat(2559)));
}
V_INLINE vec64 v32_split4(vec64 x) {
  const v128_t hundreds = wasm_u32x4_shr(wasm_i32x4_mul(x, wasm_i32x4_splat(5243)), 19);
  return wasm_i32x4_sub(wasm_i32x4_shl(x, 16), wasm_i32x4_mul(hundreds, wasm_i32x4_splat(6553599)));
}
V_INLINE vec64 v64_split8(vec64 x) {
  const v128_t high = wasm_u64x2_shr(v64_mul_u32(x, v64_set1(109951163)), 40);
  const v128_t rest = wasm_i32x4_sub(x, wasm_i32x4_mul(high, wasm_i32x4_splat(10000)));
  return wasm_v128_or(high, wasm_i64x2_shl(rest, 32));
}
V_INLINE vec64 v64_join_digits8(vec64 x) {
  /* even digits times 10 plus odd digits, then the same by hundreds and ten thousands */
  const v128_t even = wasm_v128_and(x, wasm_i16x8_splat(0xff));
  const v128_t pairs = wasm_i16x8_add(wasm_u16x8_shr(x, 8), wasm_i16x8_mul(even, wasm_i16x8_splat(10)));
  const v128_t fours = wasm_i32x4_dot_i16x8(pairs, wasm_i32x4_splat(1 << 16 | 100));
  return wasm_i64x2_add(wasm_u64x2_shr(fours, 32), v64_mul_u32(fours, v64_set1(10000)));
}

/* ---- bytes */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  uint8_t copy[64];
  if (!readable) {
    memcpy(copy, bytes, count);
    bytes = copy;
  }
  const v128_t end = wasm_u8x16_splat((uint8_t)count);
  v128_t at = wasm_u8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (int quarter = 0; quarter < 4; quarter++) {
    const v128_t kept = wasm_v128_and(wasm_v128_load(bytes + 16 * quarter), wasm_u8x16_lt(at, end));
    const v128_t mark = wasm_v128_and(wasm_i8x16_eq(at, end), wasm_u8x16_splat(0x80));
    wasm_v128_store(out + 16 * quarter, wasm_v128_or(kept, mark));
    at = wasm_i8x16_add(at, wasm_i8x16_splat(16));
  }
}
V_INLINE uint64_t v8_equal_mask64(const uint8_t *p, uint8_t byte) {
  const v128_t wanted = wasm_u8x16_splat(byte);
  uint64_t mask = 0;
  for (int i = 0; i < 64; i += 16)
    mask |= (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(p + i), wanted)) << i;
  return mask;
}
V_INLINE void v8_copy16(uint8_t *to, const uint8_t *from, uint64_t flip) {
  wasm_v128_store(to, wasm_v128_xor(wasm_v128_load(from), wasm_u64x2_splat(flip)));
}
V_INLINE void v8_copy32(uint8_t *to, const uint8_t *from, uint64_t flip) {
  const v128_t first = wasm_v128_load(from), second = wasm_v128_load(from + 16);
  const v128_t mask = wasm_u64x2_splat(flip);
  wasm_v128_store(to, wasm_v128_xor(first, mask));
  wasm_v128_store(to + 16, wasm_v128_xor(second, mask));
}
/* all ones in the first `count` <= 16 bytes */
V_INLINE v128_t v8_leading_mask(size_t count) {
  static const uint8_t window[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255};
  return wasm_v128_load(window + 16 - count);
}
V_INLINE void v8_copy_padded16(uint8_t *to, const uint8_t *from, size_t count) {
  wasm_v128_store(to, wasm_v128_and(wasm_v128_load(from), v8_leading_mask(count)));
}
typedef v128_t v8_seen; /* the least of the bytes */
V_INLINE v8_seen v8_seen_none(void) { return wasm_u8x16_splat(255); }
V_INLINE bool v8_seen_zero(v8_seen seen) { return !wasm_i8x16_all_true(seen); }
/* The first `count` <= 16 bytes and zeros; `seen` takes the last of them, if there is one. */
V_INLINE v128_t v8_padded16_last(const uint8_t *from, size_t count, v8_seen *seen) {
  /* byte j of the window is 0 if j is count - 1 */
  static const uint8_t window[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 0,   255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  const v128_t x = wasm_v128_load(from);
  *seen = wasm_u8x16_min(*seen, wasm_v128_or(x, wasm_v128_load(window + 16 - count)));
  return wasm_v128_and(x, v8_leading_mask(count));
}
V_INLINE void v8_copy_padded16_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  wasm_v128_store(to, v8_padded16_last(from, count, seen));
}
V_INLINE void v8_copy_padded8_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  wasm_v128_store64_lane(to, v8_padded16_last(from, count, seen), 0);
}
V_INLINE void v8_reverse16(uint8_t *to, const uint8_t *from, size_t count) {
  /* byte j of the window is count - 1 - j */
  static const uint8_t window[32] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  wasm_v128_store(to, wasm_i8x16_swizzle(wasm_v128_load(from), wasm_v128_load(window + 16 - count)));
}
V_INLINE uint32_t v8_zero_mask16(const uint8_t *p) {
  return wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(p), wasm_i8x16_splat(0)));
}

#include "simd/lanes/generic.h"

#endif
