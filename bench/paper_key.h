/* The parts of the paper's key, 7 digits of prefix and 10 of id, as tuned scalar code makes them. */
#ifndef ROWKEY_BENCH_PAPER_KEY_H
#define ROWKEY_BENCH_PAPER_KEY_H

#include "digits.h"
#include "words.h"

enum { PAPER_KEY = 17, PAPER_MODULUS = 1000000 };

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

/* The digest whose four words these are, modulo 10^6. */
static inline uint64_t paper_prefix(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint64_t high = (uint64_t)__builtin_bswap32(a) << 32 | __builtin_bswap32(b);
  uint64_t low = (uint64_t)__builtin_bswap32(c) << 32 | __builtin_bswap32(d);
  /* 2^64 mod 10^6 = 551616; a constant divisor becomes multiplications. */
  return (high % PAPER_MODULUS * 551616 + low % PAPER_MODULUS) % PAPER_MODULUS;
}

static inline void put_prefixed_id(char *key, uint64_t prefix, uint64_t id) {
  four_digits_padded(key, prefix, 7);
  four_digits_padded(key + 7, id, 10);
}

#endif
