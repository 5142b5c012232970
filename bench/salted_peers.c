/* Layouts without MD5, as scalar loops: one pass over the records, every constant known to the compiler, the
 * key written where it belongs. */
#include <string.h>

#include "encode_peers.h"
#include "two_digits.h"
#include "words.h"

void tuned_u64(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++) store_big_endian_u64((uint8_t *)keys + 8 * i, records->id[i]);
}

/* r = 31 r + byte over ASCII, where String.hashCode and Arrays.hashCode differ only in what they begin with.
 * Four bytes a step: the compiler finds no way around the chain of multiplications by itself. */
static inline int32_t base31(const uint8_t *bytes, size_t length, uint32_t start) {
  uint32_t r = start;
  size_t i = 0;
  for (; i + 4 <= length; i += 4)
    r = r * (31u * 31 * 31 * 31) + bytes[i] * (31u * 31 * 31) + bytes[i + 1] * (31u * 31) +
        bytes[i + 2] * 31u + bytes[i + 3];
  for (; i < length; i++) r = r * 31 + bytes[i];
  return (int32_t)r;
}

static inline int32_t signed_base31(const uint8_t *bytes, size_t length, uint32_t start) {
  uint32_t r = start;
  for (size_t i = 0; i < length; i++) r = r * 31 + (bytes[i] ^ 0x80u) - 0x80u;
  return (int32_t)r;
}

static inline uint32_t absolute(int32_t value) { return value < 0 ? -(uint32_t)value : (uint32_t)value; }

/* Writes what stands before a row's text and returns its length. */
typedef size_t put_prefix(char *key, const uint8_t *text, size_t length);

/* A prefix and the text behind it, with `put` inlined. */
static inline __attribute__((always_inline)) void prefix_texts(const struct bench_strings *texts, size_t rows,
                                                               char *keys, uint64_t *offsets,
                                                               put_prefix *put) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *text = texts->bytes + texts->begin[i];
    size_t length = texts->end[i] - texts->begin[i];
    offsets[i] = (uint64_t)(key - keys);
    key += put(key, text, length);
    memcpy(key, text, length);
    key += length;
  }
  offsets[rows] = (uint64_t)(key - keys);
}

static inline size_t put_finra(char *key, const uint8_t *text, size_t length) {
  two_digits_padded(key, absolute(base31(text, length, 0) % 1000), 3);
  key[3] = '|';
  return 4;
}

static inline size_t put_gbif(char *key, const uint8_t *text, size_t length) {
  two_digits_padded(key, ((uint32_t)base31(text, length, 0) & 0xfffffff) % 1000, 3);
  key[3] = ':';
  return 4;
}

static inline size_t put_hbasewd(char *key, const uint8_t *text, size_t length) {
  key[0] = (char)(absolute(base31(text, length, 1)) % 32);
  return 1;
}

void tuned_finra(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_finra);
}

void tuned_gbif(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_gbif);
}

void tuned_hbasewd(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_hbasewd);
}

void tuned_phoenix_salted(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 9) {
    store_big_endian_u64((uint8_t *)keys + 1, records->id[i] ^ UINT64_C(1) << 63);
    keys[0] = (char)absolute(signed_base31((uint8_t *)keys + 1, 8, 1) % 16);
  }
}

void tuned_opentsdb(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *tags = records->tags.bytes + records->tags.begin[i];
    size_t length = records->tags.end[i] - records->tags.begin[i];
    uint64_t metric = records->small[i];
    uint32_t base = (uint32_t)(records->ts[i] - records->ts[i] % 3600);
    offsets[i] = (uint64_t)(key - keys);
    uint8_t *bytes = (uint8_t *)key;
    bytes[1] = (uint8_t)(metric >> 16), bytes[2] = (uint8_t)(metric >> 8), bytes[3] = (uint8_t)metric;
    for (int k = 0; k < 4; k++) bytes[4 + k] = (uint8_t)(base >> (24 - 8 * k));
    uint32_t start = (uint32_t)signed_base31(bytes + 1, 3, 1);
    bytes[0] = (uint8_t)absolute(base31(tags, length, start) % 20);
    memcpy(key + 8, tags, length);
    key += 8 + length;
  }
  offsets[rows] = (uint64_t)(key - keys);
}

static uint32_t murmur2(const uint8_t *bytes, size_t length, uint32_t seed) {
  const uint32_t m = 0x5bd1e995;
  uint32_t h = seed ^ (uint32_t)length;
  for (; length >= 4; bytes += 4, length -= 4) {
    uint32_t k =
        (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    k *= m;
    h = h * m ^ (k ^ k >> 24) * m;
  }
  if (length > 2) h ^= (uint32_t)bytes[2] << 16;
  if (length > 1) h ^= (uint32_t)bytes[1] << 8;
  if (length > 0) h = (h ^ bytes[0]) * m;
  h = (h ^ h >> 13) * m;
  return h ^ h >> 15;
}

void tuned_kafka_partition(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *text = records->key.bytes + records->key.begin[i];
    size_t length = records->key.end[i] - records->key.begin[i];
    offsets[i] = (uint64_t)(key - keys);
    key += two_digits_unpadded(key, (murmur2(text, length, 0x9747b28c) & 0x7fffffff) % 12);
  }
  offsets[rows] = (uint64_t)(key - keys);
}

void tuned_hbase_reversing(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 10) {
    uint64_t id = records->id[i];
    for (int k = 0; k < 10; k++, id /= 10) keys[k] = (char)('0' + id % 10);
  }
}
