#include "encode_peers.h"

#include <inttypes.h>
#include <openssl/md5.h>
#include <stdio.h>
#include <string.h>

#include "two_digits.h"
#include "words.h"

/* ---- plain: the library calls that come to mind first ---- */

static size_t length_of(const struct bench_strings *strings, size_t row) {
  return strings->end[row] - strings->begin[row];
}

static void md5_string(const struct bench_strings *strings, size_t row, uint8_t *digest) {
  MD5(strings->bytes + strings->begin[row], length_of(strings, row), digest);
}

static uint64_t md5_string_modulo(const struct bench_strings *strings, size_t row, uint64_t divisor) {
  uint8_t digest[MD5_DIGEST_LENGTH];
  md5_string(strings, row, digest);
  return (uint64_t)(load_big_endian_u128(digest) % divisor);
}

static uint64_t md5_id_modulo(uint64_t id, uint64_t divisor) {
  char text[21];
  size_t length = (size_t)snprintf(text, sizeof(text), "%" PRIu64, id);
  uint8_t digest[MD5_DIGEST_LENGTH];
  MD5((const unsigned char *)text, length, digest);
  return (uint64_t)(load_big_endian_u128(digest) % divisor);
}

static size_t prefixed_id(char *key, uint64_t prefix, uint64_t id) {
  return (size_t)sprintf(key, "%07" PRIu64 "%010" PRIu64, prefix, id);
}

size_t plain_paper_md5mod(const struct records *records, size_t row, char *key) {
  uint64_t id = records->id[row];
  return prefixed_id(key, md5_id_modulo(id, 1000000), id);
}

size_t plain_paper_idmod(const struct records *records, size_t row, char *key) {
  uint64_t id = records->id[row];
  return prefixed_id(key, id % 1000000, id);
}

size_t plain_paper_random(const struct records *records, size_t row, char *key) {
  return prefixed_id(key, bench_splitmix64(RECORDS_SEED, row) % 1000000, records->id[row]);
}

size_t plain_paper_linemd5(const struct records *records, size_t row, char *key) {
  return prefixed_id(key, md5_string_modulo(&records->line, row, 1000000), records->id[row]);
}

size_t plain_pig_tuple(const struct records *records, size_t row, char *key) {
  uint64_t id = records->id[row];
  return (size_t)sprintf(key, "(%07" PRIu64 ",%010" PRIu64 ")", md5_id_modulo(id, 1000000), id);
}

size_t plain_paper_composite(const struct records *records, size_t row, char *key) {
  sprintf(key, "%04" PRIu64, md5_string_modulo(&records->user, row, 1000));
  memset(key + 4, 0, 16);
  memcpy(key + 4, records->user.bytes + records->user.begin[row], length_of(&records->user, row));
  store_big_endian_u64((uint8_t *)key + 20, records->ts[row]);
  return 28;
}

size_t plain_composite_hashes(const struct records *records, size_t row, char *key) {
  md5_string(&records->host, row, (uint8_t *)key);
  md5_string(&records->event, row, (uint8_t *)key + 16);
  store_big_endian_u64((uint8_t *)key + 32, records->ts[row]);
  return 40;
}

size_t plain_hbase_hashing(const struct records *records, size_t row, char *key) {
  size_t length = length_of(&records->key, row);
  key[0] = (char)('a' + md5_string_modulo(&records->key, row, 4));
  key[1] = '-';
  memcpy(key + 2, records->key.bytes + records->key.begin[row], length);
  return 2 + length;
}

/* ---- tuned: as fast as scalar code gets without giving up OpenSSL's MD5 ---- */

/* The text of a value below 10^8, zero-padded, first character lowest. One register holds all the digits:
 * what is built from stored bytes would wait until they can be read back as words. */
static inline uint64_t eight_characters(uint64_t value) {
  uint64_t upper = value * 109951163 >> 40; /* value / 10^4 */
  uint64_t x = upper | (value - 10000 * upper) << 32;
  upper = x * 5243 >> 19 & 0x0000007f0000007f; /* each half / 100 */
  x = upper | (x - 100 * upper) << 16;
  upper = x * 103 >> 10 & 0x000f000f000f000f; /* each quarter / 10 */
  return (upper | (x - 10 * upper) << 8) | 0x3030303030303030;
}

/* Writes prefix, 7 digits, and id, 10 digits. */
static inline void put_prefixed_id(char *key, uint64_t prefix, uint64_t id) {
  two_digits_padded(key, prefix, 7);
  two_digits_padded(key + 7, id, 10);
}

/* Makes the block that MD5 pads the id's text to. Its bytes 24 … 55 and 57 … 63 are zero and stay so. */
static inline void put_md5_block(unsigned char *block, uint64_t id) {
  size_t length = two_digits_count(id);
  store_little_endian_u64(block + 8, 0);
  store_little_endian_u64(block + 16, 0);
  if (length < 8) {
    uint64_t text = eight_characters(id) >> 8 * (8 - length);
    store_little_endian_u64(block, text | UINT64_C(0x80) << 8 * length);
  } else {
    two_digits_unpadded((char *)block, id);
    block[length] = 0x80;
  }
  block[56] = (unsigned char)(8 * length);
}

void tuned_paper_md5mod(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  /* One padded block, filled in place: faster than MD5() and than MD5_Init, MD5_Update, MD5_Final. */
  MD5_CTX initial;
  MD5_Init(&initial);
  unsigned char block[MD5_CBLOCK] = {0};
  for (size_t i = 0; i < rows; i++, keys += 17) {
    uint64_t id = records->id[i];
    put_md5_block(block, id);
    MD5_CTX context;
    context.A = initial.A, context.B = initial.B, context.C = initial.C, context.D = initial.D;
    MD5_Transform(&context, block);
    uint64_t high = (uint64_t)__builtin_bswap32(context.A) << 32 | __builtin_bswap32(context.B);
    uint64_t low = (uint64_t)__builtin_bswap32(context.C) << 32 | __builtin_bswap32(context.D);
    /* 2^64 mod 10^6 = 551616; a constant divisor becomes multiplications. */
    uint64_t prefix = (high % 1000000 * 551616 + low % 1000000) % 1000000;
    put_prefixed_id(keys, prefix, id);
  }
}

void tuned_paper_idmod(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 17) {
    uint64_t id = records->id[i];
    put_prefixed_id(keys, id % 1000000, id);
  }
}

/* ---- which layout has which ---- */

static const struct encode_peers peers[] = {
    {"u64", NULL, NULL, tuned_u64, "tuned"},
    {"paper-md5mod", plain_paper_md5mod, "openssl-snprintf", tuned_paper_md5mod, "openssl-tuned"},
    {"paper-idmod", plain_paper_idmod, "snprintf", tuned_paper_idmod, "tuned"},
    {"paper-random", plain_paper_random, "snprintf", NULL, NULL},
    {"paper-linemd5", plain_paper_linemd5, "openssl-snprintf", NULL, NULL},
    {"pig-tuple", plain_pig_tuple, "openssl-snprintf", NULL, NULL},
    {"paper-composite", plain_paper_composite, "openssl-snprintf", NULL, NULL},
    {"hbase-composite-hashes", plain_composite_hashes, "openssl", NULL, NULL},
    {"hbase-hashing", plain_hbase_hashing, "openssl", NULL, NULL},
    {"hbase-reversing", NULL, NULL, tuned_hbase_reversing, "tuned"},
    {"finra", NULL, NULL, tuned_finra, "tuned"},
    {"gbif", NULL, NULL, tuned_gbif, "tuned"},
    {"phoenix-salted", NULL, NULL, tuned_phoenix_salted, "tuned"},
    {"hbasewd", NULL, NULL, tuned_hbasewd, "tuned"},
    {"opentsdb", NULL, NULL, tuned_opentsdb, "tuned"},
    {"kafka-partition", NULL, NULL, tuned_kafka_partition, "tuned"},
};

const struct encode_peers *encode_peers_find(const char *name) {
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    if (strcmp(peers[i].name, name) == 0) return &peers[i];
  return NULL;
}
