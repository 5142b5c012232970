/* SHA-1 and SHA-256 by the processor's instructions, where the target has them and the compiler knows them: a
 * block of one message, or of two side by side. */
#ifndef ROWKEY_SIMD_OVERRIDES_SHA_INSTRUCTIONS_H
#define ROWKEY_SIMD_OVERRIDES_SHA_INSTRUCTIONS_H

#include "simd/kernels/sha256_constants.h"

enum { SHA_WORDS = 8, SHA_BLOCK = 64, SHA_PAIR = 2 };

#if defined(ROWKEY_SMALL) || defined(ROWKEY_WITHOUT_VECTORS)
#elif defined(__x86_64__) && !defined(__ILP32__)
#define SHA_BY_INSTRUCTIONS
#include "simd/overrides/sha_x86.h"
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    (defined(__ARM_FEATURE_SHA2) || !defined(__clang__) || __clang_major__ >= 16)
#define SHA_BY_INSTRUCTIONS
#include "simd/overrides/sha_arm.h"
#endif

#ifdef SHA_BY_INSTRUCTIONS
static SHA_TARGET void sha256_one(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks) {
  sha256_add_blocks(states, blocks, 1);
}
static SHA_TARGET void sha256_pair(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks) {
  sha256_add_blocks(states, blocks, 2);
}
static SHA_TARGET void sha1_one(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks) {
  sha1_add_blocks(states, blocks, 1);
}
static SHA_TARGET void sha1_pair(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks) {
  sha1_add_blocks(states, blocks, 2);
}

#undef SHA_TARGET
#undef SHA_INLINE

#define SHA_INSTRUCTIONS(name, lanes) .faster_lanes = (lanes), .one = name##_one, .pair = name##_pair,
#else
#define SHA_INSTRUCTIONS(name, lanes)
#endif

#endif
