/* MurmurHash64A (Appleby): MurmurHash2 of 64 bits. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_MURMUR2_64_H
#define ROWKEY_SIMD_KERNELS_HASH_MURMUR2_64_H

#include "simd/kernels/hash64.h"

V_INLINE vec64 murmur2_64_times(vec64 x) { return v64_mul_lo_by(x, v64_set1(UINT64_C(0xc6a4a7935bd1e995))); }

V_INLINE void murmur2_64_begin(const rowkey_hash *with, vec64 length, vec64 v[4]) {
  (void)with;
  v[0] = v64_xor(v[0], murmur2_64_times(length));
}

V_INLINE void murmur2_64_word(vec64 v[4], vec64 word) {
  vec64 k = murmur2_64_times(word);
  k = murmur2_64_times(v64_xor(k, v64_srl(k, 47)));
  v[0] = murmur2_64_times(v64_xor(v[0], k));
}

V_INLINE void murmur2_64_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  (void)high;
  if (most == 0) return;
  const vec64 left = v64_and(length, v64_set1(7));
  const vec64 mixed = murmur2_64_times(v64_xor(v[0], hash64_bytes(low, left)));
  v[0] = v64_choose(v64_less(v64_set1(0), left), mixed, v[0]);
}

V_INLINE void murmur2_64_end(vec64 v[4], vec64 length) {
  (void)length;
  v[0] = murmur2_64_times(v64_xor(v[0], v64_srl(v[0], 47)));
  v[0] = v64_xor(v[0], v64_srl(v[0], 47));
}

static const struct hash64 murmur2_64_steps = {.results = 1,
                                               .begin = murmur2_64_begin,
                                               .word = murmur2_64_word,
                                               .tail = murmur2_64_tail,
                                               .end = murmur2_64_end};
HASH64_DEFINE(hash_murmur2_64, murmur2_64_steps)
static const struct hash_drivers hash_murmur2_64[] = {
    {hash_murmur2_64_fixed, hash_murmur2_64_strings, V64_LANES}};

#endif
