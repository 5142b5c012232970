#include "vectorised_md5.h"

#include "paper_key.h"

enum { GROUP = VECTORISED_MD5_GROUP, DIGEST = 16, BLOCK_WORDS = 16, LENGTH_WORD = 14 };

/* Word k of message i at [k][i], so that one word of all messages is contiguous. */
typedef uint32_t word_columns[BLOCK_WORDS][GROUP];
typedef uint32_t digest_columns[4][GROUP];

static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

#define F(b, c, d) (d ^ (b & (c ^ d)))
#define G(b, c, d) (c ^ (d & (b ^ c)))
#define H(b, c, d) (b ^ c ^ d)
#define I(b, c, d) (c ^ (b | ~d))

/* Compilers vectorise a loop without inner loops: the 64 steps are written out. */
#define STEP(f, a, b, c, d, i, factor, first, rotation)                      \
  a += f(b, c, d) + words[((factor) * (i) + (first)) % 16][lane] + sines[i]; \
  a = b + (a << (rotation) | a >> (32 - (rotation)));
#define FOUR_STEPS(f, i, factor, first, r0, r1, r2, r3) \
  STEP(f, a, b, c, d, (i), factor, first, r0)           \
  STEP(f, d, a, b, c, (i) + 1, factor, first, r1)       \
  STEP(f, c, d, a, b, (i) + 2, factor, first, r2)       \
  STEP(f, b, c, d, a, (i) + 3, factor, first, r3)
#define ROUND(f, i, factor, first, r0, r1, r2, r3)      \
  FOUR_STEPS(f, (i), factor, first, r0, r1, r2, r3)     \
  FOUR_STEPS(f, (i) + 4, factor, first, r0, r1, r2, r3) \
  FOUR_STEPS(f, (i) + 8, factor, first, r0, r1, r2, r3) \
  FOUR_STEPS(f, (i) + 12, factor, first, r0, r1, r2, r3)

static void digest_blocks(const uint32_t words[restrict][GROUP], uint32_t digests[restrict][GROUP]) {
  for (size_t lane = 0; lane < GROUP; lane++) {
    uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    ROUND(F, 0, 1, 0, 7, 12, 17, 22)
    ROUND(G, 16, 5, 1, 5, 9, 14, 20)
    ROUND(H, 32, 3, 5, 4, 11, 16, 23)
    ROUND(I, 48, 7, 0, 6, 10, 15, 21)
    digests[0][lane] = a + 0x67452301;
    digests[1][lane] = b + 0xefcdab89;
    digests[2][lane] = c + 0x98badcfe;
    digests[3][lane] = d + 0x10325476;
  }
}

static void put_digests(const uint32_t made[restrict][GROUP], uint8_t *restrict digests) {
  for (size_t i = 0; i < GROUP; i++, digests += DIGEST)
    for (size_t k = 0; k < 4; k++) store_little_endian_u32(digests + 4 * k, made[k][i]);
}

static void fixed(const uint8_t *keys, size_t rows, size_t width, uint8_t *digests) {
  word_columns words = {0};
  digest_columns made;
  const size_t whole = width / 4, rest = width % 4;
  for (size_t i = 0; i < GROUP; i++) words[LENGTH_WORD][i] = (uint32_t)(8 * width);
  for (; rows > 0; rows -= GROUP, digests += GROUP * DIGEST) {
    for (size_t i = 0; i < GROUP; i++, keys += width) {
      for (size_t k = 0; k < whole; k++) words[k][i] = load_little_endian_u32(keys + 4 * k);
      uint32_t last = UINT32_C(0x80) << 8 * rest;
      for (size_t k = 0; k < rest; k++) last |= (uint32_t)keys[4 * whole + k] << 8 * k;
      words[whole][i] = last;
    }
    digest_blocks(words, made);
    put_digests(made, digests);
  }
}

/* The decimal texts of a group. `block` as put_md5_block leaves it; words that are always zero are not
 * written. */
static void put_texts(const uint64_t *ids, unsigned char *block, uint32_t words[restrict][GROUP]) {
  enum { TEXT_WORDS = 6 }; /* 20 digits and what ends them */
  for (size_t i = 0; i < GROUP; i++) {
    put_md5_block(block, ids[i]);
    for (size_t k = 0; k < TEXT_WORDS; k++) words[k][i] = load_little_endian_u32(block + 4 * k);
    words[LENGTH_WORD][i] = block[56];
  }
}

static void decimal(const uint64_t *ids, size_t rows, uint8_t *digests) {
  word_columns words = {0};
  digest_columns made;
  unsigned char block[64] = {0};
  for (; rows > 0; rows -= GROUP, ids += GROUP, digests += GROUP * DIGEST) {
    put_texts(ids, block, words);
    digest_blocks(words, made);
    put_digests(made, digests);
  }
}

static void paper_md5mod(const uint64_t *ids, size_t rows, char *keys) {
  word_columns words = {0};
  digest_columns made;
  unsigned char block[64] = {0};
  for (; rows > 0; rows -= GROUP, ids += GROUP) {
    put_texts(ids, block, words);
    digest_blocks(words, made);
    for (size_t i = 0; i < GROUP; i++, keys += PAPER_KEY)
      put_prefixed_id(keys, paper_prefix(made[0][i], made[1][i], made[2][i], made[3][i]), ids[i]);
  }
}

const struct vectorised_md5 VECTORISED_MD5 = {VECTORISED_MD5_NAME, fixed, decimal, paper_md5mod};
