/* MurmurHash2 (32 bits, and 64A) and MurmurHash3 (x86_32, x64_128): Austin Appleby, and the tails of Spark's
 * hashUnsafeBytes, of Hive's hash32 and of Cassandra's hash3_x64_128. */
#include "hash.h"

bool reference_murmur2(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint32_t m = 0x5bd1e995;
  const uint8_t *message = input->message;
  uint64_t size = input->size;
  uint32_t h = (uint32_t)input->seed ^ (uint32_t)size;
  for (; size >= 4; message += 4, size -= 4) {
    uint32_t k = (uint32_t)little_endian(message, 4) * m;
    k = (k ^ k >> 24) * m;
    h = h * m ^ k;
  }
  if (size > 0) h = (h ^ (uint32_t)little_endian(message, (unsigned)size)) * m;
  h = (h ^ h >> 13) * m;
  values[0] = widened(h ^ h >> 15);
  return true;
}

bool reference_murmur2_64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint64_t m = UINT64_C(0xc6a4a7935bd1e995);
  const uint8_t *message = input->message;
  uint64_t size = input->size, h = input->seed ^ size * m;
  for (; size >= 8; message += 8, size -= 8) {
    uint64_t k = little_endian(message, 8) * m;
    k = (k ^ k >> 47) * m;
    h = (h ^ k) * m;
  }
  if (size > 0) h = (h ^ little_endian(message, (unsigned)size)) * m;
  h = (h ^ h >> 47) * m;
  values[0] = h ^ h >> 47;
  return true;
}

/* Up to eight bytes of the tail, each shifted to its place and mixed in by exclusive or. */
static uint64_t tail_word(const uint8_t *bytes, uint64_t count, bool is_signed) {
  uint64_t k = 0;
  for (unsigned i = 0; i < count && i < 8; i++)
    k ^= (is_signed ? sign_extended(bytes[i]) : (uint64_t)bytes[i]) << 8 * i;
  return k;
}

static uint32_t scrambled32(uint32_t k) { return rotated32(k * 0xcc9e2d51, 15) * 0x1b873593; }
static uint32_t round32(uint32_t h, uint32_t k) { return rotated32(h ^ scrambled32(k), 13) * 5 + 0xe6546b64; }

bool reference_murmur3_32(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const rowkey_hash_tail tail = input->hash->tail;
  const uint8_t *message = input->message;
  const uint64_t size = input->size, whole = size / 4 * 4;
  uint32_t h = (uint32_t)input->seed;
  for (uint64_t at = 0; at < whole; at += 4) h = round32(h, (uint32_t)little_endian(message + at, 4));
  if (tail == ROWKEY_TAIL_WORDS) {
    for (uint64_t at = whole; at < size; at++) h = round32(h, (uint32_t)sign_extended(message[at]));
  } else {
    h ^= scrambled32((uint32_t)tail_word(message + whole, size - whole, tail == ROWKEY_TAIL_SIGNED));
  }
  h ^= (uint32_t)size;
  h = (h ^ h >> 16) * 0x85ebca6b;
  h = (h ^ h >> 13) * 0xc2b2ae35;
  values[0] = widened(h ^ h >> 16);
  return true;
}

static uint64_t finished64(uint64_t h) {
  h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
  h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return h ^ h >> 33;
}

bool reference_murmur3_128(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint64_t c1 = UINT64_C(0x87c37b91114253d5), c2 = UINT64_C(0x4cf5ad432745937f);
  const bool is_signed = input->hash->tail == ROWKEY_TAIL_SIGNED;
  const uint8_t *message = input->message;
  uint64_t size = input->size, h1 = input->seed, h2 = input->seed;
  for (; size >= 16; message += 16, size -= 16) {
    h1 ^= rotated64(little_endian(message, 8) * c1, 31) * c2;
    h1 = (rotated64(h1, 27) + h2) * 5 + 0x52dce729;
    h2 ^= rotated64(little_endian(message + 8, 8) * c2, 33) * c1;
    h2 = (rotated64(h2, 31) + h1) * 5 + 0x38495ab5;
  }
  if (size > 8) h2 ^= rotated64(tail_word(message + 8, size - 8, is_signed) * c2, 33) * c1;
  if (size > 0) h1 ^= rotated64(tail_word(message, size, is_signed) * c1, 31) * c2;
  h1 ^= input->size;
  h2 ^= input->size;
  h1 += h2;
  h2 += h1;
  h1 = finished64(h1);
  h2 = finished64(h2);
  h1 += h2;
  values[0] = h1;
  values[1] = h2 + h1;
  return true;
}
