/* XXH32, XXH64 and XXH3 (64 bits): Collet, "xxHash fast digest algorithm", doc/xxhash_spec.md of the project.
 */
#include "hash.h"

static const uint32_t prime32_1 = 0x9e3779b1, prime32_2 = 0x85ebca77, prime32_3 = 0xc2b2ae3d;
static const uint64_t prime_1 = UINT64_C(0x9e3779b185ebca87), prime_2 = UINT64_C(0xc2b2ae3d27d4eb4f),
                      prime_3 = UINT64_C(0x165667b19e3779f9), prime_4 = UINT64_C(0x85ebca77c2b2ae63),
                      prime_5 = UINT64_C(0x27d4eb2f165667c5);

static uint64_t round64(uint64_t accumulator, uint64_t lane) {
  return rotated64(accumulator + lane * prime_2, 31) * prime_1;
}

static uint64_t avalanche64(uint64_t h) {
  h = (h ^ h >> 33) * prime_2;
  h = (h ^ h >> 29) * prime_3;
  return h ^ h >> 32;
}

bool reference_xxh64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint8_t *message = input->message;
  const uint64_t seed = input->seed, size = input->size;
  uint64_t h = seed + prime_5, left = size;
  if (size >= 32) {
    uint64_t v[4] = {seed + prime_1 + prime_2, seed + prime_2, seed, seed - prime_1};
    for (; left >= 32; message += 32, left -= 32)
      for (unsigned i = 0; i < 4; i++) v[i] = round64(v[i], little_endian(message + 8 * i, 8));
    h = rotated64(v[0], 1) + rotated64(v[1], 7) + rotated64(v[2], 12) + rotated64(v[3], 18);
    for (unsigned i = 0; i < 4; i++) h = (h ^ round64(0, v[i])) * prime_1 + prime_4;
  }
  h += size;
  for (; left >= 8; message += 8, left -= 8)
    h = rotated64(h ^ round64(0, little_endian(message, 8)), 27) * prime_1 + prime_4;
  for (; left >= 4; message += 4, left -= 4)
    h = rotated64(h ^ little_endian(message, 4) * prime_1, 23) * prime_2 + prime_3;
  for (; left > 0; message++, left--) h = rotated64(h ^ *message * prime_5, 11) * prime_1;
  values[0] = avalanche64(h);
  return true;
}

bool reference_xxh32(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint32_t prime32_4 = 0x27d4eb2f, prime32_5 = 0x165667b1, seed = (uint32_t)input->seed;
  const uint8_t *message = input->message;
  uint64_t left = input->size;
  uint32_t h = seed + prime32_5;
  if (left >= 16) {
    uint32_t v[4] = {seed + prime32_1 + prime32_2, seed + prime32_2, seed, seed - prime32_1};
    for (; left >= 16; message += 16, left -= 16)
      for (unsigned i = 0; i < 4; i++)
        v[i] = rotated32(v[i] + (uint32_t)little_endian(message + 4 * i, 4) * prime32_2, 13) * prime32_1;
    h = rotated32(v[0], 1) + rotated32(v[1], 7) + rotated32(v[2], 12) + rotated32(v[3], 18);
  }
  h += (uint32_t)input->size;
  for (; left >= 4; message += 4, left -= 4)
    h = rotated32(h + (uint32_t)little_endian(message, 4) * prime32_3, 17) * prime32_4;
  for (; left > 0; message++, left--) h = rotated32(h + *message * prime32_5, 11) * prime32_1;
  h = (h ^ h >> 15) * prime32_2;
  h = (h ^ h >> 13) * prime32_3;
  values[0] = h ^ h >> 16;
  return true;
}

static const uint8_t secret[192] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};

static uint64_t secret_word(unsigned at) { return little_endian(secret + at, 8); }

/* The halves of the 128-bit product, one exclusive-ored with the other. */
static uint64_t folded_product(uint64_t a, uint64_t b) {
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
  return (a1 * b1 + (middle >> 32) + (other >> 32)) ^ a * b;
}

static uint64_t avalanche3(uint64_t h) {
  h = (h ^ h >> 37) * UINT64_C(0x165667919e3779f9);
  return h ^ h >> 32;
}

static uint64_t byte_swapped(uint64_t x, unsigned bytes) {
  uint64_t result = 0;
  for (; bytes > 0; bytes--, x >>= 8) result = result << 8 | (x & 0xff);
  return result;
}

static uint64_t xxh3_to_16(uint64_t seed, const uint8_t *message, uint64_t size) {
  const unsigned n = (unsigned)size;
  if (n == 0) return avalanche64(seed ^ secret_word(56) ^ secret_word(64));
  if (n <= 3) {
    const uint64_t combined =
        (uint64_t)message[n - 1] | size << 8 | (uint64_t)message[0] << 16 | (uint64_t)message[n / 2] << 24;
    const uint64_t flip = (little_endian(secret, 4) ^ little_endian(secret + 4, 4)) + seed;
    return avalanche64(combined ^ flip);
  }
  if (n <= 8) {
    const uint64_t modified = seed ^ byte_swapped((uint32_t)seed, 4) << 32;
    const uint64_t combined = little_endian(message + n - 4, 4) | little_endian(message, 4) << 32;
    uint64_t h = ((secret_word(8) ^ secret_word(16)) - modified) ^ combined;
    h ^= rotated64(h, 49) ^ rotated64(h, 24);
    h *= UINT64_C(0x9fb21c651e98df25);
    h = (h ^ ((h >> 35) + size)) * UINT64_C(0x9fb21c651e98df25);
    return h ^ h >> 28;
  }
  const uint64_t low = ((secret_word(24) ^ secret_word(32)) + seed) ^ little_endian(message, 8);
  const uint64_t high = ((secret_word(40) ^ secret_word(48)) - seed) ^ little_endian(message + n - 8, 8);
  return avalanche3(size + byte_swapped(low, 8) + high + folded_product(low, high));
}

static uint64_t mixed_16(uint64_t seed, const uint8_t *message, unsigned at) {
  return folded_product(little_endian(message, 8) ^ (secret_word(at) + seed),
                        little_endian(message + 8, 8) ^ (secret_word(at + 8) - seed));
}

static uint64_t xxh3_to_240(uint64_t seed, const uint8_t *message, uint64_t size) {
  uint64_t h = size * prime_1;
  const unsigned n = (unsigned)size;
  if (n <= 128) {
    for (unsigned i = 0; i < (n + 31) / 32; i++) {
      h += mixed_16(seed, message + 16 * i, 32 * i);
      h += mixed_16(seed, message + n - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche3(h);
  }
  for (unsigned i = 0; i < 8; i++) h += mixed_16(seed, message + 16 * i, 16 * i);
  h = avalanche3(h);
  for (unsigned i = 8; i < n / 16; i++) h += mixed_16(seed, message + 16 * i, 16 * (i - 8) + 3);
  return avalanche3(h + mixed_16(seed, message + n - 16, 136 - 17));
}

/* The secret of a seed: its words plus the seed and minus the seed in turn. */
static void seeded_secret(uint64_t seed, uint8_t out[192]) {
  for (unsigned at = 0; at < 192; at += 8) {
    uint64_t word = at % 16 == 0 ? secret_word(at) + seed : secret_word(at) - seed;
    for (unsigned i = 0; i < 8; i++, word >>= 8) out[at + i] = (uint8_t)word;
  }
}

static void accumulate(uint64_t v[8], const uint8_t *stripe, const uint8_t *key) {
  for (unsigned i = 0; i < 8; i++) {
    const uint64_t word = little_endian(stripe + 8 * i, 8), keyed = word ^ little_endian(key + 8 * i, 8);
    v[i ^ 1] += word;
    v[i] += (uint64_t)(uint32_t)keyed * (keyed >> 32);
  }
}

static uint64_t xxh3_long(uint64_t seed, const uint8_t *message, uint64_t size) {
  enum { STRIPE = 64, STRIPES = 16 }; /* stripes of a block: the secret's (192 - 64) / 8 */
  uint8_t keys[192];
  seeded_secret(seed, keys);
  uint64_t v[8] = {prime32_3, prime_1, prime_2, prime_3, prime_4, prime32_2, prime_5, prime32_1};
  const uint64_t stripes = (size - 1) / STRIPE;
  for (uint64_t i = 0; i < stripes; i++) {
    accumulate(v, message + STRIPE * i, keys + 8 * (i % STRIPES));
    if (i % STRIPES != STRIPES - 1) continue;
    for (unsigned j = 0; j < 8; j++)
      v[j] = (v[j] ^ v[j] >> 47 ^ little_endian(keys + 128 + 8 * j, 8)) * prime32_1;
  }
  accumulate(v, message + size - STRIPE, keys + 192 - 64 - 7);
  uint64_t h = size * prime_1;
  for (unsigned i = 0; i < 4; i++)
    h += folded_product(v[2 * i] ^ little_endian(keys + 11 + 16 * i, 8),
                        v[2 * i + 1] ^ little_endian(keys + 19 + 16 * i, 8));
  return avalanche3(h);
}

bool reference_xxh3(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint64_t seed = input->seed, size = input->size;
  values[0] = size <= 16    ? xxh3_to_16(seed, input->message, size)
              : size <= 240 ? xxh3_to_240(seed, input->message, size)
                            : xxh3_long(seed, input->message, size);
  return true;
}
