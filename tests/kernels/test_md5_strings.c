/* The MD5 kernel of strings, of every instruction set, against the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "digests.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static void store_u64(uint8_t *at, size_t index, uint64_t value) {
  memcpy(at + index * sizeof value, &value, sizeof value);
}

enum { STRINGS_MAX = 6000 };
struct batch {
  uint8_t *bytes;
  size_t size;
  uint8_t *begin, *end; /* uint64_t each */
  size_t rows;
};

static void check_strings(const struct batch *batch, const char *what) {
  uint8_t *expected = malloc(batch->rows * DIGEST + 1);
  CHECK(expected != NULL, "out of memory");
  for (size_t i = 0; i < batch->rows; i++) {
    uint64_t begin, end;
    memcpy(&begin, batch->begin + 8 * i, 8);
    memcpy(&end, batch->end + 8 * i, 8);
    reference_md5(batch->bytes + begin, end - begin, expected + i * DIGEST);
  }
  const struct rowkey_strings strings = {batch->bytes, batch->size,
                                         (const uint64_t *)(const void *)batch->begin,
                                         (const uint64_t *)(const void *)batch->end};
  uint8_t *digests = guarded(batch->rows * DIGEST, GUARD_END);
  ROWKEY_EACH_TUNING
  EACH_KERNEL(kernels, md5_strings) {
    memset(digests, 0, batch->rows * DIGEST);
    kernels->md5_strings(&strings, batch->rows, digests);
    check_digests(digests, expected, batch->rows, what, kernels->name);
  }
  free(expected);
}

/* The strings of these lengths one after the other in `arena`, Arrow-style: end is begin + 1. */
static struct batch side_by_side(struct guarded arena, enum guard side, uint8_t *offsets,
                                 const size_t *lengths, size_t rows) {
  uint64_t size = 0;
  for (size_t i = 0; i < rows; i++) {
    store_u64(offsets, i, size);
    size += lengths[i];
  }
  store_u64(offsets, rows, size);
  CHECK(size <= (size_t)(arena.end - arena.begin), "%llu bytes", (unsigned long long)size);
  uint8_t *bytes = side == GUARD_BEGIN ? arena.begin : arena.end - size;
  return (struct batch){bytes, (size_t)size, offsets, offsets + 8, rows};
}

static void strings_of_every_length(void) {
  const size_t most = largest_count() + 16;
  const struct guarded arena = guarded_of(most * 300);
  random_bytes(arena.begin, (size_t)(arena.end - arena.begin));
  uint8_t *offsets = guarded((most + 1) * 8, GUARD_END);
  size_t *lengths = (size_t *)guarded(most * sizeof *lengths, GUARD_END);
  for (size_t length = 0; length <= 300; length++) {
    const size_t rows = length % 2 == 0 ? most : most - 1 - length % 16;
    for (size_t i = 0; i < rows; i++) lengths[i] = length;
    const struct batch batch = side_by_side(arena, GUARD_END, offsets, lengths, rows);
    check_strings(&batch, "all of one length");
  }
}

/* One string, with nothing that can be read before it or after it: nobody's lane is left over for it. */
static void one_string(void) {
  enum { LONGEST = 200 };
  const struct guarded arena = guarded_of(LONGEST);
  uint8_t *offsets = guarded(2 * 8, GUARD_END);
  for (size_t length = 0; length <= LONGEST; length++) {
    random_bytes(arena.begin, (size_t)(arena.end - arena.begin));
    const struct batch first = side_by_side(arena, GUARD_BEGIN, offsets, &length, 1);
    check_strings(&first, "one after a guard page");
    const struct batch last = side_by_side(arena, GUARD_END, offsets, &length, 1);
    check_strings(&last, "one before a guard page");
  }
}

static int by_length(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

/* Few long strings among many short ones, in four orders. */
static void strings_of_very_mixed_lengths(void) {
  enum { LONG = 20000, ROWS = 700 };
  const struct guarded arena = guarded_of(4 << 20);
  random_bytes(arena.begin, (size_t)(arena.end - arena.begin));
  uint8_t *offsets = guarded((ROWS + 1) * 8, GUARD_END);
  size_t *lengths = (size_t *)guarded(ROWS * sizeof *lengths, GUARD_END);
  for (unsigned order = 0; order < 4; order++) {
    for (size_t i = 0; i < ROWS; i++) {
      const uint64_t kind = random_below(20);
      lengths[i] = (size_t)(kind == 0   ? random_below(LONG)
                            : kind < 4  ? random_below(1500)
                            : kind < 12 ? random_below(120)
                                        : random_below(20));
    }
    if (order == 1 || order == 2) qsort(lengths, ROWS, sizeof *lengths, by_length);
    for (size_t i = 0; order == 2 && i < ROWS / 2; i++) {
      const size_t swapped = lengths[i];
      lengths[i] = lengths[ROWS - 1 - i];
      lengths[ROWS - 1 - i] = swapped;
    }
    if (order == 3) {
      for (size_t i = 0; i < ROWS; i++) lengths[i] = i == 13 ? LONG : 0;
    }
    const struct batch batch = side_by_side(arena, GUARD_END, offsets, lengths, ROWS);
    check_strings(&batch, "a few long strings among short ones");
  }
}

static void empty_strings_read_nothing(void) {
  const struct guarded arena = guarded_of(1);
  uint8_t *offsets = guarded(300 * 8, GUARD_END);
  memset(offsets, 0, 300 * 8);
  for (size_t rows = 1; rows < 300; rows += 1 + rows / 8) {
    const struct batch batch = {arena.end, 0, offsets, offsets, rows};
    check_strings(&batch, "empty strings of no bytes");
  }
}

/* The count of bits passes 32 bits. The zeros are one page of memory that is mapped many times. */
static void strings_of_half_a_gibibyte(void) {
  if (left_to_full_effort()) return;
  const size_t size = ((size_t)1 << 29) + 5;
  void *zeros = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(zeros != MAP_FAILED, "mmap of %zu bytes", size);
  /* Python: hashlib.md5(bytes(n)).hexdigest() for n = 2^29 + 5, 2^29 - 1, 3 */
  static const uint8_t expected[3][DIGEST] = {
      {0x53, 0xf8, 0x3c, 0x49, 0x0b, 0x74, 0x35, 0xd7, 0xe2, 0x05, 0x46, 0x6b, 0xfd, 0x98, 0x48, 0x82},
      {0xc6, 0xc4, 0x83, 0x4a, 0x7b, 0x09, 0x28, 0x87, 0x8a, 0xd4, 0x8c, 0x86, 0x7a, 0x1e, 0x24, 0xd6},
      {0x69, 0x3e, 0x9a, 0xf8, 0x4d, 0x3d, 0xfc, 0xc7, 0x1e, 0x64, 0x0e, 0x00, 0x5b, 0xdc, 0x5e, 0x2e}};
  const uint64_t begin[3] = {0, 0, 100}, end[3] = {size, size - 6, 103};
  const struct rowkey_strings strings = {zeros, size, begin, end};
  EACH_KERNEL(kernels, md5_strings) {
    uint8_t digests[3][DIGEST];
    kernels->md5_strings(&strings, 3, digests[0]);
    check_digests(digests[0], expected[0], 3, "half a gibibyte", kernels->name);
  }
  munmap(zeros, size);
}

/* Groups of short strings alone, groups that one longer string is in, and strings too near the end of the
 * bytes to be read in whole units. */
static void short_strings(void) {
  static const size_t longest[] = {0, 1, 4, 15, 16, 31, 32, 55};
  enum { ROWS_MAX = 700, SPARE = 40 };
  const struct guarded arena = guarded_of(ROWS_MAX * 60 + SPARE);
  uint8_t *offsets = guarded((ROWS_MAX + 1) * 8, GUARD_END);
  size_t lengths[ROWS_MAX + 1];
  for (size_t repetition = repetitions(30); repetition-- > 0;) {
    for (size_t i = 0; i < COUNT_OF(longest); i++) {
      const size_t rows = (size_t)random_below(ROWS_MAX - 1) + 1;
      for (size_t row = 0; row < rows; row++) lengths[row] = (size_t)random_below(longest[i] + 1);
      if (random_below(3) == 0) lengths[random_below(rows)] = 1 + (size_t)random_below(59);
      /* Bytes after the last string that can be read, and are not zeros. */
      const size_t spare = random_below(2) == 0 ? 0 : SPARE;
      lengths[rows] = spare;
      struct batch batch =
          side_by_side(arena, GUARD_END, offsets + 8 * (ROWS_MAX - rows - 1), lengths, rows + 1);
      batch.rows = rows;
      random_bytes(batch.bytes, batch.size);
      check_strings(&batch, "short strings");
    }
  }
}

static const struct test tests[] = {
    {"md5_strings of every length", strings_of_every_length},
    {"one string by itself, between guard pages", one_string},
    {"md5_strings of very mixed lengths", strings_of_very_mixed_lengths},
    {"md5_strings of short strings", short_strings},
    {"md5_strings of empty strings", empty_strings_read_nothing},
    {"md5_strings of half a gibibyte", strings_of_half_a_gibibyte},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
