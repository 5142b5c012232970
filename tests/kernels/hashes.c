#include "hashes.h"

#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

const struct hash_case hash_cases[] = {
    {"java_hash", {.function = ROWKEY_JAVA_HASH}},
    {"h31", {.function = ROWKEY_H31, .seed = 1}},
    {"murmur2", {.function = ROWKEY_MURMUR2, .seed = 0x9747b28c}},
    {"murmur3_32", {.function = ROWKEY_MURMUR3_32, .seed = 42}},
    {"murmur3_32 signed", {.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_SIGNED, .seed = 104729}},
    {"murmur3_32 of words", {.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_WORDS, .seed = 42}},
    {"murmur3_128", {.function = ROWKEY_MURMUR3_128, .seed = UINT64_C(0xfedcba9876543210)}},
    {"murmur3_128 signed", {.function = ROWKEY_MURMUR3_128, .tail = ROWKEY_TAIL_SIGNED}},
    {"crc32c", {.function = ROWKEY_CRC32C}},
    {"siphash24",
     {.function = ROWKEY_SIPHASH24, .key = {0xf0, 1, 0x82, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xff}}},
    {"xxh64", {.function = ROWKEY_XXH64, .seed = UINT64_C(0x9e3779b185ebca87)}},
    {"xxh3", {.function = ROWKEY_XXH3, .seed = UINT64_C(0x9e3779b185ebca87)}},
};
const size_t hash_cases_count = sizeof hash_cases / sizeof *hash_cases;

size_t hash_results(const rowkey_hash *hash) { return hash->function == ROWKEY_MURMUR3_128 ? 2 : 1; }

void hash_fill(const struct hash_case *with, uint8_t *bytes, size_t size) {
  random_bytes(bytes, size);
  if (with->hash.function != ROWKEY_JAVA_HASH) return;
  for (size_t i = 0; i < size; i++) bytes[i] &= 0x7f;
}

/* Rows of either kind. Seeds are given in the place of the values where they may be. */
struct rows {
  const struct rowkey_strings *strings; /* or NULL */
  const uint8_t *keys;
  size_t width, stride;
};

static const uint8_t *message(const struct rows *rows, size_t row, uint64_t *size) {
  if (rows->strings == NULL) {
    *size = rows->width;
    return rows->keys + row * rows->stride;
  }
  *size = rows->strings->end[row] - rows->strings->begin[row];
  return rows->strings->bytes + rows->strings->begin[row];
}

static size_t check(const struct hash_case *with, const uint64_t *seeds, const struct rows *rows,
                    size_t count, const char *what) {
  const rowkey_hash *hash = &with->hash;
  const size_t results = hash_results(hash);
  uint64_t *expected = malloc((count + 1) * 2 * sizeof *expected), size;
  CHECK(expected != NULL, "out of memory");
  size_t good = 0;
  for (; good < count; good++) {
    const uint8_t *bytes = message(rows, good, &size);
    uint64_t both[2];
    if (!reference_hash(hash, seeds == NULL ? hash->seed : seeds[good], bytes, size, both)) break;
    memcpy(expected + good * results, both, results * sizeof *both);
  }
  uint64_t *values = guarded(count * results * sizeof *values, GUARD_END);
  EACH_ISA(kernels) {
    memset(values, 0, count * results * sizeof *values);
    const uint64_t *given = seeds;
    if (seeds != NULL && results == 1) given = memcpy(values, seeds, count * sizeof *values);
    const size_t returned =
        rows->strings != NULL
            ? kernels->hash_strings(hash, given, rows->strings, count, values)
            : kernels->hash_fixed(hash, given, rows->keys, count, rows->width, rows->stride, values);
    CHECK(returned == good, "%s on %s, %s: bad row %zu of %zu, not %zu", with->name, kernels->name, what,
          returned, count, good);
    for (size_t i = 0; i < good * results; i++) {
      message(rows, i / results, &size);
      CHECK(values[i] == expected[i], "%s on %s, %s: row %zu of %zu, %llu bytes: 0x%llx, not 0x%llx",
            with->name, kernels->name, what, i / results, count, (unsigned long long)size,
            (unsigned long long)values[i], (unsigned long long)expected[i]);
    }
  }
  free(expected);
  return good;
}

size_t check_hash_strings(const struct hash_case *with, const uint64_t *seeds,
                          const struct rowkey_strings *strings, size_t rows, const char *what) {
  const struct rows all = {.strings = strings};
  return check(with, seeds, &all, rows, what);
}

size_t check_hash_fixed(const struct hash_case *with, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                        size_t width, size_t stride, const char *what) {
  const struct rows all = {.keys = keys, .width = width, .stride = stride};
  return check(with, seeds, &all, rows, what);
}
