/* The kernels hash_strings and hash_fixed give the reference's values, whatever the function, the tail, the
 * seeds and the mixture of lengths, and they tell the first row that java_hash refuses. */
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "string_batch.h"

static rowkey_hash take_hash(struct fuzz_input *input) {
  rowkey_hash hash = {.function = (rowkey_hash_function)fuzz_take_up_to(input, ROWKEY_XXH3)};
  const bool other_tail = fuzz_take(input, 1) % 2 == 1;
  if (other_tail && hash.function == ROWKEY_MURMUR3_32) hash.tail = ROWKEY_TAIL_WORDS;
  if (other_tail && hash.function == ROWKEY_MURMUR3_128) hash.tail = ROWKEY_TAIL_SIGNED;
  hash.seed = fuzz_take_number(input);
  for (unsigned i = 0; i < sizeof hash.key; i++) hash.key[i] = (uint8_t)(hash.seed >> i);
  return hash;
}

static void check(const char *isa, const rowkey_hash *hash, const uint64_t *seeds,
                  const struct fuzz_strings *strings, const uint64_t *values, size_t returned) {
  const size_t results = hash->function == ROWKEY_MURMUR3_128 ? 2 : 1;
  for (size_t i = 0; i < strings->rows; i++) {
    uint64_t expected[2];
    const uint64_t seed = seeds == NULL ? hash->seed : seeds[i], begin = strings->begin[i];
    if (!reference_hash(hash, seed, strings->bytes + begin, strings->end[i] - begin, expected)) {
      FUZZ_CHECK(returned == i, "%s: bad row %zu of %zu, not %zu", isa, returned, strings->rows, i);
      return;
    }
    FUZZ_CHECK(memcmp(values + i * results, expected, results * sizeof *expected) == 0,
               "%s: function %d, row %zu of %zu, %llu bytes", isa, (int)hash->function, i, strings->rows,
               (unsigned long long)(strings->end[i] - begin));
  }
  FUZZ_CHECK(returned == strings->rows, "%s: row %zu of %zu is not bad", isa, returned, strings->rows);
}

/* Whether the strings are keys of one width at a stride. */
static bool are_keys(const struct fuzz_strings *strings, size_t *width, size_t *stride) {
  if (strings->rows < 2 || strings->begin[1] < strings->end[0]) return false;
  *width = (size_t)(strings->end[0] - strings->begin[0]);
  *stride = (size_t)(strings->begin[1] - strings->begin[0]);
  for (size_t i = 0; i < strings->rows; i++) {
    if (strings->begin[i] != strings->begin[0] + i * *stride) return false;
    if (strings->end[i] != strings->begin[i] + *width) return false;
  }
  return true;
}

/* Strings that are cut to keys of the first one's width, side by side. */
static void cut_to_keys(struct fuzz_strings *strings) {
  const uint64_t width = strings->rows == 0 ? 0 : strings->end[0] - strings->begin[0];
  for (size_t i = 0; i < strings->rows; i++) {
    strings->begin[i] = i * width;
    strings->end[i] = strings->begin[i] + width;
    if (strings->end[i] > strings->strings.size) strings->rows = i;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
  const rowkey_hash hash = take_hash(&input);
  const uint64_t choice = fuzz_take(&input, 1);
  struct fuzz_strings strings = fuzz_take_strings(&input, 700);
  /* Random bytes are hardly ever UTF-8. */
  for (uint64_t i = 0; choice % 4 != 0 && i < strings.strings.size; i++) strings.bytes[i] &= 0x7f;
  if (choice % 3 == 0) cut_to_keys(&strings);
  uint64_t *seeds = choice % 2 == 0 ? NULL : fuzz_allocate(strings.rows * sizeof *seeds);
  for (size_t i = 0; seeds != NULL && i < strings.rows; i++) seeds[i] = (hash.seed + i) * (2 * i + 1);
  uint64_t *values = fuzz_allocate(strings.rows * 2 * sizeof *values);
  size_t width = 0, stride = 0;
  const bool keys = are_keys(&strings, &width, &stride);
  FUZZ_EACH_ISA(kernels) {
    size_t returned = kernels->hash_strings(&hash, seeds, &strings.strings, strings.rows, values);
    check(kernels->name, &hash, seeds, &strings, values, returned);
    if (!keys) continue;
    const uint8_t *first = strings.bytes + strings.begin[0];
    returned = kernels->hash_fixed(&hash, seeds, first, strings.rows, width, stride, values);
    check(kernels->name, &hash, seeds, &strings, values, returned);
  }
  free(values);
  free(seeds);
  fuzz_free_strings(&strings);
  return 0;
}
