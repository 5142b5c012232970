/* The MD5 kernels of every instruction set against the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "each_isa.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { DIGEST = 16 };

static void check_digests(const uint8_t *digests, const uint8_t *expected, size_t rows, const char *what,
                          const char *isa) {
  if (memcmp(digests, expected, rows * DIGEST) == 0) return;
  for (size_t i = 0; i < rows; i++) {
    CHECK(memcmp(digests + i * DIGEST, expected + i * DIGEST, DIGEST) == 0, "%s on %s: row %zu of %zu", what,
          isa, i, rows);
  }
}

/* The largest md5_group of all supported instruction sets: buffers are made for twice that, and one. */
static size_t largest_count(void) {
  size_t largest = 0;
  EACH_ISA(kernels) {
    if (kernels->md5_group > largest) largest = kernels->md5_group;
  }
  return 2 * largest + 1;
}

/* Counts around the lanes, the streams and the group of an instruction set, each once. */
static size_t next_count(const struct rowkey_kernels *kernels, size_t count) {
  const size_t lanes = kernels->lanes, group = kernels->md5_group;
  const size_t candidates[] = {0,         1,     2,         lanes - 1,     lanes,     lanes + 1,
                               group - 1, group, group + 1, 2 * group - 1, 2 * group, 2 * group + 1};
  size_t next = SIZE_MAX;
  for (size_t i = 0; i < COUNT_OF(candidates); i++) {
    if (candidates[i] > count && candidates[i] < next) next = candidates[i];
  }
  return next;
}

/* ---- fixed width */

static uint8_t *keys_source, *digests_expected;

/* Random keys, and their digests from the reference. */
static void make_keys(size_t rows, size_t width, size_t stride) {
  random_bytes(keys_source, rows * stride);
  for (size_t i = 0; i < rows; i++) {
    reference_md5(keys_source + i * stride, width, digests_expected + i * DIGEST);
  }
}

struct fixed_case {
  size_t rows, width, stride;
  size_t in_shift, out_shift; /* bytes away from the guard page */
  enum guard side;
};

static void check_fixed(const struct rowkey_kernels *kernels, struct arena in, struct arena out,
                        struct fixed_case c) {
  const size_t in_size = c.rows == 0 ? 0 : (c.rows - 1) * c.stride + c.width;
  const size_t out_size = c.rows * DIGEST;
  uint8_t *keys = c.side == GUARD_BEGIN ? in.begin + c.in_shift : in.end - in_size - c.in_shift;
  uint8_t *digests = c.side == GUARD_BEGIN ? out.begin + c.out_shift : out.end - out_size - c.out_shift;
  memcpy(keys, keys_source, in_size);
  fill_canary(digests - (c.side == GUARD_BEGIN ? c.out_shift : 0), out_size + c.out_shift);
  kernels->md5_fixed(keys, c.rows, c.width, c.stride, digests);
  char what[100];
  snprintf(what, sizeof what, "width %zu, stride %zu, shifts %zu and %zu", c.width, c.stride, c.in_shift,
           c.out_shift);
  check_digests(digests, digests_expected, c.rows, what, kernels->name);
  for (size_t i = 0; i < c.out_shift; i++) {
    if (c.side == GUARD_BEGIN) {
      CHECK(out.begin[i] == canary(i), "%s on %s: wrote in front of the digests", what, kernels->name);
    } else {
      CHECK(digests[out_size + i] == canary(out_size + i), "%s on %s: wrote behind the digests", what,
            kernels->name);
    }
  }
}

static void fixed_of_every_count(void) {
  const size_t most = largest_count();
  enum { WIDTH_MAX = 130 };
  keys_source = guarded(most * WIDTH_MAX, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct arena in = arena_of(most * WIDTH_MAX), out = arena_of(most * DIGEST);
  for (size_t width = 0; width <= WIDTH_MAX; width++) {
    make_keys(most, width, width);
    EACH_ISA(kernels) {
      for (size_t rows = 0; rows <= 2 * kernels->md5_group + 1; rows++) {
        check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, 0, 0, GUARD_BEGIN});
        check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, 0, 0, GUARD_END});
      }
    }
  }
}

static void fixed_of_large_widths(void) {
  static const size_t widths[] = {183,  184,  191,  192,  193,  247,  248,  255,  256,  257,  300,
                                  319,  320,  375,  376,  503,  504,  511,  512,  513,  750,  1000,
                                  1015, 1016, 1023, 1024, 2047, 2048, 2049, 4032, 4088, 4095, 4096};
  const size_t most = largest_count();
  keys_source = guarded(most * 4096, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct arena in = arena_of(most * 4096), out = arena_of(most * DIGEST);
  for (size_t i = 0; i < COUNT_OF(widths); i++) {
    make_keys(most, widths[i], widths[i]);
    EACH_ISA(kernels) {
      for (size_t rows = 0; rows != SIZE_MAX; rows = next_count(kernels, rows)) {
        check_fixed(kernels, in, out, (struct fixed_case){rows, widths[i], widths[i], 0, 0, GUARD_BEGIN});
        check_fixed(kernels, in, out, (struct fixed_case){rows, widths[i], widths[i], 0, 0, GUARD_END});
      }
    }
  }
}

static const size_t shape_widths[] = {0,  1,  2,  3,  4,  5,  7,  8,  9,  12, 15,  16, 17,
                                      20, 24, 31, 32, 33, 55, 56, 63, 64, 65, 100, 130};

static void fixed_of_every_stride(void) {
  const size_t most = largest_count();
  keys_source = guarded(most * 4200, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct arena in = arena_of(most * 4200), out = arena_of(most * DIGEST);
  for (size_t i = 0; i < COUNT_OF(shape_widths); i++) {
    for (size_t gap = 1; gap <= 19; gap++) {
      /* The last ones are far: rows on one cache set, and on different pages. */
      const size_t width = shape_widths[i];
      const size_t stride = gap <= 17 ? width + gap : gap == 18 ? 4096 : 1024;
      make_keys(most, width, stride);
      EACH_ISA(kernels) {
        for (size_t rows = 0; rows != SIZE_MAX; rows = next_count(kernels, rows)) {
          check_fixed(kernels, in, out, (struct fixed_case){rows, width, stride, 0, 0, GUARD_BEGIN});
          check_fixed(kernels, in, out, (struct fixed_case){rows, width, stride, 0, 0, GUARD_END});
        }
      }
    }
  }
}

static void fixed_of_every_alignment(void) {
  const size_t most = largest_count();
  keys_source = guarded(most * 130, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct arena in = arena_of(most * 130 + 64), out = arena_of(most * DIGEST + 64);
  for (size_t i = 0; i < COUNT_OF(shape_widths); i++) {
    const size_t width = shape_widths[i];
    make_keys(most, width, width);
    EACH_ISA(kernels) {
      for (size_t rows = 1; rows != SIZE_MAX; rows = next_count(kernels, rows)) {
        for (size_t shift = 0; shift < 64; shift++) {
          const size_t other = shift * 37 % 64;
          check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, shift, other, GUARD_BEGIN});
          check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, other, shift, GUARD_END});
        }
      }
    }
  }
}

/* ---- decimal text of integers */

static void store_u64(uint8_t *at, size_t index, uint64_t value) {
  memcpy(at + index * sizeof value, &value, sizeof value);
}

static void reference_md5_decimal(uint64_t value, uint8_t *digest) {
  uint8_t text[20];
  reference_md5(text, reference_decimal(value, text), digest);
}

static void check_decimal(const struct rowkey_kernels *kernels, const uint8_t *values, size_t rows,
                          const uint8_t *expected, uint8_t *digests, const char *what) {
  memset(digests, 0, rows * DIGEST);
  kernels->md5_decimal((const uint64_t *)(const void *)values, rows, digests);
  check_digests(digests, expected, rows, what, kernels->name);
}

static void decimal_of_every_count(void) {
  const size_t most = largest_count();
  const struct arena in = arena_of(most * 8), out = arena_of(most * DIGEST);
  uint8_t *source = guarded(most * 8, GUARD_END), *expected = guarded(most * DIGEST, GUARD_END);
  /* 0…19: all values have one digit more than that; 20: every length in a batch; 21: lengths in runs */
  for (unsigned mix = 0; mix < 22; mix++) {
    uint64_t power[20] = {1};
    for (unsigned i = 1; i < 20; i++) power[i] = power[i - 1] * 10;
    for (size_t i = 0; i < most; i++) {
      const unsigned digits = mix < 20 ? mix : (unsigned)(mix == 20 ? random_below(20) : i / 16 % 20);
      const uint64_t limit = digits == 19 ? UINT64_MAX : power[digits] * 10 - 1;
      const uint64_t first = digits == 0 ? 0 : power[digits];
      const uint64_t value = first + random_below(limit - first + 1);
      store_u64(source, i, value);
      reference_md5_decimal(value, expected + i * DIGEST);
    }
    EACH_ISA(kernels) {
      for (size_t rows = 0; rows <= 2 * kernels->md5_group + 1; rows++) {
        memcpy(in.begin, source, rows * 8);
        check_decimal(kernels, in.begin, rows, expected, out.begin, "values behind a guard page");
        memcpy(in.end - rows * 8, source, rows * 8);
        check_decimal(kernels, in.end - rows * 8, rows, expected, out.end - rows * DIGEST,
                      "values before a guard page");
      }
    }
  }
}

static void decimal_of_boundary_values(void) {
  uint64_t values[400];
  size_t count = 0;
  uint64_t power = 1;
  for (unsigned i = 0; i < 20; i++, power *= 10) {
    for (uint64_t near = 0; near < 5; near++) values[count++] = power + near - 2;
  }
  for (unsigned i = 0; i < 64; i++) {
    for (uint64_t near = 0; near < 3; near++) values[count++] = (UINT64_C(1) << i) + near - 1;
  }
  values[count++] = UINT64_MAX - 1;
  uint8_t *expected = guarded(count * DIGEST, GUARD_END), *digests = guarded(count * DIGEST, GUARD_END);
  uint8_t *bytes = guarded(count * 8, GUARD_END);
  memcpy(bytes, values, count * 8);
  for (size_t i = 0; i < count; i++) reference_md5_decimal(values[i], expected + i * DIGEST);
  EACH_ISA(kernels) { check_decimal(kernels, bytes, count, expected, digests, "boundary values"); }
}

static void decimal_of_every_alignment(void) {
  const size_t most = largest_count();
  const struct arena in = arena_of(most * 8 + 64), out = arena_of(most * DIGEST + 64);
  uint8_t *source = guarded(most * 8, GUARD_END), *expected = guarded(most * DIGEST, GUARD_END);
  for (size_t i = 0; i < most; i++) {
    const uint64_t value = random_u64() >> random_below(64);
    store_u64(source, i, value);
    reference_md5_decimal(value, expected + i * DIGEST);
  }
  EACH_ISA(kernels) {
    for (size_t rows = 1; rows != SIZE_MAX; rows = next_count(kernels, rows)) {
      for (size_t shift = 0; shift < 64; shift++) {
        uint8_t *values = in.end - rows * 8 - shift;
        memcpy(values, source, rows * 8);
        check_decimal(kernels, values, rows, expected, out.begin + shift * 37 % 64, "shifted values");
      }
    }
  }
}

/* ---- strings */

enum { STRINGS_MAX = 6000 };
struct batch {
  uint8_t *bytes;
  size_t size;
  uint8_t *begin, *end; /* uint64_t each, possibly unaligned */
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
  EACH_ISA(kernels) {
    memset(digests, 0, batch->rows * DIGEST);
    kernels->md5_strings(&strings, batch->rows, digests);
    check_digests(digests, expected, batch->rows, what, kernels->name);
  }
  free(expected);
}

/* The strings of these lengths one behind the other in `arena`, Arrow-style: end is begin + 1. */
static struct batch side_by_side(struct arena arena, enum guard side, uint8_t *offsets, const size_t *lengths,
                                 size_t rows) {
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

static void strings_of_every_count(void) {
  const size_t most = largest_count();
  const struct arena arena = arena_of(most * 300);
  random_bytes(arena.begin, most * 300);
  memcpy(arena.end - most * 300, arena.begin, most * 300);
  uint8_t *offsets = guarded((most + 1) * 8, GUARD_END);
  size_t *lengths = (size_t *)guarded(most * sizeof *lengths, GUARD_END);
  for (size_t rows = 0; rows <= most; rows++) {
    for (size_t i = 0; i < rows; i++) lengths[i] = (size_t)random_below(301);
    const struct batch first = side_by_side(arena, GUARD_BEGIN, offsets, lengths, rows);
    check_strings(&first, "lengths 0…300 behind a guard page");
    const struct batch last = side_by_side(arena, GUARD_END, offsets, lengths, rows);
    check_strings(&last, "lengths 0…300 before a guard page");
  }
}

static void strings_of_every_length(void) {
  const size_t most = largest_count() + 16;
  const struct arena arena = arena_of(most * 300);
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

static int by_length(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

/* Few long strings among many short ones, in four orders. */
static void strings_of_very_mixed_lengths(void) {
  enum { LONG = 20000, ROWS = 700 };
  const struct arena arena = arena_of(4 << 20);
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

/* Any begin and end: overlapping, in no order, with gaps, many empty. */
static void strings_anywhere(void) {
  enum { SIZE = 3000 };
  const struct arena arena = arena_of(SIZE);
  uint8_t *begin = guarded(STRINGS_MAX * 8, GUARD_END), *end = guarded(STRINGS_MAX * 8, GUARD_END);
  for (size_t round = repetitions(20); round-- > 0;) {
    const size_t size = (size_t)random_below(SIZE + 1);
    uint8_t *bytes = arena.end - size;
    random_bytes(bytes, size);
    const size_t rows = (size_t)random_below(round % 4 == 0 ? STRINGS_MAX : 300) + 1;
    uint8_t *begin_at = begin + (STRINGS_MAX - rows) * 8, *end_at = end + (STRINGS_MAX - rows) * 8;
    for (size_t i = 0; i < rows; i++) {
      const uint64_t from = random_below(size + 1);
      const uint64_t left = size - from;
      uint64_t to = from + random_below((left < 200 || random_below(8) == 0 ? left : 200) + 1);
      if (random_below(6) == 0) to = from;
      store_u64(begin_at, i, from);
      store_u64(end_at, i, to);
    }
    const struct batch batch = {bytes, size, begin_at, end_at, rows};
    check_strings(&batch, "strings anywhere");
  }
}

static void strings_of_every_alignment(void) {
  enum { ROWS = 40 };
  const struct arena arena = arena_of(ROWS * 150 + 64), offsets = arena_of((ROWS + 1) * 8 + 64);
  random_bytes(arena.begin, (size_t)(arena.end - arena.begin));
  size_t lengths[ROWS];
  for (size_t shift = 0; shift < 64; shift++) {
    for (size_t i = 0; i < ROWS; i++) lengths[i] = (size_t)random_below(150);
    struct arena shifted = arena;
    shifted.end -= shift;
    const size_t rows = ROWS - shift % 3;
    uint8_t *offsets_at = offsets.end - (rows + 1) * 8 - shift * 29 % 64;
    const struct batch batch = side_by_side(shifted, GUARD_END, offsets_at, lengths, rows);
    check_strings(&batch, "shifted strings");
  }
}

static void empty_strings_read_nothing(void) {
  const struct arena arena = arena_of(1);
  uint8_t *offsets = guarded(300 * 8, GUARD_END);
  memset(offsets, 0, 300 * 8);
  for (size_t rows = 1; rows < 300; rows += 1 + rows / 8) {
    const struct batch batch = {arena.end, 0, offsets, offsets, rows};
    check_strings(&batch, "empty strings of no bytes");
  }
}

/* The count of bits passes 32 bits. The zeros are one page of memory that is mapped many times. */
static void strings_of_half_a_gibibyte(void) {
  if (repetitions(10) < 10) {
    printf("(not run: ROWKEY_TEST_EFFORT=low) ");
    return;
  }
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
  EACH_ISA(kernels) {
    uint8_t digests[3][DIGEST];
    kernels->md5_strings(&strings, 3, digests[0]);
    check_digests(digests[0], expected[0], 3, "half a gibibyte", kernels->name);
  }
  munmap(zeros, size);
}

static const struct test tests[] = {
    {"md5_fixed of every count and width", fixed_of_every_count},
    {"md5_fixed of large widths", fixed_of_large_widths},
    {"md5_fixed of every stride", fixed_of_every_stride},
    {"md5_fixed of every alignment", fixed_of_every_alignment},
    {"md5_decimal of every count and length", decimal_of_every_count},
    {"md5_decimal of boundary values", decimal_of_boundary_values},
    {"md5_decimal of every alignment", decimal_of_every_alignment},
    {"md5_strings of every count", strings_of_every_count},
    {"md5_strings of every length", strings_of_every_length},
    {"md5_strings of very mixed lengths", strings_of_very_mixed_lengths},
    {"md5_strings anywhere", strings_anywhere},
    {"md5_strings of every alignment", strings_of_every_alignment},
    {"md5_strings of empty strings", empty_strings_read_nothing},
    {"md5_strings of half a gibibyte", strings_of_half_a_gibibyte},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
