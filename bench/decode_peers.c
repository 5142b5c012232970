#include "decode_peers.h"

#include <string.h>

#include "hash_loops.h"
#include "openssl_md5.h"
#include "paper_key.h"

enum { ID_AT = 7, PHOENIX_KEY = 9, PHOENIX_BUCKETS = 16 };

/* The ten digits after the prefix. */
static inline bool read_id(const char *key, uint64_t *id) {
  const uint8_t *text = (const uint8_t *)key + ID_AT;
  const uint32_t tens = text[0] - (uint32_t)'0', units = text[1] - (uint32_t)'0';
  uint64_t lower;
  if (tens > 9 || units > 9 || !parse_eight_digits(load_little_endian_u64(text + 2), &lower)) return false;
  *id = (tens * 10 + units) * UINT64_C(100000000) + lower;
  return true;
}

static inline bool has_prefix(const char *key, uint64_t prefix) {
  char text[ID_AT];
  four_digits_padded(text, prefix, ID_AT);
  return memcmp(text, key, ID_AT) == 0;
}

static size_t decode_paper_md5mod(const char *keys, size_t rows, uint64_t *ids) {
  unsigned char block[MD5_CBLOCK] = {0};
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY) {
    MD5_CTX context;
    if (!read_id(keys, &ids[i])) return i;
    put_md5_block(block, ids[i]);
    md5_begin(&context);
    MD5_Transform(&context, block);
    if (!has_prefix(keys, paper_prefix(context.A, context.B, context.C, context.D))) return i;
  }
  return rows;
}

static size_t decode_paper_idmod(const char *keys, size_t rows, uint64_t *ids) {
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY)
    if (!read_id(keys, &ids[i]) || !has_prefix(keys, ids[i] % PAPER_MODULUS)) return i;
  return rows;
}

static size_t decode_phoenix_salted(const char *keys, size_t rows, uint64_t *ids) {
  const uint8_t *key = (const uint8_t *)keys;
  for (size_t i = 0; i < rows; i++, key += PHOENIX_KEY) {
    const int32_t rest = base31_signed(key + 1, 8, 1) % PHOENIX_BUCKETS;
    if (key[0] != (rest < 0 ? -rest : rest)) return i;
    ids[i] = load_big_endian_u64(key + 1);
  }
  return rows;
}

static size_t decode_u64(const char *keys, size_t rows, uint64_t *ids) {
  for (size_t i = 0; i < rows; i++) ids[i] = load_big_endian_u64((const uint8_t *)keys + 8 * i);
  return rows;
}

const struct decode_peer *decode_peer_find(const char *layout) {
  static const struct decode_peer peers[] = {
      {"paper-md5mod", "openssl-tuned", decode_paper_md5mod},
      {"paper-idmod", "tuned", decode_paper_idmod},
      {"phoenix-salted", "tuned", decode_phoenix_salted},
      {"u64", "bswap", decode_u64},
  };
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    if (strcmp(peers[i].layout, layout) == 0) return &peers[i];
  return NULL;
}
