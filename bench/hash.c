/* How many hashes a second, of keys of one width and of strings of mixed lengths, for each function of
 * rowkey_hash: the scalar kernel beside those of vectors, and xxHash's own functions beside ours. */
#include <stdio.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

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
  hash->begin = bench_allocate(shape->rows * sizeof(uint64_t));
  hash->end = bench_allocate(shape->rows * sizeof(uint64_t));
  uint64_t at = 0;
  for (size_t i = 0; i < shape->rows; i++) {
    hash->begin[i] = at;
    at += hash->width != 0 ? hash->width : SHORTEST + bench_random() % (LONGEST - SHORTEST + 1);
    hash->end[i] = at;
  }
  shape->bytes = at;
  shape->output_size = shape->rows * results * sizeof(uint64_t);
  hash->bytes = bench_allocate(at);
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

static void register_function(const char *name, rowkey_hash with) {
  static const size_t widths[] = {8, 20, 32, 0};
  for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
    char length[24] = "mixed";
    if (widths[i] != 0) snprintf(length, sizeof(length), "%zuB", widths[i]);
    struct hash *hash = shape_create(sizeof(*hash), BENCH_ROWS, fill, reference, "hash_%s/%s", name, length);
    hash->with = with;
    hash->width = widths[i];
    bench_add_kernels(&hash->shape, kernel);
    if (with.function == ROWKEY_XXH64 || with.function == ROWKEY_XXH3)
      bench_add(&hash->shape, "xxhash", xxhash, NULL);
  }
}

void register_hash(void) {
  register_function("java", (rowkey_hash){.function = ROWKEY_JAVA_HASH});
  register_function("h31", (rowkey_hash){.function = ROWKEY_H31, .seed = 1});
  register_function("murmur2", (rowkey_hash){.function = ROWKEY_MURMUR2, .seed = 0x9747b28c});
  register_function("murmur3_32", (rowkey_hash){.function = ROWKEY_MURMUR3_32});
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
