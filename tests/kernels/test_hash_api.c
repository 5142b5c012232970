/* rowkey_hash_fixed and rowkey_hash_strings: which arguments they refuse, which row they report, and that
 * they give what the kernels of the instruction set in use give. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "hashes.h"
#include "reference/reference.h"

#define REFUSED(call) CHECK((call) == ROWKEY_ERROR_ARGUMENT, "status %d", (int)(call))
#define ACCEPTED(call) CHECK((call) == ROWKEY_OK, "status %d", (int)(call))

enum { ROWS = 50, WIDTH = 11 };
static uint8_t bytes[ROWS * WIDTH];
static uint64_t begin[ROWS], end[ROWS], values[2 * ROWS];
static const size_t huge = SIZE_MAX / 8;
static const rowkey_hash crc32c = {.function = ROWKEY_CRC32C}, wide = {.function = ROWKEY_MURMUR3_128};

static rowkey_status fixed(const rowkey_hash *hash) {
  return rowkey_hash_fixed(hash, bytes, 1, 4, 4, values, NULL);
}
static rowkey_status strings(const rowkey_hash *hash) {
  return rowkey_hash_strings(hash, bytes, sizeof bytes, begin, end, 1, values, NULL);
}

static void functions_and_tails_are_checked(void) {
  for (unsigned function = 0; function <= ROWKEY_XXH3 + 2; function++) {
    for (unsigned tail = 0; tail <= ROWKEY_TAIL_WORDS + 2; tail++) {
      const rowkey_hash hash = {.function = (rowkey_hash_function)function, .tail = (rowkey_hash_tail)tail};
      const bool known =
          function <= ROWKEY_XXH3 &&
          (tail == ROWKEY_TAIL_UNSIGNED || (function == ROWKEY_MURMUR3_128 && tail == ROWKEY_TAIL_SIGNED) ||
           (function == ROWKEY_MURMUR3_32 && (tail == ROWKEY_TAIL_SIGNED || tail == ROWKEY_TAIL_WORDS)));
      const rowkey_status wanted = known ? ROWKEY_OK : ROWKEY_ERROR_ARGUMENT;
      CHECK(fixed(&hash) == wanted, "function %u, tail %u: %d", function, tail, (int)fixed(&hash));
      CHECK(strings(&hash) == wanted, "function %u, tail %u: %d", function, tail, (int)strings(&hash));
    }
  }
  REFUSED(fixed(NULL));
  REFUSED(strings(NULL));
  const rowkey_hash unknown = {.function = (rowkey_hash_function)100};
  REFUSED(rowkey_hash_fixed(&unknown, NULL, 0, 0, 0, NULL, NULL));
}

static void buffers_are_checked(void) {
  ACCEPTED(rowkey_hash_fixed(&crc32c, NULL, 0, 8, 8, NULL, NULL));
  ACCEPTED(rowkey_hash_strings(&crc32c, NULL, 0, NULL, NULL, 0, NULL, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, NULL, 1, 8, 8, values, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, bytes, 1, 8, 8, NULL, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, bytes, 1, 8, 7, values, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, NULL, 0, 8, 7, NULL, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, bytes, 3, 1, SIZE_MAX / 2, values, NULL));
  REFUSED(rowkey_hash_fixed(&crc32c, bytes, huge, 0, 0, values, NULL));
  REFUSED(rowkey_hash_fixed(&wide, bytes, PTRDIFF_MAX / 16 + (size_t)1, 0, 0, values, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, NULL, 1, begin, end, 1, values, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, bytes, 1, NULL, end, 1, values, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, bytes, 1, begin, NULL, 1, values, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, bytes, 1, begin, end, 1, NULL, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, bytes, 1, begin, end, huge, values, NULL));
  REFUSED(rowkey_hash_strings(&crc32c, bytes, UINT64_MAX, begin, end, 1, values, NULL));
  ACCEPTED(rowkey_hash_strings(&crc32c, NULL, 0, begin, end, 1, values, NULL));
  CHECK(values[0] == 0, "CRC32C of nothing: %llu", (unsigned long long)values[0]);
  const uint64_t wrong[][2] = {{1, 0}, {0, 11}, {11, 11}, {UINT64_MAX, 0}, {0, UINT64_MAX}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    REFUSED(rowkey_hash_strings(&crc32c, bytes, 10, &wrong[i][0], &wrong[i][1], 1, values, NULL));
}

static void bad_text_is_reported(void) {
  const rowkey_hash java = {.function = ROWKEY_JAVA_HASH};
  memset(bytes, 'a', sizeof bytes);
  bytes[7 * WIDTH + 2] = 0x80;
  for (size_t i = 0; i < ROWS; i++) {
    begin[i] = i * WIDTH;
    end[i] = begin[i] + WIDTH;
  }
  EACH_ISA(kernels) {
    ACCEPTED(rowkey_isa_select(kernels->name, NULL));
    size_t bad = 0;
    CHECK(rowkey_hash_fixed(&java, bytes, ROWS, WIDTH, WIDTH, values, &bad) == ROWKEY_ERROR_RANGE, "refused");
    CHECK(bad == 7, "%s: row %zu", kernels->name, bad);
    bad = 0;
    CHECK(
        rowkey_hash_strings(&java, bytes, sizeof bytes, begin, end, ROWS, values, &bad) == ROWKEY_ERROR_RANGE,
        "refused");
    CHECK(bad == 7, "%s: row %zu", kernels->name, bad);
    CHECK(rowkey_hash_fixed(&java, bytes, ROWS, WIDTH, WIDTH, values, NULL) == ROWKEY_ERROR_RANGE, "refused");
  }
  memset(begin, 0, sizeof begin);
  memset(end, 0, sizeof end);
}

static void values_are_the_references(void) {
  for (size_t i = 0; i < hash_cases_count; i++) {
    const rowkey_hash *hash = &hash_cases[i].hash;
    const size_t results = hash_results(hash);
    hash_fill(&hash_cases[i], bytes, sizeof bytes);
    EACH_ISA(kernels) {
      ACCEPTED(rowkey_isa_select(kernels->name, NULL));
      ACCEPTED(rowkey_hash_fixed(hash, bytes, ROWS, WIDTH, WIDTH, values, NULL));
      for (size_t row = 0; row < ROWS; row++) {
        uint64_t both[2];
        reference_hash(hash, hash->seed, bytes + row * WIDTH, WIDTH, both);
        CHECK(memcmp(both, values + row * results, results * sizeof *both) == 0, "%s on %s: row %zu",
              hash_cases[i].name, kernels->name, row);
      }
    }
  }
}

/* One row has no next one. */
static void one_row_may_have_any_stride(void) {
  for (size_t i = 0; i < hash_cases_count; i++) {
    const rowkey_hash *hash = &hash_cases[i].hash;
    for (size_t width = 0; width < 20; width++) {
      uint8_t *key = guarded(width, GUARD_END);
      hash_fill(&hash_cases[i], key, width);
      uint64_t expected[2];
      reference_hash(hash, hash->seed, key, width, expected);
      EACH_ISA(kernels) {
        ACCEPTED(rowkey_isa_select(kernels->name, NULL));
        for (size_t below = 0; below < 16; below++) {
          ACCEPTED(rowkey_hash_fixed(hash, key, 1, width, SIZE_MAX - below, values, NULL));
          CHECK(memcmp(values, expected, hash_results(hash) * sizeof *values) == 0, "%s on %s: %zu bytes",
                hash_cases[i].name, kernels->name, width);
        }
      }
    }
  }
}

static const struct test tests[] = {
    {"functions and tails are checked", functions_and_tails_are_checked},
    {"buffers are checked", buffers_are_checked},
    {"text that is not UTF-8 is reported", bad_text_is_reported},
    {"values are the reference's", values_are_the_references},
    {"one row may have any stride", one_row_may_have_any_stride},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
