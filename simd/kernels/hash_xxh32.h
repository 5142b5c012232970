/* XXH32 (Collet, xxHash's doc/xxhash_spec.md). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_XXH32_H
#define ROWKEY_SIMD_KERNELS_HASH_XXH32_H

#include "kernels/xxhash.h"
#include "simd/kernels/hash_blocks.h"

V_INLINE vec32 xxh32_plus(vec32 x, uint32_t addend) { return v32_add(x, v32_set1(addend)); }
V_INLINE vec32 xxh32_add(vec32 x, vec32 word, uint32_t factor) {
  return v32_add(x, v32_mul_lo(word, v32_set1(factor)));
}
V_INLINE vec32 xxh32_fold(vec32 x, int right) { return v32_xor(x, v32_srl_by(x, (uint32_t)right)); }

V_INLINE void xxh32_start(vec32 seed, vec32 v[4]) {
  static const uint32_t addends[4] = {XXH32_P1 + XXH32_P2, XXH32_P2, 0, -XXH32_P1};
  for (int i = 0; i < 4; i++) v[i] = xxh32_plus(seed, addends[i]);
}
V_INLINE void xxh32_begin(struct hash_blocks_state *state) { xxh32_start(state->seed[0], state->v); }

V_INLINE void xxh32_block(vec32 v[4], const vec32 words[4]) {
  for (int i = 0; i < 4; i++) {
    const vec32 sum = xxh32_add(v[i], words[i], XXH32_P2);
    v[i] = v32_mul_lo(v32_rotl(sum, 13), v32_set1(XXH32_P1));
  }
}

V_INLINE vec32 xxh32_merged(const vec32 v[4]) {
  return v32_add(v32_add(v32_rotl(v[0], 1), v32_rotl(v[1], 7)),
                 v32_add(v32_rotl(v[2], 12), v32_rotl(v[3], 18)));
}

/* What is left of less than a block: a word, or the lowest byte of one. */
V_INLINE vec32 xxh32_word(vec32 h, vec32 word) {
  return v32_mul_lo(v32_rotl(xxh32_add(h, word, XXH32_P3), 17), v32_set1(XXH32_P4));
}
V_INLINE vec32 xxh32_byte(vec32 h, vec32 word) {
  const vec32 sum = xxh32_add(h, v32_and(word, v32_set1(0xff)), XXH32_P5);
  return v32_mul_lo(v32_rotl(sum, 11), v32_set1(XXH32_P1));
}

V_INLINE vec32 xxh32_rest(vec32 h, const struct hash_blocks_state *state) {
  vec32 left = state->left, last = state->rest[0];
  for (uint32_t i = 0; i < 3; i++) {
    const mask32 whole = v32_less(v32_set1(4 * i + 3), left);
    h = v32_choose(whole, xxh32_word(h, state->rest[i]), h);
    last = v32_choose(whole, state->rest[i + 1], last);
  }
  left = v32_and(left, v32_set1(3));
  for (uint32_t i = 0; i < 3; i++, last = v32_srl(last, 8))
    h = v32_choose(v32_less(v32_set1(i), left), xxh32_byte(h, last), h);
  return h;
}

V_INLINE vec32 xxh32_avalanche(vec32 h) {
  h = v32_mul_lo(xxh32_fold(h, 15), v32_set1(XXH32_P2));
  h = v32_mul_lo(xxh32_fold(h, 13), v32_set1(XXH32_P3));
  return xxh32_fold(h, 16);
}

V_INLINE void xxh32_end(struct hash_blocks_state *state) {
  const mask32 has_blocks = v32_less(v32_set1(15), state->bounded);
  const vec32 h = v32_choose(has_blocks, xxh32_merged(state->v), xxh32_plus(state->seed[0], XXH32_P5));
  state->v[0] = xxh32_avalanche(xxh32_rest(v32_add(h, state->length), state));
}

/* V32_LANES keys of one width from which whole chunks can be read. */
V_INLINE vec32 xxh32_equal(const uint8_t *keys, size_t width, size_t stride, vec32 seed) {
  vec32 words[4], h = xxh32_plus(seed, XXH32_P5);
  size_t at = 0;
  if (width >= 16) {
    vec32 v[4];
    xxh32_start(seed, v);
    for (; at + 16 <= width; at += 16) {
      v32_load_rows(keys + at, stride, words);
      xxh32_block(v, words);
    }
    h = xxh32_merged(v);
  }
  h = xxh32_plus(h, (uint32_t)width);
  if (hash32_are_pairs(width, stride)) {
    hash32_load_pairs(keys, words);
  } else if (at < width) {
    v32_load_rows(keys + at, stride, words);
  }
  for (int i = 0; i < 4 && at < width; i++) {
    if (at + 4 <= width) {
      h = xxh32_word(h, words[i]);
      at += 4;
    } else {
      for (; at < width; at++, words[i] = v32_srl(words[i], 8)) h = xxh32_byte(h, words[i]);
    }
  }
  return xxh32_avalanche(h);
}

static size_t hash_xxh32_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {
  const size_t width = keys->width, stride = keys->stride, safe = hash32_safe_rows(count, width, stride);
  size_t row = 0;
  for (; row + V32_LANES <= safe; row += V32_LANES) {
    const vec32 seed = hash32_seeds(keys->hash, keys->seeds, row);
    hash32_store(true, xxh32_equal(keys->at + row * stride, width, stride, seed), values + row);
  }
  return row;
}

static const struct hash_blocks xxh32_steps = {16, xxh32_begin, xxh32_block, xxh32_end};
static size_t hash_xxh32_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  return hash_blocks_strings(&xxh32_steps, rows, count, values);
}
static const struct hash_drivers hash_xxh32[] = {{hash_xxh32_fixed, hash_xxh32_strings, V32_LANES}};

#endif
