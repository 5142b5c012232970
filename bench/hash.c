/* How many hashes a second, of keys of one width and of strings of mixed lengths, for each function of
 * rowkey_hash: the kernels of each instruction set beside a scalar loop, or beside xxHash's and OpenSSL's own
 * functions. */
#include <stdio.h>
#include <string.h>

#include <openssl/sha.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "hash_loops.h"
#include "kernels/hashes.h"
#include "kernels/kernel_table.h"
#include "reference/reference.h"
#include "shape.h"

enum { SHORTEST = 8, LONGEST = 64 };

struct hash {
  struct shape shape;
  rowkey_hash with;
  size_t width; /* 0: strings of SHORTEST … LONGEST bytes */
  uint8_t *bytes;
  uint64_t *begin, *end;
};

static void fill(struct shape *shape) {
  struct hash *hash = (struct hash *)shape;
  const size_t results = values_per_row(&hash->with);
  hash->begin = shape_allocate(shape, shape->rows * sizeof(uint64_t));
  hash->end = shape_allocate(shape, shape->rows * sizeof(uint64_t));
  uint64_t at = 0;
  for (size_t i = 0; i < shape->rows; i++) {
    hash->begin[i] = at;
    at += hash->width != 0 ? hash->width : SHORTEST + bench_random() % (LONGEST - SHORTEST + 1);
    hash->end[i] = at;
  }
  shape->bytes = at;
  shape->output_size = shape->rows * results * sizeof(uint64_t);
  hash->bytes = shape_allocate(shape, at);
  for (uint64_t i = 0; i < at; i++) hash->bytes[i] = (uint8_t)(' ' + bench_random() % 95);
}

static void reference(struct shape *shape, const void *with) {
  const struct hash *hash = (const struct hash *)shape;
  const size_t results = values_per_row(&hash->with);
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    uint64_t expected[MOST_HASH_VALUES];
    const uint64_t begin = hash->begin[i];
    reference_hash(&hash->with, hash->with.seed, hash->bytes + begin, hash->end[i] - begin, expected);
    for (size_t j = 0; j < results; j++) values[i * results + j] = expected[j];
  }
}

static void kernel(struct shape *shape, const void *with) {
  const struct hash *hash = (const struct hash *)shape;
  const struct rowkey_kernels *kernels = with;
  uint64_t *values = (void *)shape->output;
  if (hash->width != 0) {
    kernels->hash_fixed(&hash->with, NULL, hash->bytes, shape->rows, hash->width, hash->width, values);
    return;
  }
  const struct rowkey_strings strings = {hash->bytes, shape->bytes, hash->begin, hash->end};
  kernels->hash_strings(&hash->with, NULL, &strings, shape->rows, values);
}

static void xxhash(struct shape *shape, const void *with) {
  const struct hash *hash = (const struct hash *)shape;
  const uint64_t seed = hash->with.seed;
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *bytes = hash->bytes + hash->begin[i];
    const size_t size = hash->end[i] - hash->begin[i];
    values[i] = hash->with.function == ROWKEY_XXH64 ? XXH64(bytes, size, seed)
                                                    : XXH3_64bits_withSeed(bytes, size, seed);
  }
}

/* OpenSSL's digests, one message at a time, as the numbers of the kernels. */
#define DEFINE_OPENSSL(name, Type, prefix, size)                                              \
  static void openssl_##name(struct shape *shape, const void *with) {                         \
    const struct hash *hash = (const struct hash *)shape;                                     \
    uint64_t *values = (void *)shape->output;                                                 \
    (void)with;                                                                               \
    for (size_t i = 0; i < shape->rows; i++) {                                                \
      uint8_t digest[32] = {0};                                                               \
      Type context;                                                                           \
      prefix##_Init(&context);                                                                \
      prefix##_Update(&context, hash->bytes + hash->begin[i], hash->end[i] - hash->begin[i]); \
      prefix##_Final(digest, &context);                                                       \
      for (size_t j = 0; j < (size); j++)                                                     \
        values[(size) * i + j] = __builtin_bswap64(load_little_endian_u64(digest + 8 * j));   \
    }                                                                                         \
  }
DEFINE_OPENSSL(sha1, SHA_CTX, SHA1, 3)
DEFINE_OPENSSL(sha256, SHA256_CTX, SHA256, 4)

/* One call a message, inlined, for each function that has a loop. */
#define DEFINE_LOOP(name, attribute, statement)                              \
  static attribute void loop_##name(struct shape *shape, const void *with) { \
    const struct hash *hash = (const struct hash *)shape;                    \
    uint64_t *values = (void *)shape->output;                                \
    (void)with;                                                              \
    for (size_t i = 0; i < shape->rows; i++) {                               \
      const uint8_t *bytes = hash->bytes + hash->begin[i];                   \
      const size_t size = hash->end[i] - hash->begin[i];                     \
      statement;                                                             \
    }                                                                        \
  }

DEFINE_LOOP(java, , values[i] = (uint64_t)(int64_t)base31(bytes, size, 0))
DEFINE_LOOP(h31, , values[i] = (uint64_t)(int64_t)base31_signed(bytes, size, 1))
DEFINE_LOOP(murmur2, , values[i] = (uint64_t)(int64_t)(int32_t)murmur2(bytes, size, 0))
DEFINE_LOOP(murmur3_32, , values[i] = (uint64_t)(int64_t)(int32_t)murmur3_32(bytes, size, 0))
DEFINE_LOOP(murmur3_128, , murmur3_128(bytes, size, values + 2 * i))
static struct crc_tables crc_tables;
DEFINE_LOOP(crc32, , values[i] = crc32_sliced(&crc_tables, bytes, size))
DEFINE_LOOP(crc16, , values[i] = crc16_by_table(&crc_tables, bytes, size))
DEFINE_LOOP(fnv1a_32, , values[i] = fnv1a_32(bytes, size))
DEFINE_LOOP(fnv1a_64, , values[i] = fnv1a_64(bytes, size))
DEFINE_LOOP(murmur2_64, , values[i] = murmur2_64(bytes, size, 0))
DEFINE_LOOP(lookup3, , values[i] = lookup3(bytes, size))
DEFINE_LOOP(xxh32, , values[i] = XXH32(bytes, size, 0))
DEFINE_LOOP(siphash24, , values[i] = siphash24(bytes, size, hash->with.key))
#ifdef __x86_64__
DEFINE_LOOP(crc32c, __attribute__((target("sse4.2"))), values[i] = crc32c_sse42(bytes, size))
#endif

static void add_peers(struct hash *hash) {
  static const struct {
    rowkey_hash_function function;
    const char *implementation;
    bench_run *run;
  } peers[] = {
      {ROWKEY_JAVA_HASH, "ascii-loop", loop_java},
      {ROWKEY_H31, "loop", loop_h31},
      {ROWKEY_MURMUR2, "loop", loop_murmur2},
      {ROWKEY_MURMUR3_32, "loop", loop_murmur3_32},
      {ROWKEY_MURMUR3_128, "loop", loop_murmur3_128},
      {ROWKEY_SIPHASH24, "loop", loop_siphash24},
      {ROWKEY_CRC32, "slicing-by-8", loop_crc32},
      {ROWKEY_CRC16, "table", loop_crc16},
      {ROWKEY_FNV1A_32, "loop", loop_fnv1a_32},
      {ROWKEY_FNV1A_64, "loop", loop_fnv1a_64},
      {ROWKEY_MURMUR2_64, "loop", loop_murmur2_64},
      {ROWKEY_LOOKUP3, "loop", loop_lookup3},
      {ROWKEY_XXH32, "xxhash", loop_xxh32},
      {ROWKEY_XXH64, "xxhash", xxhash},
      {ROWKEY_XXH3, "xxhash", xxhash},
      {ROWKEY_SHA1, "openssl", openssl_sha1},
      {ROWKEY_SHA256, "openssl", openssl_sha256},
  };
  if (hash->with.tail != ROWKEY_TAIL_UNSIGNED) return;
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    if (peers[i].function == hash->with.function)
      bench_add(&hash->shape, peers[i].implementation, peers[i].run, NULL);
#ifdef __x86_64__
  if (hash->with.function == ROWKEY_CRC32C && __builtin_cpu_supports("sse4.2"))
    bench_add(&hash->shape, "sse4.2", loop_crc32c, NULL);
#endif
}

/* "hash_murmur3_32_signed/8B": java_hash's are called "hash_java". */
static void register_length(const rowkey_hash *with, size_t width) {
  static const char *const tails[] = {"", "_signed", "_words"};
  const char *name = hash_function_of(with)->name;
  char length[24] = "mixed";
  if (width != 0) snprintf(length, sizeof(length), "%zuB", width);
  struct hash *hash =
      shape_create(sizeof(*hash), BENCH_ROWS, fill, reference, "hash_%s%s/%s",
                   with->function == ROWKEY_JAVA_HASH ? "java" : name, tails[with->tail], length);
  hash->with = *with;
  hash->width = width;
  bench_add_isas(&hash->shape, kernel);
  add_peers(hash);
}

void register_hash(void) {
  static const size_t widths[] = {8, 20, 32, 0};
  crc_tables_fill(&crc_tables);
  for (unsigned i = 0; i < ROWKEY_HASHES; i++) {
    rowkey_hash with = {.function = (rowkey_hash_function)i, .key = "0123456789abcde"};
    with.seed = hash_function_of(&with)->default_seed;
    for (; with.tail <= hash_function_of(&with)->last_tail; with.tail++)
      for (size_t j = 0; j < sizeof(widths) / sizeof(widths[0]); j++) register_length(&with, widths[j]);
  }
}
