/* Keys from batch functions alone, without a layout: the hashes, salts and partitions of three systems. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

enum { ROWS = 3 };

/* A prefix of the MD5 of the decimal id, and the id: {md5(id) % 1000000:07d}{id:010d}. */
static rowkey_status make_md5_keys(const uint64_t *ids, char *keys, rowkey_error *error) {
  uint8_t digests[ROWS * 16];
  uint64_t begin[ROWS], end[ROWS], prefixes[ROWS];
  char text[8 * ROWS], digits[7 * ROWS], padded[10 * ROWS];
  const rowkey_field fields[] = {{digits, 7, 7}, {padded, 10, 10}};
  rowkey_divisor million;
  rowkey_status status = rowkey_decimal_strings(ids, ROWS, text, begin, end, error);
  if (status == ROWKEY_OK) status = rowkey_md5_strings(text, sizeof text, begin, end, ROWS, digests, error);
  if (status == ROWKEY_OK) status = rowkey_divisor_init(&million, 1000000, error);
  if (status == ROWKEY_OK) status = rowkey_modulo_u128(&million, digests, ROWS, prefixes, error);
  if (status == ROWKEY_OK) status = rowkey_decimal_padded(prefixes, ROWS, 7, digits, 7, error);
  if (status == ROWKEY_OK) status = rowkey_decimal_padded(ids, ROWS, 10, padded, 10, error);
  return status == ROWKEY_OK ? rowkey_pack(fields, 2, ROWS, keys, 17, error) : status;
}

/* The partition of each name among 12 of Kafka. */
static rowkey_status find_partitions(const char *names, const uint64_t *offsets, uint64_t *partitions,
                                     rowkey_error *error) {
  const rowkey_hash murmur2 = {.function = ROWKEY_MURMUR2, .seed = 0x9747b28c};
  rowkey_divisor twelve;
  rowkey_status status = rowkey_divisor_init(&twelve, 12, error);
  if (status == ROWKEY_OK)
    status = rowkey_hash_strings(&murmur2, names, (size_t)offsets[ROWS], offsets, offsets + 1, ROWS,
                                 partitions, error);
  if (status != ROWKEY_OK) return status;
  for (size_t i = 0; i < ROWS; i++) partitions[i] &= 0x7fffffff;
  return rowkey_modulo_u64(&twelve, partitions, ROWS, partitions, error);
}

/* The 32 low bits of Java's Arrays.hashCode of eight bytes, big-endian, modulo 16. */
static rowkey_status find_salts(const uint64_t *ids, uint32_t *salts, rowkey_error *error) {
  const rowkey_hash h31 = {.function = ROWKEY_H31, .seed = 1};
  uint8_t bytes[8 * ROWS];
  uint64_t hashes[ROWS];
  rowkey_divisor sixteen;
  rowkey_status status = rowkey_divisor_init(&sixteen, 16, error);
  if (status == ROWKEY_OK) status = rowkey_pack_big_endian(ids, ROWS, 8, bytes, 8, error);
  if (status == ROWKEY_OK) status = rowkey_hash_fixed(&h31, bytes, ROWS, 8, 8, hashes, error);
  if (status != ROWKEY_OK) return status;
  for (size_t i = 0; i < ROWS; i++) salts[i] = (uint32_t)hashes[i];
  return rowkey_modulo_u32(&sixteen, salts, ROWS, salts, error);
}

/* Names of four bytes: the first byte of their digest, and a number that only the seed decides. */
static rowkey_status spread(const char *names, uint8_t *digests, uint64_t *random, rowkey_error *error) {
  const rowkey_status status = rowkey_md5_fixed(names, ROWS, 4, 4, digests, error);
  return status == ROWKEY_OK ? rowkey_random_u64(42, 0, ROWS, random, error) : status;
}

int main(void) {
  static const uint64_t ids[ROWS] = {1, 2, 3999999}, offsets[] = {0, 4, 8, 12};
  static const char names[] = "web1web2db-1";
  char keys[17 * ROWS], text[20 * ROWS];
  uint8_t digests[16 * ROWS], lengths[ROWS];
  uint64_t partitions[ROWS], random[ROWS];
  uint32_t salts[ROWS];
  rowkey_error error;
  if (make_md5_keys(ids, keys, &error) != ROWKEY_OK ||
      find_partitions(names, offsets, partitions, &error) != ROWKEY_OK ||
      find_salts(ids, salts, &error) != ROWKEY_OK || spread(names, digests, random, &error) != ROWKEY_OK ||
      rowkey_decimal_unpadded(random, ROWS, text, 20, lengths, &error) != ROWKEY_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  for (size_t i = 0; i < ROWS; i++) {
    printf("%.17s salt %" PRIu32 ", %.4s partition %" PRIu64 ", digest %02x, random %.*s\n", keys + 17 * i,
           salts[i], names + 4 * i, partitions[i], digests[16 * i], lengths[i], text + 20 * i);
  }
  return 0;
}
