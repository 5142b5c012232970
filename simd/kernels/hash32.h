/* The hashes of 32 bits, step by step: a word of four bytes of every row at a time, then what is left of less
 * than a word. */
#ifndef ROWKEY_SIMD_KERNELS_HASH32_H
#define ROWKEY_SIMD_KERNELS_HASH32_H

enum hash32 {
  HASH32_JAVA,
  HASH32_H31,
  HASH32_MURMUR2,
  HASH32_MURMUR3,
  HASH32_MURMUR3_SIGNED,
  HASH32_MURMUR3_WORDS
};

struct hash32_state {
  vec32 h;
  vec32 seen; /* of java_hash: every bit that occurs in a row */
  vec32 tail; /* where rows differ in length: the last word of each that has a byte of it */
};

V_INLINE struct hash32_state hash32_begin(const enum hash32 hash, vec32 seed, vec32 length) {
  const vec32 zero = v32_set1(0);
  return (struct hash32_state){hash == HASH32_JAVA      ? zero
                               : hash == HASH32_MURMUR2 ? v32_xor(seed, length)
                                                        : seed,
                               zero, zero};
}

V_INLINE vec32 murmur2_times(vec32 x) { return v32_mul_lo(x, v32_set1(0x5bd1e995)); }
V_INLINE vec32 murmur2_scrambled(vec32 k) {
  k = murmur2_times(k);
  return murmur2_times(v32_xor(k, v32_srl(k, 24)));
}

/* Of zero it is zero: rows without a word are left as they are. */
V_INLINE vec32 murmur3_scrambled(vec32 k) {
  return v32_mul_lo(v32_rotl(v32_mul_lo(k, v32_set1(0xcc9e2d51)), 15), v32_set1(0x1b873593));
}
V_INLINE vec32 murmur3_stirred(vec32 h) {
  h = v32_rotl(h, 13);
  return v32_add(v32_add(h, v32_set1(0xe6546b64)), v32_sll(h, 2));
}

V_INLINE vec32 base31_joined(vec32 h, vec32 power, vec32 digits) {
  return v32_add(v32_mul_lo(h, power), v32_join_base31(digits));
}

/* Four bytes of every row. */
V_INLINE void hash32_word(const enum hash32 hash, struct hash32_state *state, vec32 word) {
  switch (hash) {
    case HASH32_JAVA:
      state->seen = v32_or(state->seen, word);
      state->h = base31_joined(state->h, v32_set1(31 * 31 * 31 * 31), word);
      break;
    case HASH32_H31:
      state->h = base31_joined(state->h, v32_set1(31 * 31 * 31 * 31), word);
      break;
    case HASH32_MURMUR2:
      state->h = v32_xor(murmur2_times(state->h), murmur2_scrambled(word));
      break;
    case HASH32_MURMUR3:
    case HASH32_MURMUR3_SIGNED:
    case HASH32_MURMUR3_WORDS:
      state->h = murmur3_stirred(v32_xor(state->h, murmur3_scrambled(word)));
      break;
  }
}

/* The same for rows that may have fewer bytes than a word has, or none: `left` of each, `at` of which are in
 * front of the word. */
V_INLINE void hash32_some(const enum hash32 hash, struct hash32_state *state, vec32 word, uint32_t at,
                          vec32 left) {
  const mask32 whole = v32_less(v32_set1(at + 3), left), any = v32_less(v32_set1(at), left);
  struct hash32_state next = *state;
  hash32_word(hash, &next, word);
  state->h = v32_choose(whole, next.h, state->h);
  if (hash == HASH32_JAVA) state->seen = v32_choose(whole, next.seen, state->seen);
  state->tail = v32_choose(any, word, state->tail);
}

/* Byte i of each word, sign-extended. */
V_INLINE vec32 signed_byte(vec32 word, uint32_t i) {
  const vec32 byte = v32_and(v32_srl_by(word, 8 * i), v32_set1(0xff)), sign = v32_set1(0x80);
  return v32_sub(v32_xor(byte, sign), sign);
}

/* The lowest three bytes, each sign-extended and shifted to its place, mixed by exclusive or. */
V_INLINE vec32 murmur3_signed_bytes(vec32 bytes) {
  vec32 word = signed_byte(bytes, 0);
  for (uint32_t i = 1; i < 3; i++) word = v32_xor(word, v32_sllv(signed_byte(bytes, i), v32_set1(8 * i)));
  return word;
}

/* Each of the first `left` bytes, sign-extended, as a word. */
V_INLINE vec32 murmur3_tail_words(vec32 h, vec32 tail, vec32 left) {
  for (uint32_t i = 0; i < 3; i++) {
    const vec32 next = murmur3_stirred(v32_xor(h, murmur3_scrambled(signed_byte(tail, i))));
    h = v32_choose(v32_less(v32_set1(i), left), next, h);
  }
  return h;
}

/* The first `left` bytes of the word behind the last whole one, 0…3; what stands behind them has no meaning.
 */
V_INLINE void hash32_tail(const enum hash32 hash, struct hash32_state *state, vec32 word, vec32 left) {
  static const uint32_t powers[8] = {1, 31, 31 * 31, 31 * 31 * 31};
  const vec32 unused = v32_sub(v32_set1(32), v32_sll(left, 3));
  const vec32 bytes = v32_and(word, v32_srlv(v32_set1(UINT32_MAX), unused));
  switch (hash) {
    case HASH32_JAVA:
      state->seen = v32_or(state->seen, bytes);
      state->h = base31_joined(state->h, v32_lookup8(powers, left), v32_sllv(word, unused));
      break;
    case HASH32_H31:
      state->h = base31_joined(state->h, v32_lookup8(powers, left), v32_sllv(word, unused));
      break;
    case HASH32_MURMUR2:
      state->h = v32_choose(v32_less(v32_set1(0), left), murmur2_times(v32_xor(state->h, bytes)), state->h);
      break;
    case HASH32_MURMUR3:
      state->h = v32_xor(state->h, murmur3_scrambled(bytes));
      break;
    case HASH32_MURMUR3_SIGNED:
      state->h = v32_xor(state->h, murmur3_scrambled(murmur3_signed_bytes(bytes)));
      break;
    case HASH32_MURMUR3_WORDS:
      state->h = murmur3_tail_words(state->h, word, left);
      break;
  }
}

V_INLINE vec32 hash32_end(const enum hash32 hash, const struct hash32_state *state, vec32 length) {
  vec32 h = state->h;
  switch (hash) {
    case HASH32_JAVA:
    case HASH32_H31:
      return h;
    case HASH32_MURMUR2:
      h = murmur2_times(v32_xor(h, v32_srl(h, 13)));
      return v32_xor(h, v32_srl(h, 15));
    case HASH32_MURMUR3:
    case HASH32_MURMUR3_SIGNED:
    case HASH32_MURMUR3_WORDS:
      break;
  }
  h = v32_xor(h, length);
  h = v32_mul_lo(v32_xor(h, v32_srl(h, 16)), v32_set1(0x85ebca6b));
  h = v32_mul_lo(v32_xor(h, v32_srl(h, 13)), v32_set1(0xc2b2ae35));
  return v32_xor(h, v32_srl(h, 16));
}

#endif
