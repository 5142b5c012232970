/* SHA-1 (FIPS 180-4, section 6.1). */
#ifndef ROWKEY_SIMD_KERNELS_HASH_SHA1_H
#define ROWKEY_SIMD_KERNELS_HASH_SHA1_H

#include "simd/kernels/hash_sha.h"

/* One step of one stream: e becomes the new a, and b turns. From step 16 on each word is made of those
 * before. */
#define SHA1_STEP(FUNCTION, A, B, C, D, E, t)                                                          \
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {                                                         \
    if ((t) >= 16) {                                                                                   \
      const vec32 three = v32_xor3(w[((t) + 13) % 16][s], w[((t) + 8) % 16][s], w[((t) + 2) % 16][s]); \
      w[(t) % 16][s] = v32_rotl(v32_xor(three, w[(t) % 16][s]), 1);                                    \
    }                                                                                                  \
    E[s] = v32_add(v32_add(E[s], addend), v32_add(w[(t) % 16][s], FUNCTION(B[s], C[s], D[s])));        \
    E[s] = v32_add(E[s], v32_rotl(A[s], 5));                                                           \
    B[s] = v32_rotl(B[s], 30);                                                                         \
  }
#define SHA1_FIVE(FUNCTION, t)                \
  SHA1_STEP(FUNCTION, a, b, c, d, e, (t))     \
  SHA1_STEP(FUNCTION, e, a, b, c, d, (t) + 1) \
  SHA1_STEP(FUNCTION, d, e, a, b, c, (t) + 2) \
  SHA1_STEP(FUNCTION, c, d, e, a, b, (t) + 3) \
  SHA1_STEP(FUNCTION, b, c, d, e, a, (t) + 4)
/* A loop: words are in memory, and all steps written out are four times the code. */
#define SHA1_TWENTY(FUNCTION, begin, constant)                                                            \
  {                                                                                                       \
    const vec32 addend = v32_set1(constant);                                                              \
    _Pragma("GCC unroll 1") for (size_t t = (begin); t < (begin) + 20; t += 5) { SHA1_FIVE(FUNCTION, t) } \
  }

static __attribute__((noinline)) void sha1_block(sha_state state, sha_block w) {
  vec32 a[V_STREAMS_SHA], b[V_STREAMS_SHA], c[V_STREAMS_SHA], d[V_STREAMS_SHA], e[V_STREAMS_SHA];
  for (size_t s = 0; s < V_STREAMS_SHA; s++)
    a[s] = state[0][s], b[s] = state[1][s], c[s] = state[2][s], d[s] = state[3][s], e[s] = state[4][s];
  SHA1_TWENTY(v32_select, 0, 0x5a827999)
  SHA1_TWENTY(v32_xor3, 20, 0x6ed9eba1)
  SHA1_TWENTY(v32_majority, 40, 0x8f1bbcdc)
  SHA1_TWENTY(v32_xor3, 60, 0xca62c1d6)
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    const vec32 sums[] = {a[s], b[s], c[s], d[s], e[s]};
    for (size_t i = 0; i < 5; i++) state[i][s] = v32_add(state[i][s], sums[i]);
  }
}

#undef SHA1_STEP
#undef SHA1_FIVE
#undef SHA1_TWENTY

static const struct sha sha1_steps = {.words = 5,
                                      .initial = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
                                      .block = sha1_block,
                                      SHA_INSTRUCTIONS(sha1, 8)};
SHA_DEFINE(hash_sha1, sha1_steps)
static const struct hash_drivers hash_sha1[] = {{hash_sha1_fixed, hash_sha1_strings, 1}};

#endif
