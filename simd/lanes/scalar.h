/* The lane contract for any machine: one lane, plain C. This file is also the contract's definition: every
 * other instruction set does to each of its lanes what is done here to one.
 *
 * vec32 holds V32_LANES lanes of 32 bits, vec64 V64_LANES lanes of 64 bits; V64_PER_32 vec64 hold as many
 * rows as one vec32. Text in a 64-bit lane has its first character in the lowest byte. "Row order" means that
 * lane i holds row i. Words and digests of MD5 may use another order of lanes: one that v32_load_*,
 * v32_from_u64 and v32_store_digests of the same header agree on.
 */
#ifndef ROWKEY_SIMD_LANES_SCALAR_H
#define ROWKEY_SIMD_LANES_SCALAR_H

#include <stdbool.h>

#include "simd/memory.h"
#include "wide.h"

typedef uint32_t vec32;
typedef uint64_t vec64;
typedef bool mask32; /* a truth value for each lane, in whatever form suits the machine */
typedef bool mask64;
#define V32_LANES 1
#define V64_LANES 1
#define V32_REGISTER "r" /* or v32_keep_sum and v32_keep_order, which generic.h makes of it */

/* Streams: how many vectors of messages MD5 keeps in flight. Sixteen general registers hold two. */
#define V_STREAMS_MD5 2
#define V_STREAMS_MD5_STRINGS 2
#define V_MD5_ROLLED 0

/* What only some headers define: V_TARGET, the instructions that begin_target.h compiles for; V_HAS_CRC32C,
 * with v_crc32c(crc, x): the state of a CRC32C (RFC 3720, not inverted) after the eight bytes of x, the
 * lowest first; V_HAS_CLMUL, with v_clmul_low(a, b) and v_clmul_high(a, b): the halves of the carry-less
 * product of two 64-bit numbers; V_HASH_XXH64: XXH64 in lanes is faster than a row at a time;
 * V_MODULO_BY_WORDS: digests are divided faster by products of 32 bits in lanes than one by one;
 * V_DECIMAL_OVERRIDE_HEADER, V_FIXED_ROWS_HEADER and V_MODULO_DIGESTS_HEADER: kernels of its own; and what
 * generic.h asks for. */

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return x; }
V_INLINE vec32 v32_load(const uint32_t *p) { return *p; }
V_INLINE void v32_store(uint32_t *p, vec32 x) { *p = x; }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return a + b; }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return a - b; }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return a & b; }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return a | b; }
V_INLINE vec32 v32_xor(vec32 a, vec32 b) { return a ^ b; }
/* MD5's operations of three words: the first is the newest unless the name says otherwise. What does not
 * depend on it is computed first, and compilers may not mix the two: that would lengthen the chain of steps.
 */
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) {
  vec32 rest = b ^ c;
  __asm__("" : "+r"(rest));
  return a ^ rest;
}
/* the bits of a where mask has ones, those of b where it has zeros */
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) { return b ^ (mask & (a ^ b)); }
/* whether a < b, and the one of a and b that such a mask selects; numbers are signed */
V_INLINE mask32 v32_less(vec32 a, vec32 b) { return (int32_t)a < (int32_t)b; }
V_INLINE vec32 v32_choose(mask32 mask, vec32 a, vec32 b) { return mask ? a : b; }
V_INLINE uint32_t v32_smallest(vec32 x) { return x; }
V_INLINE uint32_t v32_largest(vec32 x) { return x; }
/* whether a lane has any bit set */
V_INLINE bool v32_any(vec32 x) { return x != 0; }
/* sum + v32_select(mask, a, b): its own operation because without a three-input logic instruction two
 * additions are a shorter path than one more logic operation */
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return sum + (mask & a) + (~mask & b);
}
#define V32_HAS_ADD_SELECT_NEWER
V_INLINE vec32 v32_add_select_newer(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  vec32 rest = sum + (~mask & b);
  __asm__("" : "+r"(rest));
  return rest + (mask & a);
}
/* sum + (c ^ (b | ~d)) + V32_ORN_BIAS: without an or-not instruction it is cheaper as sum - (c ^ (~b & d)),
 * and with two operations after b as sum - (c ^ d ^ (b & d)) */
#define V32_ORN_BIAS 1U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) {
  vec32 rest = c ^ d;
  __asm__("" : "+r"(rest));
  return sum - (rest ^ (b & d));
}
/* the bits that two of the three have at least; the first is the newest */
V_INLINE vec32 v32_majority(vec32 a, vec32 b, vec32 c) { return b ^ ((a ^ b) & (b ^ c)); }
/* the bytes of each lane in reverse order */
V_INLINE vec32 v32_bswap(vec32 x) { return __builtin_bswap32(x); }
#define v32_rotl(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define v32_sll(x, n) ((x) << (n))
#define v32_srl(x, n) ((x) >> (n))
V_INLINE vec32 v32_srl1(vec32 x) { return x >> 1; }
/* each lane by its own count, 0…32 */
V_INLINE vec32 v32_sllv(vec32 x, vec32 n) { return n > 31 ? 0 : x << n; }
V_INLINE vec32 v32_srlv(vec32 x, vec32 n) { return n > 31 ? 0 : x >> n; }
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return x >> n; }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return a * b; }
/* high half of the product with a factor that is the same in all lanes */
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 invariant) { return (vec32)(((uint64_t)a * invariant) >> 32); }

/* The four signed bytes of a lane as digits of base 31, the first in the lowest byte. */
V_INLINE vec32 v32_join_base31(vec32 x) {
  uint32_t sum = 0;
  for (int i = 0; i < 4; i++, x >>= 8) sum = 31 * sum + (x & 0x7f) - (x & 0x80);
  return sum;
}
/* table[index], index 0…7 */
V_INLINE vec32 v32_lookup8(const uint32_t table[8], vec32 index) { return table[index]; }

/* Sixteen bytes from each of V32_LANES rows, as four words. */
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  (void)stride;
  for (int i = 0; i < 4; i++) words[i] = load_le32(p + 4 * i);
}
/* The same from rows at any address, each `offset` bytes after its pointer. */
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  v32_load_rows(rows[0] + offset, 0, words);
}
/* The same from rows that begin at bytes + begin[0], bytes + begin[1], … */
V_INLINE void v32_load_strings(const uint8_t *bytes, const uint64_t *begin, vec32 words[4]) {
  v32_load_rows(bytes + begin[0], 0, words);
}
/* Eight bytes from each of V32_LANES rows that lie side by side, as two words. */
V_INLINE void v32_load_pairs(const uint8_t *p, vec32 words[2]) {
  words[0] = load_le32(p);
  words[1] = load_le32(p + 4);
}
/* The halves of V32_LANES 64-bit values in row order, as two words. */
V_INLINE void v32_from_u64(const vec64 *values, vec32 *low, vec32 *high) {
  *low = (vec32)values[0];
  *high = (vec32)(values[0] >> 32);
}
/* A value for each row, given in row order. */
V_INLINE vec32 v32_load_words(const uint32_t *rows) { return rows[0]; }
/* Words as signed 64-bit values in row order. */
V_INLINE void v32_to_i64(vec32 x, vec64 *values) { values[0] = (uint64_t)(int64_t)(int32_t)x; }
/* Four words of V32_LANES messages, as 16 bytes a row. */
V_INLINE void v32_store_digests(uint8_t *p, const vec32 words[4]) {
  for (int i = 0; i < 4; i++) store_le32(p + 4 * i, words[i]);
}

/* ---- 64-bit lanes */
V_INLINE vec64 v64_set1(uint64_t x) { return x; }
V_INLINE vec64 v64_load(const uint64_t *p) { return *p; }
V_INLINE void v64_store(uint64_t *p, vec64 x) { *p = x; }
V_INLINE vec64 v64_iota(void) { return 0; }
V_INLINE vec64 v64_add(vec64 a, vec64 b) { return a + b; }
V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return a - b; }
V_INLINE vec64 v64_and(vec64 a, vec64 b) { return a & b; }
V_INLINE vec64 v64_or(vec64 a, vec64 b) { return a | b; }
V_INLINE vec64 v64_or3(vec64 a, vec64 b, vec64 c) { return a | b | c; }
V_INLINE vec64 v64_xor(vec64 a, vec64 b) { return a ^ b; }
#define v64_rotl(x, n) (((x) << (n)) | ((x) >> (64 - (n))))
#define v64_sll(x, n) ((x) << (n))
#define v64_srl(x, n) ((x) >> (n))
/* by a count that all lanes share; 64 gives 0 */
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) { return n > 63 ? 0 : x >> n; }
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) { return n > 63 ? 0 : x << n; }
/* each lane by its own count; 64 and more, negative counts included, give 0 */
V_INLINE vec64 v64_sllv(vec64 x, vec64 n) { return n > 63 ? 0 : x << n; }
V_INLINE vec64 v64_srlv(vec64 x, vec64 n) { return n > 63 ? 0 : x >> n; }
/* product of the low halves */
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) { return (uint64_t)(uint32_t)a * (uint32_t)b; }
#define V64_HAS_MUL_LO
#define V64_MULTIPLIES_WORDS /* it takes no longer than a product of 32 bits */
V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 invariant) { return a * invariant; }
#ifdef __SIZEOF_INT128__
/* Such machines have one multiplication for it; others need the four of generic.h. */
#define V64_HAS_MUL_HI
V_INLINE vec64 v64_mul_hi_by(vec64 a, vec64 invariant) {
  uint64_t low;
  return wide_multiply(a, invariant, &low);
}
#endif
/* all ones where a == b */
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return a == b ? UINT64_MAX : 0; }
/* whether a < b, and the one of a and b that such a mask selects; numbers are signed */
V_INLINE mask64 v64_less(vec64 a, vec64 b) { return (int64_t)a < (int64_t)b; }
V_INLINE vec64 v64_choose(mask64 mask, vec64 a, vec64 b) { return mask ? a : b; }
V_INLINE uint64_t v64_smallest(vec64 x) { return x; }
V_INLINE uint64_t v64_largest(vec64 x) { return x; }
/* whether a lane has its highest bit set, or any bit set */
/* The greater and the lesser of numbers below 2^32. Of others the greater one, or more than that: vectors may
 * choose upper and lower halves apart. */
V_INLINE vec64 v64_greater(vec64 a, vec64 b) { return a > b ? a : b; }
V_INLINE vec64 v64_lesser(vec64 a, vec64 b) { return a < b ? a : b; }
V_INLINE bool v64_any_negative(vec64 x) { return (x >> 63) != 0; }
V_INLINE bool v64_any(vec64 x) { return x != 0; }
/* in units of bits: 8 times the count of zero bytes below the lowest byte that is not zero; x != 0 */
V_INLINE vec64 v64_zero_bytes_below(vec64 x) { return (vec64)__builtin_ctzll(x) & ~UINT64_C(7); }
/* Where V64_DENSE_ROOM is defined: v64_store_dense stores the first `width` bytes of each lane, 1…7, side by
 * side, and further bytes up to V64_DENSE_ROOM; `bytes` is v64_dense_bytes(width), of type dense64.
 *
 * Where V64_HAS_INTERLEAVE is defined: vec64 v64_interleave(vec64 a, vec64 b) is the 32 bits of a and of b in
 * turns, a's first one first, by a table of the bits of four.
 *
 * Where V64_HAS_PRODUCT is defined: doubles from p on times a factor, each product rounded to the nearest,
 * and what it lacks, 0.0 if nothing: exactly, while the thread rounds as usual, to the nearest and without
 * flushing tiny numbers to 0. And doubles below 2^51 as i64, rounded to the nearest, halves to even, or down.
 * Machines without a fused multiply-add lack these operations.
 *
 *     vec64 v64_product(const double *p, double factor, vec64 *rest)
 *     vec64 v64_round_double(vec64 x), v64_floor_double(vec64 x) */
V_INLINE vec64 v64_bswap(vec64 x) { return __builtin_bswap64(x); }
/* The whole part of factor * (2^31 / divisor) in doubles, each rounded to the nearest, or 2^31 if that is
 * less; both are 1…2^31. Only while the thread rounds as usual, and not where C computes in longer numbers
 * than doubles (x87). */
V_INLINE vec64 v64_jump(vec64 factor, vec64 divisor) {
  const uint64_t most = UINT64_C(1) << 31;
  const uint64_t whole = (uint64_t)((double)factor * (2147483648.0 / (double)divisor));
  return whole < most ? whole : most;
}
/* eight bytes at bytes + offset, each lane its own */
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) { return load_le64(bytes + offsets); }
/* sixteen bytes from each of V64_LANES rows, which begin at bytes + begin[0], …, as two words in row order */
V_INLINE void v64_load_strings(const uint8_t *bytes, const uint64_t *begin, vec64 *low, vec64 *high) {
  *low = load_le64(bytes + begin[0]);
  *high = load_le64(bytes + begin[0] + 8);
}
/* the first lane of a, the first of b, the second of a, … */
V_INLINE void v64_store_pairs(uint64_t *p, vec64 a, vec64 b) {
  p[0] = a;
  p[1] = b;
}
/* eight bytes of each lane at p + i*stride, in rising order of i */
V_INLINE void v64_store_rows(uint8_t *p, size_t stride, vec64 x) {
  (void)stride;
  store_le64(p, x);
}
/* V64_LANES digests as 128-bit big-endian integers, in row order */
V_INLINE void v64_load_digests(const uint8_t *p, vec64 *high, vec64 *low) {
  *high = __builtin_bswap64(load_le64(p));
  *low = __builtin_bswap64(load_le64(p + 8));
}

/* Fields of so many bits split in two, the quotient in the lower half and the remainder in the upper one:
 * below 100 by 10, below 10^4 by 100, below 10^8 by 10^4. v64_split8 takes what v64_remainder returns, whose
 * upper bits are not the number's; the others need them to be 0. */
V_INLINE vec64 v16_split2(vec64 x) {
  /* x * 103 >> 10 is exact below 179 */
  const uint64_t tens = ((x * 103) >> 10) & UINT64_C(0x000f000f000f000f);
  return tens + ((x - 10 * tens) << 8);
}
V_INLINE vec64 v32_split4(vec64 x) {
  /* x * 5243 >> 19 is exact below 43699 */
  const uint64_t hundreds = ((x * 5243) >> 19) & UINT64_C(0x7f0000007f);
  return hundreds + ((x - 100 * hundreds) << 16);
}
V_INLINE vec64 v64_split8(vec64 x) {
  x = (uint32_t)x;
  const uint64_t high = (x * 109951163) >> 40; /* exact below 10^8 */
  return high + ((x - 10000 * high) << 32);
}

/* The number that eight digits 0…9 spell, the most significant in the lowest byte. */
V_INLINE vec64 v64_join_digits8(vec64 x) {
  x = (x & UINT64_C(0x00ff00ff00ff00ff)) * 10 + ((x >> 8) & UINT64_C(0x00ff00ff00ff00ff));
  x = (x & UINT64_C(0x0000ffff0000ffff)) * 100 + ((x >> 16) & UINT64_C(0x0000ffff0000ffff));
  return (x & UINT32_MAX) * 10000 + (x >> 32);
}

/* ---- bytes */
/* out[0 … 64) = bytes[0 … count), 0x80 and zeros; count < 64. readable: 64 bytes may be read. */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  (void)readable;
  memset(out, 0, 64);
  memcpy(out, bytes, count);
  out[count] = 0x80;
}
/* bit i: whether p[i] is `byte`, for 64 bytes */
V_INLINE uint64_t v8_equal_mask64(const uint8_t *p, uint8_t byte) {
  const uint64_t low7 = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint64_t mask = 0;
  for (int i = 0; i < 64; i += 8) {
    const uint64_t x = load_le64(p + i) ^ (UINT64_C(0x0101010101010101) * byte);
    /* the high bit of each byte that is 0, exactly; then the eight of them side by side */
    const uint64_t zero = ~(((x & low7) + low7) | x | low7);
    mask |= (((zero >> 7) * UINT64_C(0x0102040810204080)) >> 56) << i;
  }
  return mask;
}

/* 16 or 32 bytes, each XORed with the byte that `flip` is eight times */
V_INLINE void v8_copy16(uint8_t *to, const uint8_t *from, uint64_t flip) {
  const uint64_t first = load_le64(from), second = load_le64(from + 8);
  store_le64(to, first ^ flip);
  store_le64(to + 8, second ^ flip);
}
V_INLINE void v8_copy32(uint8_t *to, const uint8_t *from, uint64_t flip) {
  uint64_t words[4];
  for (int i = 0; i < 4; i++) words[i] = load_le64(from + 8 * i) ^ flip;
  for (int i = 0; i < 4; i++) store_le64(to + 8 * i, words[i]);
}
/* to[0 … 16) = from[0 … count) and zeros; count <= 16. All of from[0 … 16) may be read. */
V_INLINE void v8_copy_padded16(uint8_t *to, const uint8_t *from, size_t count) {
  const uint64_t first = load_le64(from), second = load_le64(from + 8);
  const unsigned bits = 8 * (unsigned)count;
  store_le64(to, bits > 63 ? first : first & ((UINT64_C(1) << bits) - 1));
  store_le64(to + 8, bits > 127 ? second : bits > 63 ? second & ((UINT64_C(1) << (bits - 64)) - 1) : 0);
}
/* Bytes that are checked for one that is 0x00. */
typedef struct {
  bool any_zero;
} v8_seen;
V_INLINE v8_seen v8_seen_none(void) { return (v8_seen){false}; }
V_INLINE bool v8_seen_zero(v8_seen seen) { return seen.any_zero; }
/* The same copy, which records from[count - 1] if count is not 0. */
V_INLINE void v8_copy_padded16_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  v8_copy_padded16(to, from, count);
  seen->any_zero |= count != 0 && from[count - (count != 0)] == 0;
}
/* The same of count <= 8 into to[0 … 8). */
V_INLINE void v8_copy_padded8_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  const uint64_t bytes = load_le64(from);
  store_le64(to, count == 8 ? bytes : bytes & ((UINT64_C(1) << 8 * count) - 1));
  seen->any_zero |= count != 0 && from[count - (count != 0)] == 0;
}
/* to[0 … count) = from[0 … count) in reverse order; count <= 16. All of from[0 … 16) may be read and all of
 * to[0 … 16) may be overwritten. */
V_INLINE void v8_reverse16(uint8_t *to, const uint8_t *from, size_t count) {
  const uint64_t first = __builtin_bswap64(load_le64(from));
  if (count <= 8) {
    store_le64(to, count == 0 ? 0 : first >> (64 - 8 * (unsigned)count));
    return;
  }
  const uint64_t last = __builtin_bswap64(load_le64(from + count - 8));
  store_le64(to, last);
  store_le64(to + count - 8, first);
}
/* bit i: whether p[i] is 0, for 16 bytes */
V_INLINE uint32_t v8_zero_mask16(const uint8_t *p) {
  const uint64_t low7 = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint32_t mask = 0;
  for (int i = 0; i < 16; i += 8) {
    const uint64_t x = load_le64(p + i), zero = ~(((x & low7) + low7) | x | low7);
    mask |= (uint32_t)(((zero >> 7) * UINT64_C(0x0102040810204080)) >> 56) << i;
  }
  return mask;
}

#include "simd/lanes/generic.h"

#endif
