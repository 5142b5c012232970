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

typedef uint32_t vec32;
typedef uint64_t vec64;
#define V32_LANES 1
#define V64_LANES 1

/* Streams: how many vectors of messages MD5 keeps in flight. Sixteen general registers hold two. */
#define V_STREAMS_MD5 2
#define V_STREAMS_MD5_STRINGS 2

/* ---- 32-bit lanes */
V_INLINE vec32 v32_set1(uint32_t x) { return x; }
V_INLINE vec32 v32_load(const uint32_t *p) { return *p; }
V_INLINE void v32_store(uint32_t *p, vec32 x) { *p = x; }
V_INLINE vec32 v32_add(vec32 a, vec32 b) { return a + b; }
V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return a - b; }
V_INLINE vec32 v32_and(vec32 a, vec32 b) { return a & b; }
V_INLINE vec32 v32_or(vec32 a, vec32 b) { return a | b; }
V_INLINE vec32 v32_xor3(vec32 a, vec32 b, vec32 c) { return a ^ b ^ c; }
/* the bits of a where mask has ones, those of b where it has zeros */
V_INLINE vec32 v32_select(vec32 mask, vec32 a, vec32 b) { return b ^ (mask & (a ^ b)); }
/* sum + v32_select(mask, a, b): its own operation because without a three-input logic instruction two
 * additions are a shorter path than one more logic operation */
V_INLINE vec32 v32_add_select(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return sum + (mask & a) + (~mask & b);
}
/* sum + (c ^ (b | ~d)) + V32_ORN_BIAS: without an or-not instruction it is cheaper as sum - (c ^ (~b & d)) */
#define V32_ORN_BIAS 1U
V_INLINE vec32 v32_add_xor_orn(vec32 sum, vec32 b, vec32 c, vec32 d) { return sum - (c ^ (~b & d)); }
#define v32_rotl(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
V_INLINE vec32 v32_srl1(vec32 x) { return x >> 1; }
V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return x >> n; }
V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return a * b; }
/* high half of the product with a factor that is the same in all lanes */
V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 invariant) { return (vec32)(((uint64_t)a * invariant) >> 32); }

/* Sixteen bytes from each of V32_LANES rows, as four words. */
V_INLINE void v32_load_rows(const uint8_t *p, size_t stride, vec32 words[4]) {
  (void)stride;
  for (int i = 0; i < 4; i++) words[i] = load_le32(p + 4 * i);
}
/* The same from rows at any address, each `offset` bytes behind its pointer. */
V_INLINE void v32_load_pointers(const uint8_t *const *rows, size_t offset, vec32 words[4]) {
  v32_load_rows(rows[0] + offset, 0, words);
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
/* all ones where a == b */
V_INLINE vec64 v64_equal(vec64 a, vec64 b) { return a == b ? UINT64_MAX : 0; }
/* whether a lane has its highest bit set, or any bit set */
V_INLINE bool v64_any_negative(vec64 x) { return (x >> 63) != 0; }
V_INLINE bool v64_any(vec64 x) { return x != 0; }
/* in units of bits: 8 times the count of zero bytes below the lowest byte that is not zero; x != 0 */
V_INLINE vec64 v64_zero_bytes_below(vec64 x) { return (vec64)__builtin_ctzll(x) & ~UINT64_C(7); }
V_INLINE vec64 v64_bswap(vec64 x) { return __builtin_bswap64(x); }
/* eight bytes at bytes + offset, each lane its own */
V_INLINE vec64 v64_gather(const uint8_t *bytes, vec64 offsets) { return load_le64(bytes + offsets); }
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

/* The decimal digits of a number below 10^8, 10^4 or 10^2, as bytes 0…9, the most significant lowest.
 * v64_digits8 takes what v64_remainder returns, whose upper bits are not the number's; the others need them
 * to be 0. */
V_INLINE vec64 v64_digits2(vec64 x) {
  const uint64_t tens = (x * 103) >> 10; /* exact below 179 */
  return tens + ((x - 10 * tens) << 8);
}
V_INLINE vec64 v64_digits4_fields(vec64 x) {
  /* 32-bit fields below 10^4 into 16-bit fields below 100: x * 5243 >> 19 is exact below 43699 */
  const uint64_t hundreds = ((x * 5243) >> 19) & UINT64_C(0x7f0000007f);
  x = hundreds + ((x - 100 * hundreds) << 16);
  /* into bytes: x * 103 >> 10 is exact below 179 */
  const uint64_t tens = ((x * 103) >> 10) & UINT64_C(0x000f000f000f000f);
  return tens + ((x - 10 * tens) << 8);
}
V_INLINE vec64 v64_digits4(vec64 x) { return v64_digits4_fields(x); }
V_INLINE vec64 v64_digits8(vec64 x) {
  x = (uint32_t)x;
  const uint64_t high = (x * 109951163) >> 40; /* x / 10^4, exact below 10^8 */
  return v64_digits4_fields(high + ((x - 10000 * high) << 32));
}

/* The number that eight digits 0…9 spell, the most significant in the lowest byte. */
V_INLINE vec64 v64_join_digits8(vec64 x) {
  x = (x & UINT64_C(0x00ff00ff00ff00ff)) * 10 + ((x >> 8) & UINT64_C(0x00ff00ff00ff00ff));
  x = (x & UINT64_C(0x0000ffff0000ffff)) * 100 + ((x >> 16) & UINT64_C(0x0000ffff0000ffff));
  return (x & UINT32_MAX) * 10000 + (x >> 32);
}

/* ---- bytes */
/* out[0 … 64) = bytes[0 … count), 0x80 and zeros; count < 64. readable tells that 64 bytes may be read. */
V_INLINE void v8_store_ended64(uint8_t *out, const uint8_t *bytes, size_t count, bool readable) {
  (void)readable;
  memset(out, 0, 64);
  memcpy(out, bytes, count);
  out[count] = 0x80;
}
/* bit i tells whether p[i] is `byte`, for 64 bytes */
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

#include "simd/lanes/generic.h"

#endif
