/* Hashes of one message after the other, as tuned scalar code has them: every word is loaded whole, and the
 * seed is a constant where these are called. */
#ifndef ROWKEY_BENCH_HASH_LOOPS_H
#define ROWKEY_BENCH_HASH_LOOPS_H

#include <stddef.h>

#include "words.h"

/* r = 31 r + byte, where (byte ^ sign) - sign makes signed bytes of unsigned ones if `sign` is 0x80. Four
 * bytes a step: the compiler finds no way around the chain of multiplications by itself. */
static inline __attribute__((always_inline)) int32_t base31_of(const uint8_t *bytes, size_t length,
                                                               uint32_t start, uint32_t sign) {
  uint32_t r = start;
  size_t i = 0;
  for (; i + 4 <= length; i += 4)
    r = r * (31u * 31 * 31 * 31) + ((bytes[i] ^ sign) - sign) * (31u * 31 * 31) +
        ((bytes[i + 1] ^ sign) - sign) * (31u * 31) + ((bytes[i + 2] ^ sign) - sign) * 31u +
        ((bytes[i + 3] ^ sign) - sign);
  for (; i < length; i++) r = r * 31 + ((bytes[i] ^ sign) - sign);
  return (int32_t)r;
}

/* Arrays.hashCode(byte[]), which begins with 1. */
static inline int32_t base31_signed(const uint8_t *bytes, size_t length, uint32_t start) {
  return base31_of(bytes, length, start, 0x80);
}

/* The same of ASCII, of which it is String.hashCode if it begins with 0. */
static inline int32_t base31(const uint8_t *bytes, size_t length, uint32_t start) {
  return base31_of(bytes, length, start, 0);
}

static inline uint32_t murmur2(const uint8_t *bytes, size_t length, uint32_t seed) {
  const uint32_t m = 0x5bd1e995;
  uint32_t h = seed ^ (uint32_t)length;
  for (; length >= 4; bytes += 4, length -= 4) {
    const uint32_t k = load_little_endian_u32(bytes) * m;
    h = h * m ^ (k ^ k >> 24) * m;
  }
  if (length > 2) h ^= (uint32_t)bytes[2] << 16;
  if (length > 1) h ^= (uint32_t)bytes[1] << 8;
  if (length > 0) h = (h ^ bytes[0]) * m;
  h = (h ^ h >> 13) * m;
  return h ^ h >> 15;
}

static inline uint32_t rotate32(uint32_t x, int count) { return x << count | x >> (32 - count); }
static inline uint64_t rotate64(uint64_t x, int count) { return x << count | x >> (64 - count); }

/* The `count` bytes before `end`, which are less than four, lowest first; a message of four bytes or more may
 * be read before them, which saves branches. */
static inline uint32_t last_bytes(const uint8_t *end, size_t count, size_t length) {
  if (length >= 4) return (uint32_t)((uint64_t)load_little_endian_u32(end - 4) >> 8 * (4 - count));
  return (uint32_t)first_eight(end - count, count);
}

static inline uint32_t murmur3_32(const uint8_t *bytes, size_t length, uint32_t seed) {
  const uint32_t c1 = 0xcc9e2d51, c2 = 0x1b873593;
  uint32_t h = seed;
  size_t left = length;
  for (; left >= 4; bytes += 4, left -= 4)
    h = rotate32(h ^ rotate32(load_little_endian_u32(bytes) * c1, 15) * c2, 13) * 5 + 0xe6546b64;
  h ^= rotate32(last_bytes(bytes + left, left, length) * c1, 15) * c2;
  h ^= (uint32_t)length;
  h = (h ^ h >> 16) * 0x85ebca6b;
  h = (h ^ h >> 13) * 0xc2b2ae35;
  return h ^ h >> 16;
}

static inline uint64_t murmur3_finish(uint64_t h) {
  h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
  h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return h ^ h >> 33;
}

static inline void murmur3_128(const uint8_t *bytes, size_t length, uint64_t values[2]) {
  const uint64_t c1 = UINT64_C(0x87c37b91114253d5), c2 = UINT64_C(0x4cf5ad432745937f);
  uint64_t h1 = 0, h2 = 0, k1, k2;
  size_t left = length;
  for (; left >= 16; bytes += 16, left -= 16) {
    k1 = load_little_endian_u64(bytes), k2 = load_little_endian_u64(bytes + 8);
    h1 = (rotate64(h1 ^ rotate64(k1 * c1, 31) * c2, 27) + h2) * 5 + 0x52dce729;
    h2 = (rotate64(h2 ^ rotate64(k2 * c2, 33) * c1, 31) + h1) * 5 + 0x38495ab5;
  }
  k1 = first_eight(bytes, left);
  k2 = left > 8 ? first_eight(bytes + 8, left - 8) : 0;
  h2 ^= rotate64(k2 * c2, 33) * c1;
  h1 ^= rotate64(k1 * c1, 31) * c2;
  h1 ^= length, h2 ^= length;
  h1 += h2, h2 += h1;
  h1 = murmur3_finish(h1), h2 = murmur3_finish(h2);
  values[0] = h1 + h2;
  values[1] = values[0] + h2;
}

#define SIPHASH_ROUND(v)                                                            \
  v[0] += v[1], v[2] += v[3], v[1] = rotate64(v[1], 13), v[3] = rotate64(v[3], 16); \
  v[1] ^= v[0], v[3] ^= v[2], v[0] = rotate64(v[0], 32);                            \
  v[2] += v[1], v[0] += v[3], v[1] = rotate64(v[1], 17), v[3] = rotate64(v[3], 21); \
  v[1] ^= v[2], v[3] ^= v[0], v[2] = rotate64(v[2], 32);

static inline uint64_t siphash24(const uint8_t *bytes, size_t length, const uint8_t key[16]) {
  const uint64_t k0 = load_little_endian_u64(key), k1 = load_little_endian_u64(key + 8);
  uint64_t v[4] = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                   k1 ^ 0x7465646279746573};
  const uint64_t last = (uint64_t)length << 56;
  for (; length >= 8; bytes += 8, length -= 8) {
    const uint64_t word = load_little_endian_u64(bytes);
    v[3] ^= word;
    SIPHASH_ROUND(v) SIPHASH_ROUND(v) v[0] ^= word;
  }
  const uint64_t word = last | first_eight(bytes, length);
  v[3] ^= word;
  SIPHASH_ROUND(v) SIPHASH_ROUND(v) v[0] ^= word;
  v[2] ^= 0xff;
  SIPHASH_ROUND(v) SIPHASH_ROUND(v) SIPHASH_ROUND(v) SIPHASH_ROUND(v) return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static inline uint64_t murmur2_64(const uint8_t *bytes, size_t length, uint64_t seed) {
  const uint64_t m = UINT64_C(0xc6a4a7935bd1e995);
  uint64_t h = seed ^ length * m;
  for (; length >= 8; bytes += 8, length -= 8) {
    const uint64_t k = load_little_endian_u64(bytes) * m;
    h = (h ^ (k ^ k >> 47) * m) * m;
  }
  if (length > 0) h = (h ^ first_eight(bytes, length)) * m;
  h = (h ^ h >> 47) * m;
  return h ^ h >> 47;
}

static inline uint32_t fnv1a_32(const uint8_t *bytes, size_t length) {
  uint32_t h = 0x811c9dc5;
  for (size_t i = 0; i < length; i++) h = (h ^ bytes[i]) * 0x01000193;
  return h;
}

static inline uint64_t fnv1a_64(const uint8_t *bytes, size_t length) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++) h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
  return h;
}

/* lookup3's hashlittle. */
#define LOOKUP3_MIX(a, b, c, by) (a -= c, a ^= rotate32(c, by), c += b)
#define LOOKUP3_FINAL(a, b, by) (a ^= b, a -= rotate32(b, by))

static inline uint32_t lookup3(const uint8_t *bytes, size_t length) {
  uint32_t a = 0xdeadbeef + (uint32_t)length, b = a, c = a, last[3] = {0};
  if (length == 0) return c;
  for (; length > 12; bytes += 12, length -= 12) {
    a += load_little_endian_u32(bytes), b += load_little_endian_u32(bytes + 4);
    c += load_little_endian_u32(bytes + 8);
    LOOKUP3_MIX(a, b, c, 4);
    LOOKUP3_MIX(b, c, a, 6);
    LOOKUP3_MIX(c, a, b, 8);
    LOOKUP3_MIX(a, b, c, 16);
    LOOKUP3_MIX(b, c, a, 19);
    LOOKUP3_MIX(c, a, b, 4);
  }
  for (size_t i = 0; i < length; i++) last[i / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
  a += last[0], b += last[1], c += last[2];
  LOOKUP3_FINAL(c, b, 14);
  LOOKUP3_FINAL(a, c, 11);
  LOOKUP3_FINAL(b, a, 25);
  LOOKUP3_FINAL(c, b, 16);
  LOOKUP3_FINAL(a, c, 4);
  LOOKUP3_FINAL(b, a, 14);
  LOOKUP3_FINAL(c, b, 24);
  return c;
}

/* CRC32 by eight tables (slicing by eight) and CRC16 by one, as Redis has it. */
struct crc_tables {
  uint32_t crc32[8][256];
  uint16_t crc16[256];
};

static inline void crc_tables_fill(struct crc_tables *tables) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t reversed = byte, crc = byte << 8;
    for (unsigned bit = 0; bit < 64; bit++) {
      reversed = reversed >> 1 ^ (reversed % 2 == 1 ? 0xedb88320 : 0);
      if (bit % 8 == 7) tables->crc32[bit / 8][byte] = reversed;
    }
    for (unsigned bit = 0; bit < 8; bit++) crc = crc << 1 ^ (crc >= 0x8000 ? 0x11021 : 0);
    tables->crc16[byte] = (uint16_t)crc;
  }
}

static inline uint32_t crc32_sliced(const struct crc_tables *tables, const uint8_t *bytes, size_t length) {
  const uint32_t(*t)[256] = tables->crc32;
  uint32_t crc = UINT32_MAX;
  for (; length >= 8; bytes += 8, length -= 8) {
    const uint64_t x = load_little_endian_u64(bytes) ^ crc;
    crc = t[7][x & 255] ^ t[6][x >> 8 & 255] ^ t[5][x >> 16 & 255] ^ t[4][x >> 24 & 255] ^
          t[3][x >> 32 & 255] ^ t[2][x >> 40 & 255] ^ t[1][x >> 48 & 255] ^ t[0][x >> 56];
  }
  for (; length > 0; bytes++, length--) crc = crc >> 8 ^ t[0][(crc ^ *bytes) & 255];
  return ~crc;
}

static inline uint32_t crc16_by_table(const struct crc_tables *tables, const uint8_t *bytes, size_t length) {
  uint32_t crc = 0;
  for (size_t i = 0; i < length; i++) crc = (crc << 8 & 0xffff) ^ tables->crc16[crc >> 8 ^ bytes[i]];
  return crc;
}

#ifdef __x86_64__
/* The CPU's own instruction. */
static inline __attribute__((target("sse4.2"))) uint64_t crc32c_sse42(const uint8_t *bytes, size_t length) {
  uint64_t crc = UINT32_MAX;
  for (; length >= 8; bytes += 8, length -= 8)
    crc = __builtin_ia32_crc32di(crc, load_little_endian_u64(bytes));
  uint32_t rest = (uint32_t)crc;
  if (length >= 4) {
    rest = __builtin_ia32_crc32si(rest, load_little_endian_u32(bytes));
    bytes += 4, length -= 4;
  }
  for (; length > 0; bytes++, length--) rest = __builtin_ia32_crc32qi(rest, *bytes);
  return rest ^ UINT32_MAX;
}
#endif

#endif
