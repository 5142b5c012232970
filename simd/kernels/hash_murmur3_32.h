/* MurmurHash3_x86_32 (Appleby), with the tails of Hive and of Spark. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_MURMUR3_32_H
#define ROWKEY_SIMD_KERNELS_HASH_MURMUR3_32_H

#include "simd/kernels/hash32.h"

V_INLINE vec32 murmur3_32_begin(vec32 seed, vec32 length) {
  (void)length;
  return seed;
}

/* Zero for a word of zero: rows without a word stay as they are. */
V_INLINE vec32 murmur3_scrambled(vec32 k) {
  return v32_mul_lo(v32_rotl(v32_mul_lo(k, v32_set1(0xcc9e2d51)), 15), v32_set1(0x1b873593));
}
V_INLINE vec32 murmur3_32_word(vec32 h, vec32 word) {
  h = v32_rotl(v32_xor(h, murmur3_scrambled(word)), 13);
  return v32_add(v32_add(h, v32_set1(0xe6546b64)), v32_sll(h, 2));
}

V_INLINE vec32 murmur3_32_tail(vec32 h, vec32 word, vec32 left) {
  return v32_xor(h, murmur3_scrambled(hash32_first_bytes(word, left)));
}

/* Byte i of each word, sign-extended. */
V_INLINE vec32 signed_byte(vec32 word, uint32_t i) {
  const vec32 byte = v32_and(v32_srl_by(word, 8 * i), v32_set1(0xff)), sign = v32_set1(0x80);
  return v32_sub(v32_xor(byte, sign), sign);
}

/* Hive: the bytes, each sign-extended and shifted to its place, mixed by exclusive or. */
V_INLINE vec32 murmur3_32_signed_tail(vec32 h, vec32 word, vec32 left) {
  const vec32 bytes = hash32_first_bytes(word, left);
  vec32 mixed = signed_byte(bytes, 0);
  for (uint32_t i = 1; i < 3; i++) mixed = v32_xor(mixed, v32_sllv(signed_byte(bytes, i), v32_set1(8 * i)));
  return v32_xor(h, murmur3_scrambled(mixed));
}

/* Spark: each of the bytes, sign-extended, as a word. */
V_INLINE vec32 murmur3_32_words_tail(vec32 h, vec32 word, vec32 left) {
  for (uint32_t i = 0; i < 3; i++) {
    const vec32 next = murmur3_32_word(h, signed_byte(word, i));
    h = v32_choose(v32_less(v32_set1(i), left), next, h);
  }
  return h;
}

V_INLINE vec32 murmur3_32_end(vec32 h, vec32 length) {
  h = v32_xor(h, length);
  h = v32_mul_lo(v32_xor(h, v32_srl(h, 16)), v32_set1(0x85ebca6b));
  h = v32_mul_lo(v32_xor(h, v32_srl(h, 13)), v32_set1(0xc2b2ae35));
  return v32_xor(h, v32_srl(h, 16));
}

#define MURMUR3_32_STEPS(of_tail) \
  {.begin = murmur3_32_begin, .word = murmur3_32_word, .tail = (of_tail), .end = murmur3_32_end}
static const struct hash32 murmur3_32_steps = MURMUR3_32_STEPS(murmur3_32_tail);
static const struct hash32 murmur3_32_signed_steps = MURMUR3_32_STEPS(murmur3_32_signed_tail);
static const struct hash32 murmur3_32_words_steps = MURMUR3_32_STEPS(murmur3_32_words_tail);
HASH32_DEFINE(hash_murmur3_32, murmur3_32_steps)
HASH32_DEFINE(hash_murmur3_32_signed, murmur3_32_signed_steps)
HASH32_DEFINE(hash_murmur3_32_words, murmur3_32_words_steps)

static const struct hash_drivers hash_murmur3_32[] = {
    [ROWKEY_TAIL_UNSIGNED] = {hash_murmur3_32_fixed, hash_murmur3_32_strings, V32_LANES},
    [ROWKEY_TAIL_SIGNED] = {hash_murmur3_32_signed_fixed, hash_murmur3_32_signed_strings, V32_LANES},
    [ROWKEY_TAIL_WORDS] = {hash_murmur3_32_words_fixed, hash_murmur3_32_words_strings, V32_LANES},
};

#endif
