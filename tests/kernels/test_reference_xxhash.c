/* XXH64 and XXH3, the reference and the kernels of every instruction set, against the installed xxHash. */
/* All of it as static functions of this file, which reads memory by memcpy. */
#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 0
#include <xxhash.h>

#include "each_isa.h"
#include "reference/reference.h"

static uint64_t of_xxhash(rowkey_hash_function function, const uint8_t *message, size_t size, uint64_t seed) {
  return function == ROWKEY_XXH64 ? XXH64(message, size, seed) : XXH3_64bits_withSeed(message, size, seed);
}

static void random_messages(void) {
  static uint8_t message[6000];
  random_bytes(message, sizeof message);
  const rowkey_hash xxh64 = {.function = ROWKEY_XXH64}, xxh3 = {.function = ROWKEY_XXH3};
  for (size_t size = 0; size < sizeof message; size += size < 1200 ? 1 : 1 + random_below(97)) {
    const uint64_t seeds[] = {0, 1, random_u64()};
    for (unsigned i = 0; i < 3; i++) {
      uint64_t values[MOST_HASH_VALUES];
      reference_hash(&xxh64, seeds[i], message, size, values);
      CHECK(values[0] == of_xxhash(ROWKEY_XXH64, message, size, seeds[i]), "XXH64 of %zu bytes, seed 0x%llx",
            size, (unsigned long long)seeds[i]);
      reference_hash(&xxh3, seeds[i], message, size, values);
      CHECK(values[0] == of_xxhash(ROWKEY_XXH3, message, size, seeds[i]), "XXH3 of %zu bytes, seed 0x%llx",
            size, (unsigned long long)seeds[i]);
    }
  }
}

enum { ROWS = 9, LONGEST = 1100 };

/* Rows of one length as keys of one width and as strings, with one seed and with one a row, some of which
 * follow themselves. The last row ends before a page that faults. */
static void check_rows(const struct rowkey_kernels *kernels, rowkey_hash_function function,
                       const uint8_t *rows, size_t size, uint64_t seed) {
  const rowkey_hash hash = {.function = function, .seed = seed};
  const uint64_t seeds[ROWS] = {seed, seed, 0, 0, 1, seed, ~seed, ~seed, random_u64()};
  uint64_t begin[ROWS], end[ROWS];
  for (size_t i = 0; i < ROWS; i++) begin[i] = i * size, end[i] = begin[i] + size;
  const struct rowkey_strings strings = {rows, ROWS * size, begin, end};
  for (unsigned has_seeds = 0; has_seeds < 2; has_seeds++) {
    const uint64_t *given = has_seeds ? seeds : NULL;
    uint64_t fixed[ROWS], of_strings[ROWS];
    CHECK(kernels->hash_fixed(&hash, given, rows, ROWS, size, size, fixed) == ROWS, "no row is bad");
    CHECK(kernels->hash_strings(&hash, given, &strings, ROWS, of_strings) == ROWS, "no row is bad");
    for (size_t i = 0; i < ROWS; i++) {
      const uint64_t wanted = of_xxhash(function, rows + begin[i], size, has_seeds ? seeds[i] : seed);
      CHECK(fixed[i] == wanted && of_strings[i] == wanted,
            "%s: function %d of %zu bytes, row %zu, seed 0x%llx: 0x%llx and 0x%llx, not 0x%llx",
            kernels->name, function, size, i, (unsigned long long)(has_seeds ? seeds[i] : seed),
            (unsigned long long)fixed[i], (unsigned long long)of_strings[i], (unsigned long long)wanted);
    }
  }
}

static void kernels_of_every_length(void) {
  const struct guarded arena = guarded_of(ROWS * LONGEST);
  random_bytes(arena.begin, (size_t)(arena.end - arena.begin));
  EACH_KERNEL(kernels, hash_fixed) {
    const uint64_t seeds[] = {0, 1, UINT32_MAX, UINT64_MAX, random_u64()};
    for (size_t size = 0; size <= LONGEST; size++)
      for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        check_rows(kernels, ROWKEY_XXH64, arena.end - ROWS * size, size, seeds[i]);
        check_rows(kernels, ROWKEY_XXH3, arena.end - ROWS * size, size, seeds[i]);
      }
  }
}

static const struct test tests[] = {
    {"the reference of random messages gives xxHash's values", random_messages},
    {"the kernels of every length give xxHash's values", kernels_of_every_length},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
