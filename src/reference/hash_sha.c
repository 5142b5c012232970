/* FIPS 180-4: SHA-1 and SHA-256, step by step. */
#include <string.h>

#include "hash.h"

enum { BLOCK = 64 };

/* What a function does to its state with one block, read as sixteen big-endian words. */
typedef void add_block(uint32_t *state, const uint32_t block[16]);

static uint32_t rotated_right(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

/* Section 6.1.2. */
static void add_sha1_block(uint32_t *state, const uint32_t block[16]) {
  static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
  uint32_t w[80];
  memcpy(w, block, 16 * sizeof *w);
  for (unsigned t = 16; t < 80; t++) w[t] = rotated32(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (unsigned t = 0; t < 80; t++) {
    uint32_t mixed = b ^ c ^ d;
    if (t / 20 == 0) mixed = (b & c) ^ (~b & d);
    if (t / 20 == 2) mixed = (b & c) ^ (b & d) ^ (c & d);
    const uint32_t next = rotated32(a, 5) + mixed + e + constants[t / 20] + w[t];
    e = d;
    d = c;
    c = rotated32(b, 30);
    b = a;
    a = next;
  }
  const uint32_t sums[5] = {a, b, c, d, e};
  for (unsigned i = 0; i < 5; i++) state[i] += sums[i];
}

/* Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Section 6.2.2. */
static void add_sha256_block(uint32_t *state, const uint32_t block[16]) {
  uint32_t w[64];
  memcpy(w, block, 16 * sizeof *w);
  for (unsigned t = 16; t < 64; t++) {
    const uint32_t early = rotated_right(w[t - 15], 7) ^ rotated_right(w[t - 15], 18) ^ w[t - 15] >> 3;
    const uint32_t late = rotated_right(w[t - 2], 17) ^ rotated_right(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = late + w[t - 7] + early + w[t - 16];
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (unsigned t = 0; t < 64; t++) {
    const uint32_t mixed_e = rotated_right(e, 6) ^ rotated_right(e, 11) ^ rotated_right(e, 25);
    const uint32_t mixed_a = rotated_right(a, 2) ^ rotated_right(a, 13) ^ rotated_right(a, 22);
    const uint32_t first = h + mixed_e + ((e & f) ^ (~e & g)) + roots[t] + w[t];
    const uint32_t second = mixed_a + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (unsigned i = 0; i < 8; i++) state[i] += sums[i];
}

static void add_bytes(add_block *add, uint32_t *state, const uint8_t bytes[BLOCK]) {
  uint32_t block[16] = {0};
  for (unsigned i = 0; i < BLOCK; i++) block[i / 4] = block[i / 4] << 8 | bytes[i];
  add(state, block);
}

/* Section 5.1.1: the bit 1, zeros up to 56 modulo 64 bytes, then the length in bits, big-endian. */
static void digest(add_block *add, uint32_t *state, const struct hash_input *input) {
  uint64_t at = 0;
  for (; input->size - at >= BLOCK; at += BLOCK) add_bytes(add, state, input->message + at);
  uint8_t padded[2 * BLOCK] = {0};
  const unsigned left = (unsigned)(input->size - at), size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
  for (unsigned i = 0; i < left; i++) padded[i] = input->message[at + i];
  padded[left] = 0x80;
  for (unsigned i = 0; i < 8; i++) padded[size - 1 - i] = (uint8_t)(input->size * 8 >> 8 * i);
  for (unsigned i = 0; i < size; i += BLOCK) add_bytes(add, state, padded + i);
}

bool reference_sha1(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t state[6] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  digest(add_sha1_block, state, input);
  for (unsigned i = 0; i < 3; i++) values[i] = (uint64_t)state[2 * i] << 32 | state[2 * i + 1];
  return true;
}

bool reference_sha256(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  digest(add_sha256_block, state, input);
  for (unsigned i = 0; i < 4; i++) values[i] = (uint64_t)state[2 * i] << 32 | state[2 * i + 1];
  return true;
}
