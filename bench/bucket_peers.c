/* Partitions, buckets and tokens of other systems: a hash, and a number made of it. */
#include "digits.h"
#include "encode_peers.h"
#include "hash_loops.h"
#include "short_text.h"

/* A number of each row's text, unpadded. */
static inline __attribute__((always_inline)) void number_texts(const struct bench_strings *texts, size_t rows,
                                                               char *keys, uint64_t *offsets,
                                                               uint32_t (*number)(const uint8_t *, size_t)) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    size_t length;
    const uint8_t *text = text_at(texts, i, &length);
    offsets[i] = (uint64_t)(key - keys);
    key += two_digits_unpadded(key, number(text, length));
  }
  offsets[rows] = (uint64_t)(key - keys);
}

static inline uint32_t kafka_partition(const uint8_t *text, size_t length) {
  return (murmur2(text, length, 0x9747b28c) & 0x7fffffff) % 12;
}

static inline uint32_t pulsar_partition(const uint8_t *text, size_t length) {
  return ((uint32_t)base31(text, length, 0) & 0x7fffffff) % 12;
}

static inline uint32_t iceberg_bucket(const uint8_t *text, size_t length) {
  return (murmur3_32(text, length, 0) & 0x7fffffff) % 16;
}

void tuned_kafka_partition(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  number_texts(&records->key, rows, keys, offsets, kafka_partition);
}

void tuned_pulsar_partition(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  number_texts(&records->key, rows, keys, offsets, pulsar_partition);
}

void tuned_iceberg_bucket_string(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  number_texts(&records->key, rows, keys, offsets, iceberg_bucket);
}

static inline uint32_t murmur3_32_of_integer(uint64_t value, uint32_t seed) {
  uint8_t bytes[8];
  store_little_endian_u64(bytes, value);
  return murmur3_32(bytes, sizeof(bytes), seed);
}

void tuned_iceberg_bucket_long(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    offsets[i] = (uint64_t)(key - keys);
    key += two_digits_unpadded(key, (murmur3_32_of_integer(records->id[i], 0) & 0x7fffffff) % 16);
  }
  offsets[rows] = (uint64_t)(key - keys);
}

static inline void put_spark_bucket(char *key, uint32_t hash) {
  const int32_t rest = (int32_t)hash % 200;
  two_digits_padded(key, (uint64_t)(rest < 0 ? rest + 200 : rest), 5);
}

void tuned_spark_bucket_long(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 5)
    put_spark_bucket(keys, murmur3_32_of_integer(records->id[i], 42));
}

void tuned_hive_bucket_string(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 6) {
    size_t length;
    const uint8_t *text = text_at(&records->key, i, &length);
    two_digits_padded(keys, ((uint32_t)base31_signed(text, length, 0) & 0x7fffffff) % 16, 6);
  }
}

static inline void put_cassandra_token(char *key, const uint8_t *bytes, size_t length) {
  uint64_t token[2];
  murmur3_128(bytes, length, token);
  store_big_endian_u64((uint8_t *)key, token[0] ^ UINT64_C(1) << 63);
}

/* Of ASCII, where it does not matter that Cassandra's tail is signed. */
void tuned_cassandra_murmur3(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 8) {
    size_t length;
    const uint8_t *text = text_at(&records->key, i, &length);
    put_cassandra_token(keys, text, length);
  }
}
