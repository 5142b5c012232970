/* SHA-256 (FIPS 180-4, section 6.2). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_SHA256_H
#define ROWKEY_SIMD_KERNELS_HASH_SHA256_H

#include "simd/kernels/hash_sha.h"

#define SHA256_TURNS(x, first, second, third) \
  v32_xor3(v32_rotl(x, 32 - (first)), v32_rotl(x, 32 - (second)), v32_rotl(x, 32 - (third)))

/* One step of one stream: h becomes the new a, d the new e. */
#define SHA256_STEP(A, B, C, D, E, F, G, H, t, WORD)                                               \
  {                                                                                                \
    const vec32 addend = v32_set1(constants[t]);                                                   \
    for (size_t s = 0; s < V_STREAMS_SHA; s++) {                                                   \
      WORD((t), s)                                                                                 \
      vec32 sum = v32_add(v32_add(w[t][s], addend), H[s]);                                         \
      sum = v32_add(v32_add(sum, v32_select(E[s], F[s], G[s])), SHA256_TURNS(E[s], 6, 11, 25));    \
      D[s] = v32_add(D[s], sum);                                                                   \
      H[s] = v32_add(v32_add(sum, SHA256_TURNS(A[s], 2, 13, 22)), v32_majority(A[s], B[s], C[s])); \
    }                                                                                              \
  }
#define SHA256_EIGHT(t, WORD)                        \
  SHA256_STEP(a, b, c, d, e, f, g, h, (t), WORD)     \
  SHA256_STEP(h, a, b, c, d, e, f, g, (t) + 1, WORD) \
  SHA256_STEP(g, h, a, b, c, d, e, f, (t) + 2, WORD) \
  SHA256_STEP(f, g, h, a, b, c, d, e, (t) + 3, WORD) \
  SHA256_STEP(e, f, g, h, a, b, c, d, (t) + 4, WORD) \
  SHA256_STEP(d, e, f, g, h, a, b, c, (t) + 5, WORD) \
  SHA256_STEP(c, d, e, f, g, h, a, b, (t) + 6, WORD) \
  SHA256_STEP(b, c, d, e, f, g, h, a, (t) + 7, WORD)
/* Words of the block, and those made of the sixteen before. */
#define SHA256_GIVEN(t, s)
#define SHA256_MADE(t, s)                                                                                    \
  {                                                                                                          \
    const vec32 early = w[((t) + 1) % 16][s], late = w[((t) + 14) % 16][s];                                  \
    const vec32 from_early = v32_xor3(v32_rotl(early, 32 - 7), v32_rotl(early, 32 - 18), v32_srl(early, 3)); \
    const vec32 from_late = v32_xor3(v32_rotl(late, 32 - 17), v32_rotl(late, 32 - 19), v32_srl(late, 10));   \
    w[t][s] = v32_add(v32_add(w[t][s], from_early), v32_add(w[((t) + 9) % 16][s], from_late));               \
  }

static __attribute__((noinline)) void sha256_block(sha_state state, sha_block w) {
  vec32 a[V_STREAMS_SHA], b[V_STREAMS_SHA], c[V_STREAMS_SHA], d[V_STREAMS_SHA];
  vec32 e[V_STREAMS_SHA], f[V_STREAMS_SHA], g[V_STREAMS_SHA], h[V_STREAMS_SHA];
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    a[s] = state[0][s], b[s] = state[1][s], c[s] = state[2][s], d[s] = state[3][s];
    e[s] = state[4][s], f[s] = state[5][s], g[s] = state[6][s], h[s] = state[7][s];
  }
  const uint32_t *constants = sha256_constants;
  SHA256_EIGHT(0, SHA256_GIVEN)
  SHA256_EIGHT(8, SHA256_GIVEN)
#pragma GCC unroll 1
  for (unsigned sixteen = 1; sixteen < 4; sixteen++) {
    constants += 16;
    SHA256_EIGHT(0, SHA256_MADE)
    SHA256_EIGHT(8, SHA256_MADE)
  }
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    const vec32 sums[] = {a[s], b[s], c[s], d[s], e[s], f[s], g[s], h[s]};
    for (size_t i = 0; i < SHA_WORDS; i++) state[i][s] = v32_add(state[i][s], sums[i]);
  }
}

#undef SHA256_STEP
#undef SHA256_EIGHT
#undef SHA256_GIVEN
#undef SHA256_MADE

static const struct sha sha256_steps = {.words = 8,
                                        .initial = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
                                        .block = sha256_block,
                                        SHA_INSTRUCTIONS(sha256, 16)};
SHA_DEFINE(hash_sha256, sha256_steps)
static const struct hash_drivers hash_sha256[] = {{hash_sha256_fixed, hash_sha256_strings, 1}};

#endif
