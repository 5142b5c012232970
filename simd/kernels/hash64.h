/* The hashes of 64-bit words, step by step: each takes sixteen bytes of every row, of which some rows may
 * have fewer left or none. */
#ifndef ROWKEY_SIMD_KERNELS_HASH64_H
#define ROWKEY_SIMD_KERNELS_HASH64_H

enum hash64 { HASH64_MURMUR3, HASH64_MURMUR3_SIGNED, HASH64_SIPHASH };

struct hash64_state {
  vec64 v[4]; /* murmur3: h1 and h2 */
  vec64 tail_low,
      tail_high; /* where rows differ in length: the last sixteen bytes of each that has one of them */
};

V_INLINE struct hash64_state hash64_begin(const enum hash64 hash, const rowkey_hash *with, vec64 seed) {
  struct hash64_state state = {{seed, seed, seed, seed}, seed, seed};
  if (hash == HASH64_SIPHASH) {
    const uint64_t k0 = load_le64(with->key), k1 = load_le64(with->key + 8);
    state.v[0] = v64_set1(k0 ^ UINT64_C(0x736f6d6570736575));
    state.v[1] = v64_set1(k1 ^ UINT64_C(0x646f72616e646f6d));
    state.v[2] = v64_set1(k0 ^ UINT64_C(0x6c7967656e657261));
    state.v[3] = v64_set1(k1 ^ UINT64_C(0x7465646279746573));
  }
  return state;
}

/* ---- murmur3_128 */

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

V_INLINE void murmur3_block(vec64 v[2], vec64 first, vec64 second) {
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

V_INLINE void murmur3_end(vec64 v[2], vec64 length) {
  v[0] = v64_xor(v[0], length);
  v[1] = v64_xor(v[1], length);
  v[0] = v64_add(v[0], v[1]);
  v[1] = v64_add(v[1], v[0]);
  v[0] = murmur3_avalanche(v[0]);
  v[1] = murmur3_avalanche(v[1]);
  v[0] = v64_add(v[0], v[1]);
  v[1] = v64_add(v[1], v[0]);
}

/* ---- siphash24 */

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

/* ---- any of them */

/* Sixteen bytes of every row. */
V_INLINE void hash64_pair(const enum hash64 hash, struct hash64_state *state, vec64 low, vec64 high) {
  if (hash == HASH64_SIPHASH) {
    siphash_word(state->v, low);
    siphash_word(state->v, high);
  } else {
    murmur3_block(state->v, murmur3_first(low), murmur3_second(high));
  }
}

/* The same for rows that may have fewer bytes left or none: `left` of each, of which none is above fifteen
 * when it is the rows' end. */
V_INLINE void hash64_some(const enum hash64 hash, struct hash64_state *state, vec64 low, vec64 high,
                          vec64 left, const bool is_end) {
  const mask64 whole = v64_less(v64_set1(15), left), any = v64_less(v64_set1(0), left);
  struct hash64_state next = *state;
  if (hash == HASH64_SIPHASH) {
    const mask64 word = v64_less(v64_set1(7), left);
    siphash_word(next.v, low);
    for (int i = 0; i < 4; i++) next.v[i] = state->v[i] = v64_choose(word, next.v[i], state->v[i]);
    if (!is_end) siphash_word(next.v, high);
  } else if (!is_end) {
    murmur3_block(next.v, murmur3_first(low), murmur3_second(high));
  }
  for (int i = 0; i < 4 && !is_end; i++) state->v[i] = v64_choose(whole, next.v[i], state->v[i]);
  state->tail_low = v64_choose(any, low, state->tail_low);
  state->tail_high = v64_choose(any, high, state->tail_high);
}

/* The lowest `left` bytes of each lane; all of them when there are more, none when `left` is negative. */
V_INLINE vec64 hash64_bytes(vec64 x, vec64 left) {
  const vec64 some = v64_srlv(v64_set1(UINT64_MAX), v64_sub(v64_set1(64), v64_sll(left, 3)));
  return v64_choose(v64_less(v64_set1(7), left), x, v64_and(x, some));
}

/* The last word of siphash: the bytes behind the whole words, 0…7, and the length. */
V_INLINE void siphash_last_word(struct hash64_state *state, vec64 word, vec64 length) {
  const vec64 bytes = hash64_bytes(word, v64_and(length, v64_set1(7)));
  siphash_word(state->v, v64_or(bytes, v64_sll(length, 56)));
}

/* The bytes behind the last whole block of murmur3, in no row more than `most`. */
V_INLINE void murmur3_tail(const enum hash64 hash, struct hash64_state *state, vec64 low, vec64 high,
                           vec64 length, uint64_t most) {
  const vec64 left = v64_and(length, v64_set1(15));
  vec64 first = hash64_bytes(low, left);
  if (hash == HASH64_MURMUR3_SIGNED) first = murmur3_signed(first);
  state->v[0] = v64_xor(state->v[0], murmur3_first(first));
  if (most <= 8) return;
  vec64 second = hash64_bytes(high, v64_sub(left, v64_set1(8)));
  if (hash == HASH64_MURMUR3_SIGNED) second = murmur3_signed(second);
  state->v[1] = v64_xor(state->v[1], murmur3_second(second));
}

/* The end of rows that all have `size` bytes: low and high are those of the last, size % 16, if there are
 * any.
 */
V_INLINE void hash64_equal_tail(const enum hash64 hash, struct hash64_state *state, vec64 low, vec64 high,
                                vec64 length, uint64_t size) {
  const uint64_t left = size % 16;
  if (hash != HASH64_SIPHASH) {
    if (left > 0) murmur3_tail(hash, state, low, high, length, left);
    return;
  }
  if (left >= 8) siphash_word(state->v, low);
  siphash_last_word(state, left >= 8 ? high : low, length);
}

/* The end of rows that differ in length, after hash64_some has seen their bytes. */
V_INLINE void hash64_mixed_tail(const enum hash64 hash, struct hash64_state *state, vec64 length) {
  const vec64 low = state->tail_low, high = state->tail_high;
  if (hash != HASH64_SIPHASH) {
    murmur3_tail(hash, state, low, high, length, 15);
    return;
  }
  const mask64 in_high = v64_less(v64_set1(7), v64_and(length, v64_set1(15)));
  siphash_last_word(state, v64_choose(in_high, high, low), length);
}

/* Leaves the hash in v[0], of murmur3_128 also in v[1]. */
V_INLINE void hash64_end(const enum hash64 hash, struct hash64_state *state, vec64 length) {
  vec64 *v = state->v;
  if (hash != HASH64_SIPHASH) {
    murmur3_end(v, length);
    return;
  }
  v[2] = v64_xor(v[2], v64_set1(0xff));
  for (int i = 0; i < 4; i++) siphash_round(v);
  v[0] = v64_xor(v64_xor(v[0], v[1]), v64_xor(v[2], v[3]));
}

#endif
