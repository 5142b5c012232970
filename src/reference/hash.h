/* The single hash functions behind reference_hash, and the words of which their definitions are made:
 * little-endian loads, rotations, wide numbers. */
#ifndef ROWKEY_SRC_REFERENCE_HASH_H
#define ROWKEY_SRC_REFERENCE_HASH_H

#include "reference.h"

/* What a function hashes, and with what: `seed` takes the place of hash->seed. */
struct hash_input {
  const rowkey_hash *hash;
  uint64_t seed;
  const uint8_t *message;
  uint64_t size;
};

/* reference_<name> for each name of the list: values[0], of two values also values[1]. False for a message
 * that has no hash. */
typedef bool reference_hash_function(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]);
#define ROWKEY_HASH(member, name, ...) reference_hash_function reference_##name;
#include "kernels/hashes.def"
#undef ROWKEY_HASH

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
