/* Layouts without MD5, as scalar loops: one pass over the records, every constant known to the compiler, the
 * key written where it belongs. */
#include <string.h>

#include "digits.h"
#include "encode_peers.h"
#include "hash_loops.h"
#include "short_text.h"
#include "words.h"

void tuned_u64(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++) store_big_endian_u64((uint8_t *)keys + 8 * i, records->id[i]);
}

static inline uint32_t absolute(int32_t value) { return value < 0 ? -(uint32_t)value : (uint32_t)value; }

static inline size_t put_finra(char *key, size_t row, const uint8_t *text, size_t length) {
  (void)row;
  two_digits_padded(key, absolute(base31(text, length, 0) % 1000), 3);
  key[3] = '|';
  return 4;
}

static inline size_t put_gbif(char *key, size_t row, const uint8_t *text, size_t length) {
  (void)row;
  two_digits_padded(key, ((uint32_t)base31(text, length, 0) & 0xfffffff) % 1000, 3);
  key[3] = ':';
  return 4;
}

static inline size_t put_hbasewd(char *key, size_t row, const uint8_t *text, size_t length) {
  (void)row;
  key[0] = (char)(absolute(base31(text, length, 1)) % 32);
  return 1;
}

static inline size_t put_phoenix(char *key, size_t row, const uint8_t *text, size_t length) {
  (void)row;
  key[0] = (char)absolute(base31(text, length, 1) % 16);
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

void tuned_phoenix_varchar(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_phoenix);
}

void tuned_phoenix_salted(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 9) {
    store_big_endian_u64((uint8_t *)keys + 1, records->id[i] ^ UINT64_C(1) << 63);
    keys[0] = (char)absolute(base31_signed((uint8_t *)keys + 1, 8, 1) % 16);
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
    uint32_t start = (uint32_t)base31_signed(bytes + 1, 3, 1);
    bytes[0] = (uint8_t)absolute(base31(tags, length, start) % 20);
    memcpy(key + 8, tags, length);
    key += 8 + length;
  }
  offsets[rows] = (uint64_t)(key - keys);
}
