/* Words of hash functions as their definitions write them: little-endian loads, rotations, wide products. */
#ifndef ROWKEY_SRC_REFERENCE_WORDS_H
#define ROWKEY_SRC_REFERENCE_WORDS_H

#include <stdint.h>

/* `count` 0…8 bytes, the first the lowest. */
static inline uint64_t little_endian(const uint8_t *bytes, unsigned count) {
  uint64_t word = 0;
  for (unsigned i = count; i-- > 0;) word = word << 8 | bytes[i];
  return word;
}

static inline uint32_t rotated32(uint32_t x, unsigned by) { return x << by | x >> (32 - by); }
static inline uint64_t rotated64(uint64_t x, unsigned by) { return x << by | x >> (64 - by); }

/* A byte as a signed number, widened. */
static inline uint64_t sign_extended(uint8_t byte) {
  return byte < 128 ? byte : byte | UINT64_C(0xffffffffffffff00);
}

/* A 32-bit number as the 64-bit signed one. */
static inline uint64_t widened(uint32_t x) { return x < UINT32_C(0x80000000) ? x : x - (UINT64_C(1) << 32); }

#endif
