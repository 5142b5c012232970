/* The kernels of the hashes, of every instruction set, against the reference. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "hash_cases.h"

enum { ROWS_MAX = 700, SHORT = 70 };
static uint64_t lengths[ROWS_MAX];

/* Twice the rows of the largest group, and one: a digest's groups have up to two vectors. */
static size_t largest_count(const struct hash_case *with) {
  const size_t vectors = hash_function_of(&with->hash)->result == HASH_DIGEST ? 2 : 1;
  size_t lanes = 0;
  EACH_ISA(kernels) {
    if (kernels->lanes > lanes) lanes = kernels->lanes;
  }
  return 2 * vectors * lanes + 1;
}
enum { LARGEST_COUNT = 4 * 16 + 1 };

static uint64_t *random_seeds(size_t rows) {
  uint64_t *seeds = guarded(rows * sizeof *seeds, GUARD_END);
  for (size_t i = 0; i < rows; i++) seeds[i] = random_u64();
  return seeds;
}

/* Strings of `lengths` one after the other against the page on `side`, `shift` bytes away from it,
 * Arrow-style: end is begin + 1. What is between them and the page after can be read. */
static void check_side_by_side(const struct hash_case *with, const uint64_t *seeds, struct guarded arena,
                               enum guard side, size_t shift, size_t rows, const char *what) {
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END), size = 0;
  for (size_t i = 0; i < rows; i++) {
    offsets[i] = size;
    size += lengths[i];
  }
  offsets[rows] = size;
  CHECK(size + shift <= (uint64_t)(arena.end - arena.begin), "%llu bytes", (unsigned long long)size);
  uint8_t *bytes = side == GUARD_BEGIN ? arena.begin + shift : arena.end - size - shift;
  const uint64_t readable = side == GUARD_BEGIN ? size : size + shift;
  hash_fill(with, bytes, (size_t)readable);
  const struct rowkey_strings strings = {bytes, readable, offsets, offsets + 1};
  CHECK(check_hash_strings(with, seeds, &strings, rows, what) == rows, "no row is bad");
}

static void strings_of_every_length(void) {
  const struct guarded arena = guarded_of((LARGEST_COUNT + 16) * 1200);
  EACH_HASH(with) {
    const size_t most = largest_count(&with) + 16;
    for (size_t length = 0; length <= 1100; length += length < SHORT ? 1 : 1 + length / 3) {
      const size_t rows = most - length % 16;
      for (size_t i = 0; i < rows; i++) lengths[i] = length;
      check_side_by_side(&with, NULL, arena, GUARD_END, 0, rows, "all of one length");
      for (size_t i = 0; i < rows; i++) lengths[i] = length + (i == length % most);
      check_side_by_side(&with, random_seeds(rows), arena, GUARD_END, 0, rows, "all but one of one length");
    }
  }
}

static void strings_of_very_mixed_lengths(void) {
  enum { LONG = 20000 };
  const struct guarded arena = guarded_of(4 << 20);
  EACH_HASH(with) {
    for (unsigned kind = 0; kind < 3; kind++) {
      for (size_t i = 0; i < ROWS_MAX; i++) {
        lengths[i] = random_below(SHORT);
        if (kind == 0 && random_below(20) == 0) lengths[i] = random_below(1500);
        if (kind == 1 && random_below(100) == 0) lengths[i] = random_below(LONG);
        if (kind == 2) lengths[i] = i == 13 ? LONG : 0;
      }
      check_side_by_side(&with, random_seeds(ROWS_MAX), arena, GUARD_END, 0, ROWS_MAX, "a few long strings");
    }
    for (size_t longest = 1; longest <= 17; longest++) {
      const size_t rows = 1 + (size_t)random_below(ROWS_MAX), fewest = (size_t)random_below(longest + 1);
      for (size_t i = 0; i < rows; i++) lengths[i] = fewest + random_below(longest - fewest + 1);
      check_side_by_side(&with, NULL, arena, GUARD_END, (size_t)random_below(20), rows, "short strings");
    }
  }
}

static void keys_of_every_width(void) {
  const struct guarded arena = guarded_of(LARGEST_COUNT * 600);
  EACH_HASH(with) {
    const size_t most = largest_count(&with);
    for (size_t width = 0; width <= 500; width += width < SHORT ? 1 : 1 + width / 3) {
      const size_t strides[] = {width, width + 1 + (size_t)random_below(20), width <= 8 ? 8 : width + 64};
      for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        const size_t rows = i == 0 ? most : 1 + (size_t)random_below(most);
        const size_t size = (rows - 1) * strides[i] + width;
        const uint64_t *seeds = width % 2 == 0 ? NULL : random_seeds(rows);
        for (unsigned side = 0; side < 2; side++) {
          uint8_t *keys = side == 0 ? arena.begin : arena.end - size;
          hash_fill(&with, keys, size);
          CHECK(check_hash_fixed(&with, seeds, keys, rows, width, strides[i], "keys") == rows,
                "no row is bad");
        }
      }
    }
  }
}

/* Text in ASCII may be hashed in a shorter way: a single byte that is not decides, wherever it stands. */
static void keys_of_ascii_but_one_byte(void) {
  enum { ROWS = 17 };
  static const size_t widths[] = {3, 7, 8, 15, 24, 31};
  EACH_HASH(with) {
    const struct guarded arena = guarded_of(ROWS * 31);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
      const size_t width = widths[i];
      uint8_t *keys = arena.end - ROWS * width;
      hash_fill(&with, keys, ROWS * width);
      for (size_t at = 0; at < ROWS * width; at++) keys[at] &= 0x7f;
      for (size_t at = 0; at < ROWS * width; at++) {
        keys[at] |= 0x80;
        check_hash_fixed(&with, NULL, keys, ROWS, width, width, "ASCII but for one byte");
        keys[at] &= 0x7f;
      }
    }
    free_guarded(); /* of all hashes together they are more mappings than a process may have */
  }
}

/* Lengths that lanes of 32 bits do not hold, in bytes or in bits. The zeros are one page of memory that is
 * mapped many times. */
static void long_strings(const struct hash_case *with, uint64_t length) {
  const size_t size = (size_t)length + 21;
  void *zeros = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(zeros != MAP_FAILED, "mmap of %zu bytes", size);
  const uint64_t begin[3] = {100, 0, 7}, end[3] = {117, size, length + 7};
  const struct rowkey_strings strings = {zeros, size, begin, end};
  check_hash_strings(with, NULL, &strings, 3, "long strings");
  munmap(zeros, size);
}

static void strings_of_a_quarter_gibibyte(void) {
  if (left_to_full_effort()) return;
  const rowkey_hash_function functions[] = {ROWKEY_MURMUR3_32, ROWKEY_XXH32, ROWKEY_LOOKUP3};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const struct hash_case with = {.name = "by 32 bits", .hash = {.function = functions[i]}};
    long_strings(&with, (uint64_t)1 << 28);
  }
}

static void digests_of_half_a_gibibyte(void) {
  if (left_to_full_effort()) return;
  const struct hash_case with = {.name = "sha1", .hash = {.function = ROWKEY_SHA1}};
  long_strings(&with, (uint64_t)1 << 29);
}

static const struct test tests[] = {
    {"hash_strings of every length", strings_of_every_length},
    {"hash_strings of very mixed lengths", strings_of_very_mixed_lengths},
    {"hash_fixed of every width", keys_of_every_width},
    {"hash_fixed of ASCII but for one byte", keys_of_ascii_but_one_byte},
    {"hash_strings of a quarter gibibyte", strings_of_a_quarter_gibibyte},
    {"digests of half a gibibyte", digests_of_half_a_gibibyte},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
