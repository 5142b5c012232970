/* Jenkins' hash of 64-bit words (evahash), as Google's libraries and from them YugabyteDB have it: each
 * message is done alone. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_JENKINS_64_H
#define ROWKEY_SIMD_KERNELS_HASH_JENKINS_64_H

#include "simd/kernels/hash_rows.h"

enum { JENKINS_BLOCK = 24 };

static uint64_t jenkins_64(const uint8_t *bytes, uint64_t size, uint64_t seed) {
  const uint64_t golden = UINT64_C(0xe08c1d668b756f82);
  uint64_t a = golden, b = golden, c = seed;
  uint8_t rest[JENKINS_BLOCK] = {0};
  for (uint64_t left = size;; bytes += JENKINS_BLOCK, left -= JENKINS_BLOCK) {
    const bool is_last = left < JENKINS_BLOCK;
    if (is_last) bytes = memcpy(rest, bytes, (size_t)left);
    const uint64_t word = load_le64(bytes + 16);
    a += load_le64(bytes);
    b += load_le64(bytes + 8);
    /* The last word's lowest byte is the length's. */
    c += is_last ? (word << 8) + size : word;
#define JENKINS_MIX(right, left, right_again) \
  a = (a - b - c) ^ c >> (right);             \
  b = (b - c - a) ^ a << (left);              \
  c = (c - a - b) ^ b >> (right_again);
    JENKINS_MIX(43, 9, 8)
    JENKINS_MIX(38, 23, 5)
    JENKINS_MIX(35, 49, 11)
    JENKINS_MIX(12, 18, 22)
#undef JENKINS_MIX
    if (is_last) return c;
  }
}

static size_t hash_jenkins_64_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {
  for (size_t row = 0; row < count; row++) {
    const uint64_t begin = rows->begin[row], seed = rows->seeds == NULL ? rows->hash->seed : rows->seeds[row];
    values[row] = jenkins_64(rows->bytes + begin, rows->end[row] - begin, seed);
  }
  return count;
}

static const struct hash_drivers hash_jenkins_64[] = {{NULL, hash_jenkins_64_strings, 1}};

#endif
