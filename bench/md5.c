/* How many MD5 digests a second: of short keys of one width, of integers' decimal text, of whole lines that
 * stream through the caches. */
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <string.h>

#include "kernels.h"
#include "openssl_md5.h"
#include "paper_key.h"
#include "vectorised_md5.h"

enum { DIGEST = 16 };

/* OpenSSL as its manual has it, with one context for all messages. */
static void evp_digest(const uint8_t *message, size_t size, uint8_t *digest) {
  static EVP_MD_CTX *context;
  static EVP_MD *md5;
  if (context == NULL) {
    context = EVP_MD_CTX_new();
    md5 = EVP_MD_fetch(NULL, "MD5", NULL);
    if (context == NULL || md5 == NULL) bench_fail("OpenSSL has no MD5 here");
  }
  EVP_DigestInit_ex2(context, md5, NULL);
  EVP_DigestUpdate(context, message, size);
  EVP_DigestFinal_ex(context, digest, NULL);
}

/* ---- md5_fixed ---- */

static void fixed_openssl(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    MD5(call->bytes + i * call->width, call->width, shape->output + i * DIGEST);
}

static void fixed_openssl_evp(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    evp_digest(call->bytes + i * call->width, call->width, shape->output + i * DIGEST);
}

/* MD5_Transform alone, on the key's whole blocks where they lie and on the padded rest: no buffering. */
static void fixed_openssl_transform(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const size_t rest = call->width % MD5_CBLOCK, whole = call->width - rest;
  const size_t padded = rest + 9 <= MD5_CBLOCK ? MD5_CBLOCK : 2 * MD5_CBLOCK;
  uint8_t last[2 * MD5_CBLOCK] = {0};
  last[rest] = 0x80;
  store_little_endian_u64(last + padded - 8, 8 * call->width);
  (void)with;
  const uint8_t *key = call->bytes;
  uint8_t *digest = shape->output;
  for (size_t i = 0; i < shape->rows; i++, key += call->width, digest += DIGEST) {
    MD5_CTX context;
    md5_begin(&context);
    for (size_t at = 0; at < whole; at += MD5_CBLOCK) MD5_Transform(&context, key + at);
    memcpy(last, key + whole, rest);
    for (size_t at = 0; at < padded; at += MD5_CBLOCK) MD5_Transform(&context, last + at);
    put_digest(digest, &context);
  }
}

static void fixed_vectorised(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const struct vectorised_md5 *peer = with;
  peer->fixed(call->bytes, shape->rows, call->width, shape->output);
}

/* ---- md5_decimal ---- */

static void decimal_openssl(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[20];
    size_t length = two_digits_unpadded(text, call->values[i]);
    MD5((const unsigned char *)text, length, shape->output + i * DIGEST);
  }
}

/* The text made in place in a padded block. */
static void decimal_openssl_transform(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  unsigned char block[MD5_CBLOCK] = {0};
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    MD5_CTX context;
    put_md5_block(block, call->values[i]);
    md5_begin(&context);
    MD5_Transform(&context, block);
    put_digest(shape->output + i * DIGEST, &context);
  }
}

static void decimal_vectorised(struct shape *shape, const void *with) {
  const struct vectorised_md5 *peer = with;
  peer->decimal(call_of(shape)->values, shape->rows, shape->output);
}

/* ---- md5_lines ---- */

static void lines_openssl(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < call->rows; i++)
    MD5(call_text(call, i), call_text_size(call, i), shape->output + i * DIGEST);
}

static void lines_openssl_evp(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < call->rows; i++)
    evp_digest(call_text(call, i), call_text_size(call, i), shape->output + i * DIGEST);
}

/* ---- Who does it ---- */

static bool fits_a_block(const struct call *call) { return call->number <= VECTORISED_MD5_WIDEST; }

const struct peer peers_of_md5[] = {
    PEER("md5_fixed/", "openssl", fixed_openssl),
    PEER("md5_fixed/", "openssl-evp", fixed_openssl_evp),
    PEER("md5_fixed/", "openssl-transform", fixed_openssl_transform),
    {"md5_fixed/", "compiler-vectors", fixed_vectorised, fits_a_block, vectorised_md5_add},
    PEER("md5_decimal/", "openssl", decimal_openssl),
    PEER("md5_decimal/", "openssl-transform", decimal_openssl_transform),
    {"md5_decimal/", "compiler-vectors", decimal_vectorised, NULL, vectorised_md5_add},
    PEER("md5_lines/", "openssl", lines_openssl),
    PEER("md5_lines/", "openssl-evp", lines_openssl_evp),
    {0}};
