/* SHA-1 and SHA-256 by the instructions of 64-bit Arm, two messages at a time: one alone would wait for each
 * instruction of its chain. What sha_x86.h is for x86-64. */
#ifndef ROWKEY_SIMD_OVERRIDES_SHA_ARM_H
#define ROWKEY_SIMD_OVERRIDES_SHA_ARM_H

#include <arm_neon.h>

/* gcc's header asks for all instructions of cryptography, of which these are the only ones that are used. */
#ifdef __ARM_FEATURE_SHA2
#define SHA_INSTRUCTION_SET
#elif defined(__clang__)
#define SHA_INSTRUCTION_SET target("sha2"),
#else
#define SHA_INSTRUCTION_SET target("+crypto"),
#endif
#define SHA_TARGET __attribute__((SHA_INSTRUCTION_SET noinline))
#define SHA_INLINE static inline __attribute__((SHA_INSTRUCTION_SET always_inline))

/* Words 4 * four … of a block of each message. */
SHA_INLINE void sha_load_four(const uint8_t *const *blocks, unsigned four, size_t messages,
                              uint32x4_t words[][4]) {
  for (size_t m = 0; m < messages; m++)
    words[m][four] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks[m] + 16 * (size_t)four)));
}

SHA_INLINE void sha256_add_blocks(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks,
                                  const size_t messages) {
  uint32x4_t abcd[SHA_PAIR], efgh[SHA_PAIR], words[SHA_PAIR][4];
  for (size_t m = 0; m < messages; m++) {
    abcd[m] = vld1q_u32(states[m]);
    efgh[m] = vld1q_u32(states[m] + 4);
  }
#pragma GCC unroll 16
  for (unsigned four = 0; four < 16; four++) {
    const unsigned at = four % 4;
    const uint32x4_t constants = vld1q_u32(sha256_constants + 4 * four);
    if (four < 4) sha_load_four(blocks, four, messages, words);
    for (size_t m = 0; m < messages; m++) {
      uint32x4_t *w = words[m];
      if (four >= 4)
        w[at] = vsha256su1q_u32(vsha256su0q_u32(w[at], w[(at + 1) % 4]), w[(at + 2) % 4], w[(at + 3) % 4]);
      const uint32x4_t added = vaddq_u32(w[at], constants), before = abcd[m];
      abcd[m] = vsha256hq_u32(abcd[m], efgh[m], added);
      efgh[m] = vsha256h2q_u32(efgh[m], before, added);
    }
  }
  for (size_t m = 0; m < messages; m++) {
    vst1q_u32(states[m], vaddq_u32(vld1q_u32(states[m]), abcd[m]));
    vst1q_u32(states[m] + 4, vaddq_u32(vld1q_u32(states[m] + 4), efgh[m]));
  }
}

/* Twenty steps, for each of whose functions there is an instruction. */
#define SHA1_FIVE_FOURS(instruction, constant)                                                          \
  for (unsigned end = four + 5; four < end; four++) {                                                   \
    const unsigned at = four % 4;                                                                       \
    if (four < 4) sha_load_four(blocks, four, messages, words);                                         \
    for (size_t m = 0; m < messages; m++) {                                                             \
      uint32x4_t *w = words[m];                                                                         \
      if (four >= 4)                                                                                    \
        w[at] = vsha1su1q_u32(vsha1su0q_u32(w[at], w[(at + 1) % 4], w[(at + 2) % 4]), w[(at + 3) % 4]); \
      const uint32_t turned = vsha1h_u32(vgetq_lane_u32(abcd[m], 0));                                   \
      abcd[m] = instruction(abcd[m], e[m], vaddq_u32(w[at], vdupq_n_u32(constant)));                    \
      e[m] = turned;                                                                                    \
    }                                                                                                   \
  }

SHA_INLINE void sha1_add_blocks(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks,
                                const size_t messages) {
  uint32x4_t abcd[SHA_PAIR], words[SHA_PAIR][4];
  uint32_t e[SHA_PAIR];
  for (size_t m = 0; m < messages; m++) {
    abcd[m] = vld1q_u32(states[m]);
    e[m] = states[m][4];
  }
  unsigned four = 0;
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(vsha1cq_u32, 0x5a827999)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(vsha1pq_u32, 0x6ed9eba1)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(vsha1mq_u32, 0x8f1bbcdc)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(vsha1pq_u32, 0xca62c1d6)
  for (size_t m = 0; m < messages; m++) {
    vst1q_u32(states[m], vaddq_u32(vld1q_u32(states[m]), abcd[m]));
    states[m][4] += e[m];
  }
}

#undef SHA1_FIVE_FOURS

#endif
