/* FNV-1a of 64 bits (Fowler, Noll, Vo). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_FNV1A_64_H
#define ROWKEY_SIMD_KERNELS_HASH_FNV1A_64_H

#include "simd/kernels/hash64.h"

V_INLINE void fnv1a_64_begin(const rowkey_hash *with, vec64 length, vec64 v[4]) {
  (void)with, (void)length;
  v[0] = v64_set1(UINT64_C(0xcbf29ce484222325));
}

/* Times the prime 2^40 + 0x1b3: two products of 32 bits and a shift, where lanes have none of 64 bits. */
V_INLINE vec64 fnv1a_64_times(vec64 h) {
#ifdef V64_HAS_MUL_LO
  return v64_mul_lo_by(h, v64_set1(UINT64_C(0x100000001b3)));
#else
  const vec64 factor = v64_set1(0x1b3);
  const vec64 upper = v64_add(v64_mul_u32(v64_srl(h, 32), factor), v64_sll(h, 8));
  return v64_add(v64_mul_u32(h, factor), v64_sll(upper, 32));
#endif
}

/* Byte i of each word. */
V_INLINE vec64 fnv1a_64_byte(vec64 h, vec64 word, uint32_t i) {
  const vec64 byte = v64_and(v64_srl_by(word, 8 * i), v64_set1(0xff));
  return fnv1a_64_times(v64_xor(h, byte));
}

V_INLINE void fnv1a_64_word(vec64 v[4], vec64 word) {
  for (uint32_t i = 0; i < 8; i++) v[0] = fnv1a_64_byte(v[0], word, i);
}

V_INLINE void fnv1a_64_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  (void)high;
  const vec64 left = v64_and(length, v64_set1(7));
#pragma GCC unroll 1
  for (uint32_t i = 0; i < most; i++) {
    const vec64 next = fnv1a_64_byte(v[0], low, i);
    v[0] = v64_choose(v64_less(v64_set1(i), left), next, v[0]);
  }
}

V_INLINE void fnv1a_64_end(vec64 v[4], vec64 length) { (void)v, (void)length; }

static const struct hash64 fnv1a_64_steps = {
    .results = 1, .begin = fnv1a_64_begin, .word = fnv1a_64_word, .tail = fnv1a_64_tail, .end = fnv1a_64_end};
HASH64_DEFINE(hash_fnv1a_64, fnv1a_64_steps)
static const struct hash_drivers hash_fnv1a_64[] = {{hash_fnv1a_64_fixed, hash_fnv1a_64_strings, V64_LANES}};

#endif
