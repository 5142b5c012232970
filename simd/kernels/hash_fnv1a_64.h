/* FNV-1a of 64 bits (Fowler, Noll, Vo). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_FNV1A_64_H
#define ROWKEY_SIMD_KERNELS_HASH_FNV1A_64_H

#include "simd/kernels/hash64.h"

#define FNV1A_64_START UINT64_C(0xcbf29ce484222325)

#ifdef V64_MULTIPLIES_WORDS
V_INLINE void fnv1a_64_begin(const rowkey_hash *with, vec64 length, vec64 v[4]) {
  (void)with, (void)length;
  v[0] = v64_set1(FNV1A_64_START);
}

V_INLINE void fnv1a_64_byte(vec64 v[4], vec64 byte) {
  v[0] = v64_mul_lo_by(v64_xor(v[0], byte), v64_set1(UINT64_C(0x100000001b3)));
}

V_INLINE void fnv1a_64_end(vec64 v[4], vec64 length) { (void)v, (void)length; }

#else
/* The halves of the hash in v[0] and v[1], so that a byte waits for one product of 32 bits and an addition.
 * The prime is 2^40 + 0x1b3: of the lower half times 0x1b3 what passes 32 bits is added to the upper one, and
 * the lower half shifted by 8. Above the 32 bits of each half stands what has no meaning: products leave it
 * out. */
V_INLINE void fnv1a_64_begin(const rowkey_hash *with, vec64 length, vec64 v[4]) {
  (void)with, (void)length;
  v[0] = v64_set1(FNV1A_64_START);
  v[1] = v64_set1(FNV1A_64_START >> 32);
}

V_INLINE void fnv1a_64_byte(vec64 v[4], vec64 byte) {
  const vec64 factor = v64_set1(0x1b3), low = v64_xor(v[0], byte);
  vec64 high = v64_mul_u32(v[1], factor);
  v32_keep_sum(high); /* clang would multiply 64 bits, as only 32 of these count */
  v[0] = v64_mul_u32(low, factor);
  v[1] = v64_add(high, v64_add(v64_sll(low, 8), v64_srl(v[0], 32)));
}

V_INLINE void fnv1a_64_end(vec64 v[4], vec64 length) {
  (void)length;
  v[0] = v64_or(v64_and(v[0], v64_set1(UINT32_MAX)), v64_sll(v[1], 32));
}
#endif

/* Byte i of each word. */
V_INLINE vec64 fnv1a_64_byte_of(vec64 word, uint32_t i) {
  return v64_and(v64_srl_by(word, 8 * i), v64_set1(0xff));
}

/* In a loop, which costs keys of eight bytes a sixth, and others a tenth: written out, it is 15 KB in all. */
V_INLINE void fnv1a_64_word(vec64 v[4], vec64 word) {
#pragma GCC unroll 2
  for (uint32_t i = 0; i < 8; i++, word = v64_srl(word, 8)) fnv1a_64_byte(v, v64_and(word, v64_set1(0xff)));
}

V_INLINE void fnv1a_64_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  (void)high;
  const vec64 left = v64_and(length, v64_set1(7));
#pragma GCC unroll 1
  for (uint32_t i = 0; i < most; i++) {
    vec64 next[4] = {v[0], v[1], v[2], v[3]};
    fnv1a_64_byte(next, fnv1a_64_byte_of(low, i));
    const mask64 any = v64_less(v64_set1(i), left);
    for (int half = 0; half < 2; half++) v[half] = v64_choose(any, next[half], v[half]);
  }
}

static const struct hash64 fnv1a_64_steps = {
    .results = 1, .begin = fnv1a_64_begin, .word = fnv1a_64_word, .tail = fnv1a_64_tail, .end = fnv1a_64_end};
HASH64_DEFINE(hash_fnv1a_64, fnv1a_64_steps)
static const struct hash_drivers hash_fnv1a_64[] = {{hash_fnv1a_64_fixed, hash_fnv1a_64_strings, V64_LANES}};

#endif
