/* XXH32 (Collet, xxHash's doc/xxhash_spec.md). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_XXH32_H
#define ROWKEY_SIMD_KERNELS_HASH_XXH32_H

#include "simd/kernels/hash_blocks.h"

#define XXH32_P1 UINT32_C(0x9e3779b1)
#define XXH32_P2 UINT32_C(0x85ebca77)
#define XXH32_P3 UINT32_C(0xc2b2ae3d)
#define XXH32_P4 UINT32_C(0x27d4eb2f)
#define XXH32_P5 UINT32_C(0x165667b1)

V_INLINE vec32 xxh32_plus(vec32 x, uint32_t addend) { return v32_add(x, v32_set1(addend)); }
V_INLINE vec32 xxh32_add(vec32 x, vec32 word, uint32_t factor) {
  return v32_add(x, v32_mul_lo(word, v32_set1(factor)));
}
V_INLINE vec32 xxh32_fold(vec32 x, int right) { return v32_xor(x, v32_srl_by(x, (uint32_t)right)); }

V_INLINE void xxh32_begin(struct hash_blocks_state *state) {
  static const uint32_t addends[4] = {XXH32_P1 + XXH32_P2, XXH32_P2, 0, -XXH32_P1};
  for (int i = 0; i < 4; i++) state->v[i] = xxh32_plus(state->seed[0], addends[i]);
}

V_INLINE void xxh32_block(vec32 v[4], const vec32 words[4]) {
  for (int i = 0; i < 4; i++) {
    const vec32 sum = xxh32_add(v[i], words[i], XXH32_P2);
    v[i] = v32_mul_lo(v32_rotl(sum, 13), v32_set1(XXH32_P1));
  }
}

/* What is left of less than a block: its words, then the bytes after the last word. */
V_INLINE vec32 xxh32_rest(vec32 h, const struct hash_blocks_state *state) {
  vec32 left = state->left, last = state->rest[0];
  for (uint32_t i = 0; i < 3; i++) {
    const mask32 whole = v32_less(v32_set1(4 * i + 3), left);
    const vec32 sum = xxh32_add(h, state->rest[i], XXH32_P3);
    h = v32_choose(whole, v32_mul_lo(v32_rotl(sum, 17), v32_set1(XXH32_P4)), h);
    last = v32_choose(whole, state->rest[i + 1], last);
  }
  left = v32_and(left, v32_set1(3));
  for (uint32_t i = 0; i < 3; i++, last = v32_srl(last, 8)) {
    const vec32 sum = xxh32_add(h, v32_and(last, v32_set1(0xff)), XXH32_P5);
    h = v32_choose(v32_less(v32_set1(i), left), v32_mul_lo(v32_rotl(sum, 11), v32_set1(XXH32_P1)), h);
  }
  return h;
}

V_INLINE void xxh32_end(struct hash_blocks_state *state) {
  const vec32 *v = state->v;
  const vec32 merged =
      v32_add(v32_add(v32_rotl(v[0], 1), v32_rotl(v[1], 7)), v32_add(v32_rotl(v[2], 12), v32_rotl(v[3], 18)));
  const mask32 has_blocks = v32_less(v32_set1(15), state->bounded);
  vec32 h = v32_choose(has_blocks, merged, xxh32_plus(state->seed[0], XXH32_P5));
  h = xxh32_rest(v32_add(h, state->length), state);
  h = v32_mul_lo(xxh32_fold(h, 15), v32_set1(XXH32_P2));
  h = v32_mul_lo(xxh32_fold(h, 13), v32_set1(XXH32_P3));
  state->v[0] = xxh32_fold(h, 16);
}

static const struct hash_blocks xxh32_steps = {16, xxh32_begin, xxh32_block, xxh32_end};
static size_t hash_xxh32_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  return hash_blocks_strings(&xxh32_steps, rows, count, values);
}
static const struct hash_drivers hash_xxh32[] = {{NULL, hash_xxh32_strings, V32_LANES}};

#endif
