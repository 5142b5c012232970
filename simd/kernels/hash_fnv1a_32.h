/* FNV-1a of 32 bits (Fowler, Noll, Vo). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_FNV1A_32_H
#define ROWKEY_SIMD_KERNELS_HASH_FNV1A_32_H

#include "simd/kernels/hash32.h"

V_INLINE vec32 fnv1a_32_begin(vec32 seed, vec32 length) {
  (void)seed, (void)length;
  return v32_set1(0x811c9dc5);
}

/* Byte i of each word. */
V_INLINE vec32 fnv1a_32_byte(vec32 h, vec32 word, uint32_t i) {
  const vec32 byte = v32_and(v32_srl_by(word, 8 * i), v32_set1(0xff));
  return v32_mul_lo(v32_xor(h, byte), v32_set1(0x01000193));
}

V_INLINE vec32 fnv1a_32_word(vec32 h, vec32 word) {
  for (uint32_t i = 0; i < 4; i++) h = fnv1a_32_byte(h, word, i);
  return h;
}

V_INLINE vec32 fnv1a_32_tail(vec32 h, vec32 word, vec32 left) {
  for (uint32_t i = 0; i < 3; i++) h = v32_choose(v32_less(v32_set1(i), left), fnv1a_32_byte(h, word, i), h);
  return h;
}

V_INLINE vec32 fnv1a_32_end(vec32 h, vec32 length) {
  (void)length;
  return h;
}

static const struct hash32 fnv1a_32_steps = {.begin = fnv1a_32_begin,
                                             .word = fnv1a_32_word,
                                             .tail = fnv1a_32_tail,
                                             .end = fnv1a_32_end,
                                             .is_unsigned = true};
HASH32_DEFINE(hash_fnv1a_32, fnv1a_32_steps)
static const struct hash_drivers hash_fnv1a_32[] = {{hash_fnv1a_32_fixed, hash_fnv1a_32_strings, V32_LANES}};

#endif
