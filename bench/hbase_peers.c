/* The designs of HBase's reference guide, as scalar loops over OpenSSL's MD5 where they hash. */
#include <string.h>

#include "encode_peers.h"
#include "openssl_md5.h"
#include "paper_key.h"
#include "short_text.h"

static inline void put_text16(char *key, const struct bench_strings *strings, size_t row) {
  size_t length;
  const uint8_t *text = text_at(strings, row, &length);
  put_padded16(key, text, length);
}

void tuned_hbase_reversing(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 10) {
    const uint64_t id = records->id[i], upper = id / 100000000;
    const uint64_t text = eight_characters(id - upper * 100000000);
    store_big_endian_u64((uint8_t *)keys, text); /* whose first character is the lowest */
    keys[8] = (char)('0' + upper % 10);
    keys[9] = (char)('0' + upper / 10);
  }
}

static inline size_t put_random_letter(char *key, size_t row, const uint8_t *text, size_t length) {
  (void)text, (void)length;
  key[0] = (char)('a' + bench_splitmix64(RECORDS_SEED, row) % 4);
  key[1] = '-';
  return 2;
}

void tuned_hbase_salting(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_random_letter);
}

static inline size_t put_hashed_letter(char *key, size_t row, const uint8_t *text, size_t length) {
  MD5_CTX context;
  (void)row;
  md5_short_text(&context, text, length);
  key[0] = (char)('a' + (context.D >> 24) % 4); /* the digest's last byte */
  key[1] = '-';
  return 2;
}

void tuned_hbase_hashing(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  prefix_texts(&records->key, rows, keys, offsets, put_hashed_letter);
}

void tuned_hbase_bucketed_time(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 34) {
    const uint64_t ts = records->ts[i];
    size_t length;
    const uint8_t *event = text_at(&records->event, i, &length);
    two_digits_put(keys, (uint32_t)(ts % 100));
    store_big_endian_u64((uint8_t *)keys + 2, ts);
    put_text16(keys + 10, &records->host, i);
    put_padded8(keys + 26, event, length);
  }
}

void tuned_hbase_reverse_timestamp(const struct records *records, size_t rows, char *keys,
                                   uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 24) {
    put_text16(keys, &records->host, i);
    store_big_endian_u64((uint8_t *)keys + 16, (uint64_t)INT64_MAX - records->ts[i]);
  }
}

void tuned_hbase_composite_hashes(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  MD5_CTX context;
  (void)offsets;
  const struct bench_strings *hashed[] = {&records->host, &records->event};
  for (size_t i = 0; i < rows; i++, keys += 40) {
    for (size_t k = 0; k < 2; k++) {
      size_t length;
      const uint8_t *text = text_at(hashed[k], i, &length);
      md5_short_text(&context, text, length);
      put_digest((uint8_t *)keys + 16 * k, &context);
    }
    store_big_endian_u64((uint8_t *)keys + 32, records->ts[i]);
  }
}

/* Eight hex digits of four bytes, first digit lowest. */
static inline uint64_t eight_hex_digits(uint64_t bytes) {
  uint64_t x = (bytes | bytes << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x >> 4 | x << 8) & 0x0f0f0f0f0f0f0f0f;
  const uint64_t letters = (x + 0x0606060606060606) >> 4 & 0x0101010101010101;
  return x + 0x3030303030303030 + letters * ('a' - '0' - 10);
}

void tuned_hbase_md5_prefix(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  unsigned char block[MD5_CBLOCK] = {0};
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t id = records->id[i];
    MD5_CTX context;
    put_md5_block(block, id);
    md5_begin(&context);
    MD5_Transform(&context, block);
    const uint32_t words[] = {context.A, context.B, context.C, context.D};
    offsets[i] = (uint64_t)(key - keys);
    for (size_t k = 0; k < 4; k++)
      store_little_endian_u64((uint8_t *)key + 8 * k, eight_hex_digits(words[k]));
    key[32] = '-';
    key += 33 + two_digits_unpadded(key + 33, id);
  }
  offsets[rows] = (uint64_t)(key - keys);
}

void tuned_hbase_record_types(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 17) {
    store_big_endian_u64((uint8_t *)keys, records->id[i]);
    keys[8] = 2;
    store_big_endian_u64((uint8_t *)keys + 9, records->id[i]);
  }
}

void tuned_hbase_list_data(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 24) {
    put_text16(keys, &records->user, i);
    store_big_endian_u64((uint8_t *)keys + 16, records->id[i]);
  }
}
