/* MurmurHash2 of 32 bits (Appleby). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_MURMUR2_H
#define ROWKEY_SIMD_KERNELS_HASH_MURMUR2_H

#include "simd/kernels/hash32.h"

V_INLINE vec32 murmur2_times(vec32 x) { return v32_mul_lo(x, v32_set1(0x5bd1e995)); }

V_INLINE vec32 murmur2_begin(vec32 seed, vec32 length) { return v32_xor(seed, length); }

V_INLINE vec32 murmur2_word(vec32 h, vec32 word) {
  const vec32 k = murmur2_times(word);
  return v32_xor(murmur2_times(h), murmur2_times(v32_xor(k, v32_srl(k, 24))));
}

V_INLINE vec32 murmur2_tail(vec32 h, vec32 word, vec32 left) {
  const vec32 mixed = murmur2_times(v32_xor(h, hash32_first_bytes(word, left)));
  return v32_choose(v32_less(v32_set1(0), left), mixed, h);
}

V_INLINE vec32 murmur2_end(vec32 h, vec32 length) {
  (void)length;
  h = murmur2_times(v32_xor(h, v32_srl(h, 13)));
  return v32_xor(h, v32_srl(h, 15));
}

static const struct hash32 murmur2_steps = {
    .begin = murmur2_begin, .word = murmur2_word, .tail = murmur2_tail, .end = murmur2_end};
HASH32_DEFINE(hash_murmur2, murmur2_steps)
static const struct hash_drivers hash_murmur2[] = {{hash_murmur2_fixed, hash_murmur2_strings, V32_LANES}};

#endif
