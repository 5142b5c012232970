/* SipHash-2-4: Aumasson, Bernstein, "SipHash: a fast short-input PRF", 2012, section 2. */
#include "hash.h"

static void sip_rounds(uint64_t v[4], unsigned count) {
  for (; count > 0; count--) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotated64(v[1], 13) ^ v[0];
    v[3] = rotated64(v[3], 16) ^ v[2];
    v[0] = rotated64(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotated64(v[1], 17) ^ v[2];
    v[3] = rotated64(v[3], 21) ^ v[0];
    v[2] = rotated64(v[2], 32);
  }
}

bool reference_siphash24(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint8_t *key = input->hash->key, *message = input->message;
  const uint64_t size = input->size;
  const uint64_t k0 = little_endian(key, 8), k1 = little_endian(key + 8, 8);
  uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
                   k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
  for (uint64_t word = 0; word <= size / 8; word++) {
    const bool last = word == size / 8;
    uint64_t m = little_endian(message + 8 * word, last ? (unsigned)(size % 8) : 8);
    if (last) m |= size << 56;
    v[3] ^= m;
    sip_rounds(v, 2);
    v[0] ^= m;
  }
  v[2] ^= 0xff;
  sip_rounds(v, 4);
  values[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
  return true;
}
