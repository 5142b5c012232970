/* The paper's designs, as fast as scalar code gets without giving up OpenSSL's MD5. */
#include "encode_peers.h"
#include "openssl_md5.h"
#include "paper_key.h"
#include "short_text.h"

void tuned_paper_random(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY)
    put_prefixed_id(keys, bench_splitmix64(RECORDS_SEED, i) % PAPER_MODULUS, records->id[i]);
}

void tuned_paper_idmod(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY) {
    uint64_t id = records->id[i];
    put_prefixed_id(keys, id % PAPER_MODULUS, id);
  }
}

static inline uint64_t prefix_of_words(const MD5_CTX *context) {
  return paper_prefix(context->A, context->B, context->C, context->D);
}

/* `block` as put_md5_block leaves it. */
static inline uint64_t prefix_of_id(unsigned char *block, uint64_t id) {
  MD5_CTX context;
  put_md5_block(block, id);
  md5_begin(&context);
  MD5_Transform(&context, block);
  return prefix_of_words(&context);
}

void tuned_paper_md5mod(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  unsigned char block[MD5_CBLOCK] = {0};
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY) {
    uint64_t id = records->id[i];
    put_prefixed_id(keys, prefix_of_id(block, id), id);
  }
}

void tuned_pig_tuple(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  unsigned char block[MD5_CBLOCK] = {0};
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 20) {
    uint64_t id = records->id[i];
    keys[0] = '(';
    two_digits_padded(keys + 1, prefix_of_id(block, id), 7);
    keys[8] = ',';
    two_digits_padded(keys + 9, id, 10);
    keys[19] = ')';
  }
}

void tuned_paper_linemd5(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += PAPER_KEY) {
    size_t length;
    const uint8_t *line = text_at(&records->line, i, &length);
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5_CTX context;
    MD5_Init(&context);
    MD5_Update(&context, line, length);
    MD5_Final(digest, &context);
    put_prefixed_id(keys, prefix_of_words(&context), records->id[i]);
  }
}

void tuned_paper_composite(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 28) {
    size_t length;
    const uint8_t *user = text_at(&records->user, i, &length);
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5_CTX context;
    md5_short_text(&context, user, length);
    put_digest(digest, &context);
    /* 2^64 mod 1000 = 616 */
    const uint64_t prefix =
        (load_big_endian_u64(digest) % 1000 * 616 + load_big_endian_u64(digest + 8) % 1000) % 1000;
    two_digits_padded(keys, prefix, 4);
    put_padded16(keys + 4, user, length);
    store_big_endian_u64((uint8_t *)keys + 20, records->ts[i]);
  }
}
