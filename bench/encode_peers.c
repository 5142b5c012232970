/* The library calls that come to mind first, and which layout has which peers. */
#include "encode_peers.h"

#include <inttypes.h>
#include <openssl/md5.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

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

/* ---- which layout has which ---- */

static const struct encode_peers peers[] = {
    {"u64", NULL, NULL, tuned_u64, "tuned"},
    {"bit_reverse", NULL, NULL, tuned_bit_reverse, "tuned"},
    {"interleave", plain_interleave, "loop", tuned_interleave, "tuned"},
    {"snowflake", NULL, NULL, tuned_snowflake, "tuned"},
    {"xor", NULL, NULL, tuned_xor, "tuned"},
    {"nulls", NULL, NULL, tuned_nulls, "tuned"},
    {"scaled", NULL, NULL, tuned_scaled, "llrint"},
    {"prefix", NULL, NULL, tuned_prefix4, "tuned"},
    {"slice", NULL, NULL, tuned_slice, "tuned"},
    {"trim", NULL, NULL, tuned_trim, "tuned"},
    {"lower", plain_lower, "tolower", tuned_lower, "tuned"},
    {"reverse_labels", NULL, NULL, tuned_reverse_labels, "tuned"},
    {"utf16le", NULL, NULL, tuned_utf16le, "tuned"},
    {"hash_tag", NULL, NULL, tuned_hash_tag, "tuned"},
    {"length", NULL, NULL, tuned_length, "tuned"},
    {"counted", NULL, NULL, tuned_counted, "tuned"},
    {"padded", NULL, NULL, tuned_spaced, "tuned"},
    {"zfill", NULL, NULL, tuned_zfill, "tuned"},
    {"mixed-prefix", NULL, NULL, tuned_prefix4_mixed, "tuned"},
    {"mixed-slice", NULL, NULL, tuned_slice_mixed, "tuned"},
    {"mixed-trim", NULL, NULL, tuned_trim_mixed, "tuned"},
    {"mixed-lower", NULL, NULL, tuned_lower_mixed, "tuned"},
    {"mixed-utf16le", NULL, NULL, tuned_utf16le_mixed, "tuned"},
    {"mixed-counted", NULL, NULL, tuned_counted_mixed, "tuned"},
    {"mixed-padded", NULL, NULL, tuned_spaced_mixed, "tuned"},
    {"mixed-zfill", NULL, NULL, tuned_zfill_mixed, "tuned"},
    {"paper-md5mod", plain_paper_md5mod, "openssl-snprintf", tuned_paper_md5mod, "openssl-tuned"},
    {"paper-idmod", plain_paper_idmod, "snprintf", tuned_paper_idmod, "tuned"},
    {"paper-random", plain_paper_random, "snprintf", tuned_paper_random, "tuned"},
    {"paper-linemd5", plain_paper_linemd5, "openssl-snprintf", tuned_paper_linemd5, "openssl-tuned"},
    {"pig-tuple", plain_pig_tuple, "openssl-snprintf", tuned_pig_tuple, "openssl-tuned"},
    {"paper-composite", plain_paper_composite, "openssl-snprintf", tuned_paper_composite, "openssl-tuned"},
    {"hbase-salting", NULL, NULL, tuned_hbase_salting, "tuned"},
    {"hbase-hashing", plain_hbase_hashing, "openssl", tuned_hbase_hashing, "openssl-tuned"},
    {"hbase-bucketed-time", NULL, NULL, tuned_hbase_bucketed_time, "tuned"},
    {"hbase-reverse-timestamp", NULL, NULL, tuned_hbase_reverse_timestamp, "tuned"},
    {"hbase-composite-hashes", plain_composite_hashes, "openssl", tuned_hbase_composite_hashes,
     "openssl-tuned"},
    {"hbase-record-types", NULL, NULL, tuned_hbase_record_types, "tuned"},
    {"hbase-list-data", NULL, NULL, tuned_hbase_list_data, "tuned"},
    {"hbase-md5-prefix", NULL, NULL, tuned_hbase_md5_prefix, "openssl-tuned"},
    {"hbase-reversing", NULL, NULL, tuned_hbase_reversing, "tuned"},
    {"finra", NULL, NULL, tuned_finra, "tuned"},
    {"gbif", NULL, NULL, tuned_gbif, "tuned"},
    {"phoenix-salted", NULL, NULL, tuned_phoenix_salted, "tuned"},
    {"phoenix-salted-varchar", NULL, NULL, tuned_phoenix_varchar, "tuned"},
    {"hbasewd", NULL, NULL, tuned_hbasewd, "tuned"},
    {"opentsdb", NULL, NULL, tuned_opentsdb, "tuned"},
    {"kafka-partition", NULL, NULL, tuned_kafka_partition, "tuned"},
    {"pulsar-partition", NULL, NULL, tuned_pulsar_partition, "tuned"},
    {"iceberg-bucket-string", NULL, NULL, tuned_iceberg_bucket_string, "tuned"},
    {"iceberg-bucket-long", NULL, NULL, tuned_iceberg_bucket_long, "tuned"},
    {"spark-bucket-long", NULL, NULL, tuned_spark_bucket_long, "tuned"},
    {"hive-bucket-string", NULL, NULL, tuned_hive_bucket_string, "tuned"},
    {"cassandra-murmur3", NULL, NULL, tuned_cassandra_murmur3, "tuned"},
};

const struct encode_peers *encode_peers_find(const char *name) {
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    if (strcmp(peers[i].name, name) == 0) return &peers[i];
  return NULL;
}
