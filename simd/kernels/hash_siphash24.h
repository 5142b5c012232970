/* SipHash-2-4 (Aumasson, Bernstein 2012). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_SIPHASH24_H
#define ROWKEY_SIMD_KERNELS_HASH_SIPHASH24_H

#include "simd/kernels/hash64.h"

V_INLINE void siphash_begin(const rowkey_hash *with, vec64 length, vec64 v[4]) {
  (void)length;
  const uint64_t k0 = load_le64(with->key), k1 = load_le64(with->key + 8);
  v[0] = v64_set1(k0 ^ UINT64_C(0x736f6d6570736575));
  v[1] = v64_set1(k1 ^ UINT64_C(0x646f72616e646f6d));
  v[2] = v64_set1(k0 ^ UINT64_C(0x6c7967656e657261));
  v[3] = v64_set1(k1 ^ UINT64_C(0x7465646279746573));
}

V_INLINE void siphash_round(vec64 v[4]) {
  v[0] = v64_add(v[0], v[1]);
  v[2] = v64_add(v[2], v[3]);
  v[1] = v64_xor(v64_rotl(v[1], 13), v[0]);
  v[3] = v64_xor(v64_rotl(v[3], 16), v[2]);
  v[0] = v64_rotl(v[0], 32);
  v[2] = v64_add(v[2], v[1]);
  v[0] = v64_add(v[0], v[3]);
  v[1] = v64_xor(v64_rotl(v[1], 17), v[2]);
  v[3] = v64_xor(v64_rotl(v[3], 21), v[0]);
  v[2] = v64_rotl(v[2], 32);
}

V_INLINE void siphash_word(vec64 v[4], vec64 word) {
  v[3] = v64_xor(v[3], word);
  siphash_round(v);
  siphash_round(v);
  v[0] = v64_xor(v[0], word);
}

/* The last word: the bytes after the whole words, 0…7, and the length. */
V_INLINE void siphash_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  (void)high, (void)most;
  const vec64 bytes = hash64_bytes(low, v64_and(length, v64_set1(7)));
  siphash_word(v, v64_or(bytes, v64_sll(length, 56)));
}

V_INLINE void siphash_end(vec64 v[4], vec64 length) {
  (void)length;
  v[2] = v64_xor(v[2], v64_set1(0xff));
  for (int i = 0; i < 4; i++) siphash_round(v);
  v[0] = v64_xor(v64_xor(v[0], v[1]), v64_xor(v[2], v[3]));
}

static const struct hash64 siphash24_steps = {
    .results = 1, .begin = siphash_begin, .word = siphash_word, .tail = siphash_tail, .end = siphash_end};
HASH64_DEFINE(hash_siphash24, siphash24_steps)
static const struct hash_drivers hash_siphash24[] = {
    {hash_siphash24_fixed, hash_siphash24_strings, V64_LANES}};

#endif
