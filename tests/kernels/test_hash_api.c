/* rowkey_hash_fixed and rowkey_hash_strings: which arguments they refuse, which row they report, and that
 * they give what the kernels of the instruction set in use give. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "hash_cases.h"
#include "reference/reference.h"

#define REFUSED(call) CHECK((call) == ROWKEY_ERROR_ARGUMENT, "status %d", (int)(call))
#define ACCEPTED(call) CHECK((call) == ROWKEY_OK, "status %d", (int)(call))

enum { ROWS = 50, WIDTH = 11 };
static uint8_t bytes[ROWS * WIDTH];
static uint64_t begin[ROWS], end[ROWS], values[MOST_HASH_VALUES * ROWS];
static const size_t huge = SIZE_MAX / 8;
static const rowkey_hash crc32c = {.function = ROWKEY_CRC32C}, wide = {.function = ROWKEY_MURMUR3_128};

static rowkey_status fixed(const rowkey_hash *hash) {
  return rowkey_hash_fixed(hash, bytes, 1, 4, 4, values, NULL);
}
static rowkey_status strings(const rowkey_hash *hash) {
  return rowkey_hash_strings(hash, bytes, sizeof bytes, begin, end, 1, values, NULL);
}

/* Keys that are written depend on these numbers and names: a line of the list may be added, none changed. */
static void functions_stay_as_they_are(void) {
  static const struct {
    rowkey_hash_function function;
    int number;
    struct hash_function is;
  } known[] = {
      {ROWKEY_JAVA_HASH, 0, {"java_hash", HASH_I32, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, true, true}},
      {ROWKEY_H31, 1, {"h31", HASH_I32, 0, "start", 1, ROWKEY_TAIL_UNSIGNED, false, false, true}},
      {ROWKEY_MURMUR2, 2, {"murmur2", HASH_I32, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_MURMUR3_32, 3, {"murmur3_32", HASH_I32, 0, "seed", 0, ROWKEY_TAIL_WORDS, false, false, false}},
      {ROWKEY_MURMUR3_128,
       4,
       {"murmur3_128", HASH_I64_PAIR, 16, "seed", 0, ROWKEY_TAIL_SIGNED, false, false, false}},
      {ROWKEY_CRC32C, 5, {"crc32c", HASH_U32, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_SIPHASH24, 6, {"siphash24", HASH_U64, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, true, false, false}},
      {ROWKEY_XXH64, 7, {"xxh64", HASH_U64, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_XXH3, 8, {"xxh3", HASH_U64, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_CRC32, 9, {"crc32", HASH_U32, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_CRC16, 10, {"crc16", HASH_U16, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_FNV1A_32, 11, {"fnv1a_32", HASH_U32, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_MURMUR2_64,
       12,
       {"murmur2_64", HASH_U64, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_SHA1, 13, {"sha1", HASH_DIGEST, 20, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_SHA256, 14, {"sha256", HASH_DIGEST, 32, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_FNV1A_64, 15, {"fnv1a_64", HASH_U64, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_CITYHASH64,
       16,
       {"cityhash64", HASH_U64, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_FARMHASH64,
       17,
       {"farmhash64", HASH_U64, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_XXH32, 18, {"xxh32", HASH_U32, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_LOOKUP3, 19, {"lookup3", HASH_U32, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_POSTGRES_HASH,
       20,
       {"postgres_hash", HASH_I32, 0, NULL, 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_POSTGRES_HASH_64,
       21,
       {"postgres_hash_64", HASH_U64, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
      {ROWKEY_JENKINS_64,
       22,
       {"jenkins_64", HASH_U64, 0, "seed", 0, ROWKEY_TAIL_UNSIGNED, false, false, false}},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct hash_function *now = &rowkey_hash_functions[known[i].number], *then = &known[i].is;
    CHECK((int)known[i].function == known[i].number, "%s has another number", then->name);
    CHECK(strcmp(now->name, then->name) == 0, "%s is called %s", then->name, now->name);
    CHECK((now->seed == NULL) == (then->seed == NULL), "%s: a seed", then->name);
    if (now->seed != NULL) CHECK(strcmp(now->seed, then->seed) == 0, "%s: %s", then->name, now->seed);
    CHECK(now->result == then->result && now->size == then->size && now->default_seed == then->default_seed &&
              now->last_tail == then->last_tail && now->keyed == then->keyed &&
              now->of_text == then->of_text && now->base31 == then->base31,
          "%s is another function", then->name);
  }
}

static void functions_and_tails_are_checked(void) {
  for (unsigned function = 0; function < ROWKEY_HASHES + 2; function++) {
    for (unsigned tail = 0; tail <= ROWKEY_TAIL_WORDS + 2; tail++) {
      const rowkey_hash hash = {.function = (rowkey_hash_function)function, .tail = (rowkey_hash_tail)tail};
      const bool known =
          function < ROWKEY_HASHES && tail <= (unsigned)rowkey_hash_functions[function].last_tail;
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
  REFUSED(rowkey_hash_strings(&crc32c, bytes, SIZE_MAX, begin, end, 1, values, NULL));
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
    rowkey_error error;
    CHECK(rowkey_hash_fixed(&java, bytes, ROWS, WIDTH, WIDTH, values, &error) == ROWKEY_ERROR_RANGE,
          "refused");
    CHECK(error.row == 7, "%s: row %zu", kernels->name, error.row);
    CHECK(rowkey_hash_strings(&java, bytes, sizeof bytes, begin, end, ROWS, values, &error) ==
              ROWKEY_ERROR_RANGE,
          "refused");
    CHECK(error.row == 7, "%s: row %zu", kernels->name, error.row);
    CHECK(rowkey_hash_fixed(&java, bytes, ROWS, WIDTH, WIDTH, values, NULL) == ROWKEY_ERROR_RANGE, "refused");
  }
  memset(begin, 0, sizeof begin);
  memset(end, 0, sizeof end);
}

static void values_are_the_references(void) {
  EACH_HASH(with) {
    const rowkey_hash *hash = &with.hash;
    const size_t results = values_per_row(hash);
    hash_fill(&with, bytes, sizeof bytes);
    EACH_ISA(kernels) {
      ACCEPTED(rowkey_isa_select(kernels->name, NULL));
      ACCEPTED(rowkey_hash_fixed(hash, bytes, ROWS, WIDTH, WIDTH, values, NULL));
      for (size_t row = 0; row < ROWS; row++) {
        uint64_t expected[MOST_HASH_VALUES];
        reference_hash(hash, hash->seed, bytes + row * WIDTH, WIDTH, expected);
        CHECK(memcmp(expected, values + row * results, results * sizeof *expected) == 0, "%s on %s: row %zu",
              with.name, kernels->name, row);
      }
    }
  }
}

/* One row has no next one. */
static void one_row_may_have_any_stride(void) {
  EACH_HASH(with) {
    const rowkey_hash *hash = &with.hash;
    for (size_t width = 0; width < 20; width++) {
      uint8_t *key = guarded(width, GUARD_END);
      hash_fill(&with, key, width);
      uint64_t expected[MOST_HASH_VALUES];
      reference_hash(hash, hash->seed, key, width, expected);
      EACH_ISA(kernels) {
        ACCEPTED(rowkey_isa_select(kernels->name, NULL));
        for (size_t below = 0; below < 16; below++) {
          ACCEPTED(rowkey_hash_fixed(hash, key, 1, width, SIZE_MAX - below, values, NULL));
          CHECK(memcmp(values, expected, values_per_row(hash) * sizeof *values) == 0, "%s on %s: %zu bytes",
                with.name, kernels->name, width);
        }
      }
    }
  }
}

static const struct test tests[] = {
    {"functions stay as they are", functions_stay_as_they_are},
    {"functions and tails are checked", functions_and_tails_are_checked},
    {"buffers are checked", buffers_are_checked},
    {"text that is not UTF-8 is reported", bad_text_is_reported},
    {"values are the reference's", values_are_the_references},
    {"one row may have any stride", one_row_may_have_any_stride},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
