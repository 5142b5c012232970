/* How many hashes a second, of keys of one width and of strings of mixed lengths, for each function of
 * rowkey_hash: the kernels of each instruction set beside a scalar loop, or beside xxHash's own functions. */
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "hash_loops.h"
#include "kernel_table.h"
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
  const size_t results = hash->with.function == ROWKEY_MURMUR3_128 ? 2 : 1;
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
  const size_t results = hash->with.function == ROWKEY_MURMUR3_128 ? 2 : 1;
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    uint64_t both[2];
    const uint64_t begin = hash->begin[i];
    reference_hash(&hash->with, hash->with.seed, hash->bytes + begin, hash->end[i] - begin, both);
    for (size_t j = 0; j < results; j++) values[i * results + j] = both[j];
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
DEFINE_LOOP(murmur2, , values[i] = (uint64_t)(int64_t)(int32_t)murmur2(bytes, size, 0x9747b28c))
DEFINE_LOOP(murmur3_32, , values[i] = (uint64_t)(int64_t)(int32_t)murmur3_32(bytes, size, 0))
DEFINE_LOOP(murmur3_128, , murmur3_128(bytes, size, values + 2 * i))
DEFINE_LOOP(siphash24, , values[i] = siphash24(bytes, size, hash->with.key))
#ifdef __x86_64__
DEFINE_LOOP(crc32c, __attribute__((target("sse4.2"))), values[i] = crc32c_sse42(bytes, size))
#endif

static void add_peers(struct hash *hash, const char *name) {
  const struct {
    const char *function, *implementation;
    bench_run *run;
  } peers[] = {
      {"java", "ascii-loop", loop_java},
      {"h31", "loop", loop_h31},
      {"murmur2", "loop", loop_murmur2},
      {"murmur3_32", "loop", loop_murmur3_32},
      {"murmur3_128", "loop", loop_murmur3_128},
      {"siphash24", "loop", loop_siphash24},
      {"xxh64", "xxhash", xxhash},
      {"xxh3", "xxhash", xxhash},
  };
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    if (strcmp(peers[i].function, name) == 0)
      bench_add(&hash->shape, peers[i].implementation, peers[i].run, NULL);
#ifdef __x86_64__
  if (strcmp(name, "crc32c") == 0 && __builtin_cpu_supports("sse4.2"))
    bench_add(&hash->shape, "sse4.2", loop_crc32c, NULL);
#endif
}

static void register_function(const char *name, rowkey_hash with) {
  static const size_t widths[] = {8, 20, 32, 0};
  for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
    char length[24] = "mixed";
    if (widths[i] != 0) snprintf(length, sizeof(length), "%zuB", widths[i]);
    struct hash *hash = shape_create(sizeof(*hash), BENCH_ROWS, fill, reference, "hash_%s/%s", name, length);
    hash->with = with;
    hash->width = widths[i];
    bench_add_kernels(&hash->shape, kernel);
    add_peers(hash, name);
  }
}

void register_hash(void) {
  register_function("java", (rowkey_hash){.function = ROWKEY_JAVA_HASH});
  register_function("h31", (rowkey_hash){.function = ROWKEY_H31, .seed = 1});
  register_function("murmur2", (rowkey_hash){.function = ROWKEY_MURMUR2, .seed = 0x9747b28c});
  register_function("murmur3_32", (rowkey_hash){.function = ROWKEY_MURMUR3_32});
  register_function("murmur3_32_signed",
                    (rowkey_hash){.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_SIGNED, .seed = 104729});
  register_function("murmur3_32_words",
                    (rowkey_hash){.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_WORDS, .seed = 42});
  register_function("murmur3_128", (rowkey_hash){.function = ROWKEY_MURMUR3_128});
  register_function("murmur3_128_signed",
                    (rowkey_hash){.function = ROWKEY_MURMUR3_128, .tail = ROWKEY_TAIL_SIGNED});
  register_function("crc32c", (rowkey_hash){.function = ROWKEY_CRC32C});
  register_function("siphash24", (rowkey_hash){.function = ROWKEY_SIPHASH24, .key = "0123456789abcde"});
  register_function("xxh64", (rowkey_hash){.function = ROWKEY_XXH64});
  register_function("xxh3", (rowkey_hash){.function = ROWKEY_XXH3});
}
