/* OpenSSL's MD5 of short texts without its buffering: one padded block, made in place, and MD5_Transform.
 * That is faster than MD5() and than MD5_Init, MD5_Update, MD5_Final. */
#ifndef ROWKEY_BENCH_OPENSSL_MD5_H
#define ROWKEY_BENCH_OPENSSL_MD5_H

#include <openssl/md5.h>

#include "shape.h"
#include "words.h"

/* All that MD5_Transform looks at. */
static inline void md5_begin(MD5_CTX *context) {
  context->A = 0x67452301, context->B = 0xefcdab89, context->C = 0x98badcfe, context->D = 0x10325476;
}

/* The digest's words in context->A … D; what one block does not hold is not short. */
static inline void md5_short_text(MD5_CTX *context, const uint8_t *text, size_t length) {
  enum { LONGEST = 55 };
  if (length > LONGEST) bench_fail("md5_short_text: %zu bytes", length);
  unsigned char block[MD5_CBLOCK] = {0};
  memcpy(block, text, length);
  block[length] = 0x80;
  store_little_endian_u64(block + MD5_CBLOCK - 8, 8 * length);
  md5_begin(context);
  MD5_Transform(context, block);
}

static inline void put_digest(uint8_t *digest, const MD5_CTX *context) {
  store_little_endian_u64(digest, (uint64_t)context->B << 32 | context->A);
  store_little_endian_u64(digest + 8, (uint64_t)context->D << 32 | context->C);
}

#endif
