/* MurmurHash3_x64_128 (Appleby), with the tail of Cassandra. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_MURMUR3_128_H
#define ROWKEY_SIMD_KERNELS_HASH_MURMUR3_128_H

#include "simd/kernels/hash64.h"

#define MURMUR3_C1 UINT64_C(0x87c37b91114253d5)
#define MURMUR3_C2 UINT64_C(0x4cf5ad432745937f)

V_INLINE vec64 murmur3_times(vec64 x, uint64_t factor) { return v64_mul_lo_by(x, v64_set1(factor)); }
V_INLINE vec64 murmur3_times5(vec64 x, uint64_t addend) {
  return v64_add(v64_add(x, v64_set1(addend)), v64_sll(x, 2));
}
/* A word that is mixed in by exclusive or. Of zero it is zero. */
V_INLINE vec64 murmur3_first(vec64 k) {
  return murmur3_times(v64_rotl(murmur3_times(k, MURMUR3_C1), 31), MURMUR3_C2);
}
V_INLINE vec64 murmur3_second(vec64 k) {
  return murmur3_times(v64_rotl(murmur3_times(k, MURMUR3_C2), 33), MURMUR3_C1);
}

V_INLINE void murmur3_128_block(vec64 v[4], vec64 low, vec64 high) {
  const vec64 first = murmur3_first(low), second = murmur3_second(high);
  v[0] = murmur3_times5(v64_add(v64_rotl(v64_xor(v[0], first), 27), v[1]), 0x52dce729);
  v[1] = murmur3_times5(v64_add(v64_rotl(v64_xor(v[1], second), 31), v[0]), 0x38495ab5);
}

/* Each byte sign-extended and shifted to its place, by exclusive or: a byte is inverted if an odd number of
 * those below it are negative. ASCII, which most text is, has none. */
V_INLINE vec64 murmur3_signed(vec64 x) {
  const vec64 negative = v64_and(x, v64_set1(UINT64_C(0x8080808080808080)));
  if (!v64_any(negative)) return x;
  vec64 odd = v64_srl(negative, 7);
  odd = v64_xor(odd, v64_sll(odd, 8));
  odd = v64_xor(odd, v64_sll(odd, 16));
  odd = v64_xor(odd, v64_sll(odd, 32));
  const vec64 below = v64_sll(odd, 8);
  return v64_xor(x, v64_sub(v64_sll(below, 8), below));
}

V_INLINE vec64 murmur3_avalanche(vec64 h) {
  h = murmur3_times(v64_xor(h, v64_srl(h, 33)), UINT64_C(0xff51afd7ed558ccd));
  h = murmur3_times(v64_xor(h, v64_srl(h, 33)), UINT64_C(0xc4ceb9fe1a85ec53));
  return v64_xor(h, v64_srl(h, 33));
}

V_INLINE void murmur3_128_end(vec64 v[4], vec64 length) {
  v[0] = v64_xor(v[0], length);
  v[1] = v64_xor(v[1], length);
  v[0] = v64_add(v[0], v[1]);
  v[1] = v64_add(v[1], v[0]);
  v[0] = murmur3_avalanche(v[0]);
  v[1] = murmur3_avalanche(v[1]);
  v[0] = v64_add(v[0], v[1]);
  v[1] = v64_add(v[1], v[0]);
}

V_INLINE void murmur3_128_any_tail(const bool is_signed, vec64 v[4], vec64 low, vec64 high, vec64 length,
                                   uint64_t most) {
  const vec64 left = v64_and(length, v64_set1(15));
  vec64 first = hash64_bytes(low, left);
  if (is_signed) first = murmur3_signed(first);
  v[0] = v64_xor(v[0], murmur3_first(first));
  if (most <= 8) return;
  vec64 second = hash64_bytes(high, v64_sub(left, v64_set1(8)));
  if (is_signed) second = murmur3_signed(second);
  v[1] = v64_xor(v[1], murmur3_second(second));
}
V_INLINE void murmur3_128_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  murmur3_128_any_tail(false, v, low, high, length, most);
}
V_INLINE void murmur3_128_signed_tail(vec64 v[4], vec64 low, vec64 high, vec64 length, uint64_t most) {
  murmur3_128_any_tail(true, v, low, high, length, most);
}

static const struct hash64 murmur3_128_steps = {
    .results = 2, .block = murmur3_128_block, .tail = murmur3_128_tail, .end = murmur3_128_end};
static const struct hash64 murmur3_128_signed_steps = {
    .results = 2, .block = murmur3_128_block, .tail = murmur3_128_signed_tail, .end = murmur3_128_end};
HASH64_DEFINE(hash_murmur3_128, murmur3_128_steps)
HASH64_DEFINE(hash_murmur3_128_signed, murmur3_128_signed_steps)

static const struct hash_drivers hash_murmur3_128[] = {
    [ROWKEY_TAIL_UNSIGNED] = {hash_murmur3_128_fixed, hash_murmur3_128_strings, V64_LANES},
    [ROWKEY_TAIL_SIGNED] = {hash_murmur3_128_signed_fixed, hash_murmur3_128_signed_strings, V64_LANES},
};

#endif
