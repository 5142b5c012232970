/* The kernel random_u64 of every instruction set against the reference. */
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"

enum { ROWS_MAX = 150 };

static void check_random(const struct rowkey_kernels *kernels, struct guarded out, uint64_t seed,
                         uint64_t first, size_t rows, size_t shift) {
  uint8_t *values = out.end - rows * 8 - shift;
  fill_canary(values, rows * 8 + shift);
  kernels->random_u64(seed, first, rows, (uint64_t *)(void *)values);
  for (size_t i = 0; i < rows; i++) {
    const uint64_t expected = reference_random_u64(seed, first + i);
    uint64_t value;
    memcpy(&value, values + i * 8, sizeof value);
    CHECK(value == expected, "%s: seed %llu, first %llu, row %zu of %zu gives %llu, not %llu", kernels->name,
          (unsigned long long)seed, (unsigned long long)first, i, rows, (unsigned long long)value,
          (unsigned long long)expected);
  }
  for (size_t i = rows * 8; i < rows * 8 + shift; i++) {
    CHECK(values[i] == canary(i), "%s: wrote after %zu rows", kernels->name, rows);
  }
}

static void random_of_every_count(void) {
  const struct guarded out = guarded_of(ROWS_MAX * 8);
  static const uint64_t seeds[] = {0, 1, 1234567, UINT64_MAX};
  static const uint64_t firsts[] = {0, 1, 3, UINT32_MAX - 7, UINT64_MAX - 7};
  EACH_KERNEL(kernels, random_u64) {
    for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
      for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        for (size_t j = 0; j < sizeof firsts / sizeof *firsts; j++) {
          check_random(kernels, out, seeds[i], firsts[j], rows, 0);
        }
      }
      check_random(kernels, out, random_u64(), random_u64(), rows, 0);
    }
  }
}

static void random_of_every_alignment(void) {
  const struct guarded out = guarded_of(ROWS_MAX * 8 + 64);
  EACH_KERNEL(kernels, random_u64) {
    for (size_t shift = 0; shift < 64; shift += 8) {
      check_random(kernels, out, random_u64(), random_u64(), 2 * kernels->lanes + 3, shift);
    }
  }
}

static const struct test tests[] = {
    {"random_u64 of every count", random_of_every_count},
    {"random_u64 of every alignment", random_of_every_alignment},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
