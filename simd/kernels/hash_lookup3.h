/* lookup3's hashlittle (Jenkins), and what PostgreSQL made of it: another start, no block kept for the end,
 * and the bytes after two words a place higher, where lookup2 had the length. One function does all three. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_LOOKUP3_H
#define ROWKEY_SIMD_KERNELS_HASH_LOOKUP3_H

#include "simd/kernels/hash_blocks.h"

enum { LOOKUP3_BLOCK = 12 };

V_INLINE bool lookup3_is_postgres(const struct hash_blocks_state *state) {
  return state->hash->function != ROWKEY_LOOKUP3;
}

V_INLINE void lookup3_mix(vec32 v[4]) {
  vec32 a = v[0], b = v[1], c = v[2];
#define LOOKUP3_MIX(x, y, z, turn)               \
  x = v32_xor(v32_sub(x, z), v32_rotl(z, turn)); \
  z = v32_add(z, y);
  LOOKUP3_MIX(a, b, c, 4)
  LOOKUP3_MIX(b, c, a, 6)
  LOOKUP3_MIX(c, a, b, 8)
  LOOKUP3_MIX(a, b, c, 16)
  LOOKUP3_MIX(b, c, a, 19)
  LOOKUP3_MIX(c, a, b, 4)
#undef LOOKUP3_MIX
  v[0] = a, v[1] = b, v[2] = c;
}

V_INLINE void lookup3_begin(struct hash_blocks_state *state) {
  const bool is_postgres = lookup3_is_postgres(state);
  vec32 *v = state->v,
        start = v32_add(state->length, v32_set1(is_postgres ? 0x9e3779b9 + 3923095 : 0xdeadbeef));
  if (!is_postgres) {
    start = v32_add(start, state->seed[0]);
    state->kept = LOOKUP3_BLOCK;
  }
  v[0] = v[1] = v[2] = start;
  if (state->hash->function != ROWKEY_POSTGRES_HASH_64) return;
  /* A seed is a block in front, unless it is 0. */
  v[0] = v32_add(start, state->seed[1]);
  v[1] = v32_add(start, state->seed[0]);
  lookup3_mix(v);
  const vec32 zero = v32_set1(0), bits = v32_or(state->seed[0], state->seed[1]);
  const mask32 is_seeded = v32_less(v32_or(bits, v32_sub(zero, bits)), zero);
  for (int i = 0; i < 3; i++) v[i] = v32_choose(is_seeded, v[i], start);
}

V_INLINE void lookup3_block(vec32 v[4], const vec32 words[4]) {
  for (int i = 0; i < 3; i++) v[i] = v32_add(v[i], words[i]);
  lookup3_mix(v);
}

V_INLINE void lookup3_end(struct hash_blocks_state *state) {
  const vec32 *rest = state->rest, empty = state->v[2];
  const bool is_postgres = lookup3_is_postgres(state);
  vec32 a = v32_add(state->v[0], rest[0]), b = v32_add(state->v[1], rest[1]);
  vec32 c = v32_add(state->v[2], is_postgres ? v32_sll(rest[2], 8) : rest[2]);
#define LOOKUP3_FINAL(x, y, turn) x = v32_sub(v32_xor(x, y), v32_rotl(y, turn));
  LOOKUP3_FINAL(c, b, 14)
  LOOKUP3_FINAL(a, c, 11)
  LOOKUP3_FINAL(b, a, 25)
  LOOKUP3_FINAL(c, b, 16)
  LOOKUP3_FINAL(a, c, 4)
  LOOKUP3_FINAL(b, a, 14)
  LOOKUP3_FINAL(c, b, 24)
#undef LOOKUP3_FINAL
  /* lookup3 leaves the hash of nothing as it begins. */
  if (!is_postgres) c = v32_choose(v32_less(v32_set1(0), state->bounded), c, empty);
  state->v[0] = c;
  state->v[1] = b;
}

static const struct hash_blocks lookup3_steps = {LOOKUP3_BLOCK, lookup3_begin, lookup3_block, lookup3_end};
static size_t hash_lookup3_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  return hash_blocks_strings(&lookup3_steps, rows, count, values);
}
static const struct hash_drivers hash_lookup3[] = {{NULL, hash_lookup3_strings, V32_LANES}};
static const struct hash_drivers hash_postgres_hash[] = {{NULL, hash_lookup3_strings, V32_LANES}};
static const struct hash_drivers hash_postgres_hash_64[] = {{NULL, hash_lookup3_strings, V32_LANES}};

#endif
