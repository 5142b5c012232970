#include "kernels/xxhash.h"

#include <stdbool.h>

#include "simd/memory.h"
#include "wide.h"

V_INLINE uint64_t rotated(uint64_t x, unsigned by) {
#ifdef __clang__ /* which makes two products of a product that is shifted twice */
  return __builtin_rotateleft64(x, by);
#else
  return x << by | x >> (64 - by);
#endif
}

/* ---- XXH64 ------------------------------------------------------------------------------------- */

V_INLINE uint64_t xxh64_round(uint64_t accumulator, uint64_t word) {
  return rotated(accumulator + word * XXH64_P2, 31) * XXH64_P1;
}

V_INLINE uint64_t xxh64_merge(uint64_t h, uint64_t accumulator) {
  return (h ^ xxh64_round(0, accumulator)) * XXH64_P1 + XXH64_P4;
}

V_INLINE uint64_t xxh64_avalanche(uint64_t h) {
  h = (h ^ h >> 33) * XXH64_P2;
  h = (h ^ h >> 29) * XXH64_P3;
  return h ^ h >> 32;
}

/* Takes whole stripes of 32 bytes off the message. */
V_INLINE uint64_t xxh64_stripes(const uint8_t **message, size_t *size, uint64_t seed) {
  const uint8_t *at = *message;
  uint64_t a = seed + XXH64_P1 + XXH64_P2, b = seed + XXH64_P2, c = seed, d = seed - XXH64_P1;
  for (; *size >= 32; at += 32, *size -= 32) {
    a = xxh64_round(a, load_le64(at));
    b = xxh64_round(b, load_le64(at + 8));
    c = xxh64_round(c, load_le64(at + 16));
    d = xxh64_round(d, load_le64(at + 24));
  }
  *message = at;
  const uint64_t h = rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
  return xxh64_merge(xxh64_merge(xxh64_merge(xxh64_merge(h, a), b), c), d);
}

struct xxh3_secret;

V_INLINE uint64_t xxh64(const uint8_t *message, size_t size, uint64_t seed, struct xxh3_secret *unused) {
  (void)unused;
  size_t left = size;
  uint64_t h = size + (size >= 32 ? xxh64_stripes(&message, &left, seed) : seed + XXH64_P5);
  for (; left >= 8; message += 8, left -= 8)
    h = rotated(h ^ xxh64_round(0, load_le64(message)), 27) * XXH64_P1 + XXH64_P4;
  if (left >= 4) {
    h = rotated(h ^ load_le32(message) * XXH64_P1, 23) * XXH64_P2 + XXH64_P3;
    message += 4, left -= 4;
  }
  for (; left > 0; message++, left--) h = rotated(h ^ *message * XXH64_P5, 11) * XXH64_P1;
  return xxh64_avalanche(h);
}

/* ---- XXH3 -------------------------------------------------------------------------------------- */

enum { SECRET = 192, STRIPE = 64, BLOCK_STRIPES = (SECRET - STRIPE) / 8 };

static const uint8_t secret[SECRET] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};

/* The secret of the seed that a long message had last: most often all rows have one seed. */
struct xxh3_secret {
  bool is_made;
  uint64_t seed;
  uint8_t bytes[SECRET];
};

/* The halves of the product of 128 bits, one exclusive-ored with the other. */
V_INLINE uint64_t folded_product(uint64_t a, uint64_t b) {
  uint64_t low;
  const uint64_t high = wide_multiply(a, b, &low);
  return high ^ low;
}

V_INLINE uint64_t xxh3_avalanche(uint64_t h) {
  h = (h ^ h >> 37) * UINT64_C(0x165667919e3779f9);
  return h ^ h >> 32;
}

/* Two words of the secret, at `at` and behind it, that take part as one. */
V_INLINE uint64_t flip(size_t at) { return load_le64(secret + at) ^ load_le64(secret + at + 8); }

V_INLINE uint64_t xxh3_to_16(const uint8_t *message, size_t size, uint64_t seed) {
  if (size > 8) {
    const uint64_t low = load_le64(message) ^ (flip(24) + seed);
    const uint64_t high = load_le64(message + size - 8) ^ (flip(40) - seed);
    return xxh3_avalanche(size + __builtin_bswap64(low) + high + folded_product(low, high));
  }
  if (size >= 4) {
    const uint64_t ends = __builtin_constant_p(size) && size == 8
                              ? rotated(load_le64(message), 32)
                              : (uint64_t)load_le32(message) << 32 | load_le32(message + size - 4);
    const uint64_t modified = seed ^ (uint64_t)__builtin_bswap32((uint32_t)seed) << 32;
    uint64_t h = ends ^ (flip(8) - modified);
    h = (h ^ rotated(h, 49) ^ rotated(h, 24)) * UINT64_C(0x9fb21c651e98df25);
    h = (h ^ ((h >> 35) + size)) * UINT64_C(0x9fb21c651e98df25);
    return h ^ h >> 28;
  }
  if (size == 0) return xxh64_avalanche(seed ^ flip(56));
  const uint64_t bytes = (uint64_t)message[0] << 16 | (uint64_t)message[size / 2] << 24 | message[size - 1];
  return xxh64_avalanche((bytes | size << 8) ^ ((load_le32(secret) ^ load_le32(secret + 4)) + seed));
}

V_INLINE uint64_t mixed_16(const uint8_t *message, size_t at, uint64_t seed) {
  return folded_product(load_le64(message) ^ (load_le64(secret + at) + seed),
                        load_le64(message + 8) ^ (load_le64(secret + at + 8) - seed));
}

/* The i-th 16 bytes from both ends. */
V_INLINE uint64_t mixed_ends(const uint8_t *message, size_t size, size_t i, uint64_t seed) {
  return mixed_16(message + 16 * i, 32 * i, seed) +
         mixed_16(message + size - 16 * (i + 1), 32 * i + 16, seed);
}

V_INLINE uint64_t xxh3_to_128(const uint8_t *message, size_t size, uint64_t seed) {
  uint64_t h = size * XXH64_P1 + mixed_ends(message, size, 0, seed);
  if (size > 32) {
    h += mixed_ends(message, size, 1, seed);
    if (size > 64) {
      h += mixed_ends(message, size, 2, seed);
      if (size > 96) h += mixed_ends(message, size, 3, seed);
    }
  }
  return xxh3_avalanche(h);
}

static __attribute__((noinline)) uint64_t xxh3_to_240(const uint8_t *message, size_t size, uint64_t seed) {
  uint64_t h = size * XXH64_P1;
  for (size_t at = 0; at < 128; at += 16) h += mixed_16(message + at, at, seed);
  h = xxh3_avalanche(h);
  for (size_t at = 128; at + 16 <= size; at += 16) h += mixed_16(message + at, at - 128 + 3, seed);
  return xxh3_avalanche(h + mixed_16(message + size - 16, 136 - 17, seed));
}

/* For each stripe: v += its words, each in its neighbour's place, and the products of the halves of what they
 * and the words of the secret make. The secret moves on by a word for each stripe. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    (defined __SSE2__ || (defined __clang__ && (defined __ARM_NEON || defined __wasm_simd128__)))
typedef uint64_t two_words __attribute__((vector_size(16)));

V_INLINE two_words load_two(const uint8_t *at) {
  two_words words;
  memcpy(&words, at, sizeof words);
  return words;
}

V_INLINE two_words product_of_halves(two_words x) {
#if defined __SSE2__ && !defined __clang__ /* gcc would make it of three products */
  typedef int halves __attribute__((vector_size(16)));
  return (two_words)__builtin_ia32_pmuludq128((halves)x, (halves)(x >> 32));
#else
  return (x & UINT32_MAX) * (x >> 32);
#endif
}

V_INLINE void accumulate(uint64_t v[8], const uint8_t *stripe, const uint8_t *key, size_t stripes) {
  two_words sums[4];
  memcpy(sums, v, sizeof sums);
  for (; stripes > 0; stripes--, stripe += STRIPE, key += 8)
    for (size_t i = 0; i < 4; i++) {
      const two_words words = load_two(stripe + 16 * i);
      sums[i] += (two_words){words[1], words[0]} + product_of_halves(words ^ load_two(key + 16 * i));
    }
  memcpy(v, sums, sizeof sums);
}
#else
V_INLINE void accumulate(uint64_t v[8], const uint8_t *stripe, const uint8_t *key, size_t stripes) {
  for (; stripes > 0; stripes--, stripe += STRIPE, key += 8)
    for (size_t i = 0; i < 8; i++) {
      const uint64_t word = load_le64(stripe + 8 * i), keyed = word ^ load_le64(key + 8 * i);
      v[i ^ 1] += word;
      v[i] += (uint64_t)(uint32_t)keyed * (keyed >> 32);
    }
}
#endif

static __attribute__((noinline)) uint64_t xxh3_long(const uint8_t *message, size_t size, uint64_t seed,
                                                    struct xxh3_secret *seeded) {
  if (!seeded->is_made || seeded->seed != seed) {
    for (size_t at = 0; at < SECRET; at += 16) {
      store_le64(seeded->bytes + at, load_le64(secret + at) + seed);
      store_le64(seeded->bytes + at + 8, load_le64(secret + at + 8) - seed);
    }
    seeded->seed = seed;
    seeded->is_made = true;
  }
  const uint8_t *key = seeded->bytes, *end = message + size;
  uint64_t v[8] = {XXH32_P3, XXH64_P1, XXH64_P2, XXH64_P3, XXH64_P4, XXH32_P2, XXH64_P5, XXH32_P1};
  size_t stripes = (size - 1) / STRIPE; /* before the last one, which ends the message */
  for (; stripes >= BLOCK_STRIPES; stripes -= BLOCK_STRIPES, message += BLOCK_STRIPES * STRIPE) {
    accumulate(v, message, key, BLOCK_STRIPES);
    for (size_t i = 0; i < 8; i++)
      v[i] = (v[i] ^ v[i] >> 47 ^ load_le64(key + SECRET - STRIPE + 8 * i)) * XXH32_P1;
  }
  accumulate(v, message, key, stripes);
  accumulate(v, end - STRIPE, key + SECRET - STRIPE - 7, 1);
  uint64_t h = size * XXH64_P1;
  for (size_t i = 0; i < 8; i += 2)
    h += folded_product(v[i] ^ load_le64(key + 11 + 8 * i), v[i + 1] ^ load_le64(key + 19 + 8 * i));
  return xxh3_avalanche(h);
}

V_INLINE uint64_t xxh3(const uint8_t *message, size_t size, uint64_t seed, struct xxh3_secret *seeded) {
  if (size <= 16) return xxh3_to_16(message, size, seed);
  if (size <= 128) return xxh3_to_128(message, size, seed);
  return size <= 240 ? xxh3_to_240(message, size, seed) : xxh3_long(message, size, seed, seeded);
}

/* ---- Rows -------------------------------------------------------------------------------------- */

typedef void fixed_loop(const uint64_t *seeds, const uint8_t *keys, size_t rows, size_t width, size_t stride,
                        uint64_t *values);
typedef void strings_loop(const uint64_t *seeds, const struct rowkey_strings *strings, size_t rows,
                          uint64_t *values);

/* The loops of one function with all of it inside: called for each row, and asked for its seeds there, XXH3
 * takes half as long again for rows of up to 32 bytes. Keys of eight bytes, most often numbers, have a loop
 * of their own, in which their width is a constant. */
#define XXHASH_LOOPS(name, HASH, SEED)                                                                       \
  static __attribute__((flatten, noinline, aligned(64))) void name##_fixed(                                  \
      const uint64_t *seeds, const uint8_t *keys, size_t rows, size_t width, size_t stride,                  \
      uint64_t *values) {                                                                                    \
    if (rows == 0) return;                                                                                   \
    const uint64_t one = seeds[0];                                                                           \
    struct xxh3_secret seeded;                                                                               \
    seeded.is_made = false;                                                                                  \
    (void)one;                                                                                               \
    if (width == 8)                                                                                          \
      for (size_t row = 0; row < rows; row++) values[row] = HASH(keys + row * stride, 8, SEED, &seeded);     \
    else                                                                                                     \
      for (size_t row = 0; row < rows; row++) values[row] = HASH(keys + row * stride, width, SEED, &seeded); \
  }                                                                                                          \
  static __attribute__((flatten, noinline, aligned(64))) void name##_strings(                                \
      const uint64_t *seeds, const struct rowkey_strings *strings, size_t rows, uint64_t *values) {          \
    if (rows == 0) return;                                                                                   \
    const uint64_t one = seeds[0];                                                                           \
    struct xxh3_secret seeded;                                                                               \
    seeded.is_made = false;                                                                                  \
    (void)one;                                                                                               \
    const uint8_t *bytes = strings->bytes;                                                                   \
    const uint64_t *begin = strings->begin, *end = strings->end;                                             \
    for (size_t row = 0; row < rows; row++)                                                                  \
      values[row] = HASH(bytes + begin[row], (size_t)(end[row] - begin[row]), SEED, &seeded);                \
  }
XXHASH_LOOPS(xxh3, xxh3, one)
XXHASH_LOOPS(xxh3_seeds, xxh3, seeds[row])
XXHASH_LOOPS(xxh64, xxh64, one)
XXHASH_LOOPS(xxh64_seeds, xxh64, seeds[row])

void rowkey_xxhash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values) {
  static fixed_loop *const loops[2][2] = {{xxh64_fixed, xxh64_seeds_fixed}, {xxh3_fixed, xxh3_seeds_fixed}};
  loops[hash->function == ROWKEY_XXH3][seeds != NULL](seeds != NULL ? seeds : &hash->seed, keys, rows, width,
                                                      stride, values);
}

void rowkey_xxhash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  static strings_loop *const loops[2][2] = {{xxh64_strings, xxh64_seeds_strings},
                                            {xxh3_strings, xxh3_seeds_strings}};
  loops[hash->function == ROWKEY_XXH3][seeds != NULL](seeds != NULL ? seeds : &hash->seed, strings, rows,
                                                      values);
}
