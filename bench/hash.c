/* How many hashes a second, of keys of one width and of strings of mixed lengths, for each function of
 * rowkey_hash: the kernels of each instruction set beside a scalar loop, or beside xxHash's and OpenSSL's own
 * functions. */
#include <string.h>

#include <openssl/sha.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "hash_loops.h"
#include "kernels.h"
#include "kernels/hashes.h"

static void xxhash(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint64_t seed = call->with.hash.seed;
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *bytes = call_text(call, i);
    const size_t size = call_text_size(call, i);
    values[i] = call->with.hash.function == ROWKEY_XXH64 ? XXH64(bytes, size, seed)
                                                         : XXH3_64bits_withSeed(bytes, size, seed);
  }
}

/* OpenSSL's digests, one message at a time, as the numbers of the kernels. */
#define DEFINE_OPENSSL(name, Type, prefix, size)                                            \
  static void openssl_##name(struct shape *shape, const void *with) {                       \
    const struct call *call = call_of(shape);                                               \
    uint64_t *values = (void *)shape->output;                                               \
    (void)with;                                                                             \
    for (size_t i = 0; i < shape->rows; i++) {                                              \
      uint8_t digest[32] = {0};                                                             \
      Type context;                                                                         \
      prefix##_Init(&context);                                                              \
      prefix##_Update(&context, call_text(call, i), call_text_size(call, i));               \
      prefix##_Final(digest, &context);                                                     \
      for (size_t j = 0; j < (size); j++)                                                   \
        values[(size) * i + j] = __builtin_bswap64(load_little_endian_u64(digest + 8 * j)); \
    }                                                                                       \
  }
DEFINE_OPENSSL(sha1, SHA_CTX, SHA1, 3)
DEFINE_OPENSSL(sha256, SHA256_CTX, SHA256, 4)

/* One call a message, inlined, for each function that has a loop. */
#define DEFINE_LOOP(name, attribute, statement)                              \
  static attribute void loop_##name(struct shape *shape, const void *with) { \
    const struct call *call = call_of(shape);                                \
    uint64_t *values = (void *)shape->output;                                \
    (void)with;                                                              \
    for (size_t i = 0; i < shape->rows; i++) {                               \
      const uint8_t *bytes = call_text(call, i);                             \
      const size_t size = call_text_size(call, i);                           \
      statement;                                                             \
    }                                                                        \
  }

DEFINE_LOOP(java, , values[i] = (uint64_t)(int64_t)base31(bytes, size, 0))
DEFINE_LOOP(h31, , values[i] = (uint64_t)(int64_t)base31_signed(bytes, size, 1))
DEFINE_LOOP(murmur2, , values[i] = (uint64_t)(int64_t)(int32_t)murmur2(bytes, size, 0))
DEFINE_LOOP(murmur3_32, , values[i] = (uint64_t)(int64_t)(int32_t)murmur3_32(bytes, size, 0))
DEFINE_LOOP(murmur3_128, , murmur3_128(bytes, size, values + 2 * i))
static struct crc_tables crc_tables;
__attribute__((constructor)) static void fill_tables(void) { crc_tables_fill(&crc_tables); }

DEFINE_LOOP(crc32, , values[i] = crc32_sliced(&crc_tables, bytes, size))
DEFINE_LOOP(crc16, , values[i] = crc16_by_table(&crc_tables, bytes, size))
DEFINE_LOOP(fnv1a_32, , values[i] = fnv1a_32(bytes, size))
DEFINE_LOOP(fnv1a_64, , values[i] = fnv1a_64(bytes, size))
DEFINE_LOOP(murmur2_64, , values[i] = murmur2_64(bytes, size, 0))
DEFINE_LOOP(lookup3, , values[i] = lookup3(bytes, size))
DEFINE_LOOP(xxh32, , values[i] = XXH32(bytes, size, 0))
DEFINE_LOOP(siphash24, , values[i] = siphash24(bytes, size, call->with.hash.key))
#ifdef __x86_64__
DEFINE_LOOP(crc32c, __attribute__((target("sse4.2"))), values[i] = crc32c_sse42(bytes, size))
#endif

#ifdef __x86_64__
static bool has_crc32c(const struct call *call) { return (void)call, __builtin_cpu_supports("sse4.2"); }
#endif

const struct peer peers_of_hashes[] = {PEER("hash_java/", "ascii-loop", loop_java),
                                       PEER("hash_h31/", "loop", loop_h31),
                                       PEER("hash_murmur2/", "loop", loop_murmur2),
                                       PEER("hash_murmur3_32/", "loop", loop_murmur3_32),
                                       PEER("hash_murmur3_128/", "loop", loop_murmur3_128),
                                       PEER("hash_siphash24/", "loop", loop_siphash24),
                                       PEER("hash_crc32/", "slicing-by-8", loop_crc32),
                                       PEER("hash_crc16/", "table", loop_crc16),
                                       PEER("hash_fnv1a_32/", "loop", loop_fnv1a_32),
                                       PEER("hash_fnv1a_64/", "loop", loop_fnv1a_64),
                                       PEER("hash_murmur2_64/", "loop", loop_murmur2_64),
                                       PEER("hash_lookup3/", "loop", loop_lookup3),
                                       PEER("hash_xxh32/", "xxhash", loop_xxh32),
                                       PEER("hash_xxh64/", "xxhash", xxhash),
                                       PEER("hash_xxh3/", "xxhash", xxhash),
                                       PEER("hash_sha1/", "openssl", openssl_sha1),
                                       PEER("hash_sha256/", "openssl", openssl_sha256),
#ifdef __x86_64__
                                       {"hash_crc32c/", "sse4.2", loop_crc32c, has_crc32c, NULL},
#endif
                                       {0}};
