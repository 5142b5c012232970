/* The kernels hash_strings and hash_fixed give the reference's values, whatever the function, the tail, the
 * seeds and the mixture of lengths, and they report the first row that java_hash refuses. */
#include <string.h>

#include "kernels/hashes.h"
#include "reference/reference.h"
#include "string_batch.h"

enum { ROWS_MAX = 300 };

/* What the reference says: the values, and the first row that is bad. */
struct expectation {
  size_t good, width; /* width: values of a row */
  uint64_t values[MOST_HASH_VALUES * ROWS_MAX];
};

static rowkey_hash take_hash(struct fuzz_input *input) {
  rowkey_hash hash = {.function = (rowkey_hash_function)fuzz_take_up_to(input, ROWKEY_HASHES - 1)};
  hash.tail = (rowkey_hash_tail)(fuzz_take(input, 1) % ((unsigned)hash_function_of(&hash)->last_tail + 1));
  hash.seed = fuzz_take_number(input);
  for (unsigned i = 0; i < sizeof hash.key; i++) hash.key[i] = (uint8_t)(hash.seed >> i);
  return hash;
}

static void expect(const rowkey_hash *hash, const uint64_t *seeds, const struct fuzz_strings *strings,
                   struct expectation *expectation) {
  expectation->width = values_per_row(hash);
  size_t row = 0;
  for (; row < strings->rows; row++) {
    uint64_t values[MOST_HASH_VALUES];
    const uint64_t seed = seeds == NULL ? hash->seed : seeds[row], begin = strings->begin[row];
    if (!reference_hash(hash, seed, strings->bytes + begin, strings->end[row] - begin, values)) break;
    memcpy(&expectation->values[row * expectation->width], values, expectation->width * sizeof *values);
  }
  expectation->good = row;
}

static void check(const struct rowkey_kernels *kernels, const char *what,
                  const struct expectation *expectation, const uint64_t *values, size_t returned) {
  FUZZ_CHECK(returned == expectation->good, "%s on %s: row %zu is reported, not %zu", what, kernels->name,
             returned, expectation->good);
  fuzz_check_rows(kernels, what, values, expectation->values, expectation->good,
                  expectation->width * sizeof *values);
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
  static struct expectation expectation;
  struct fuzz_input input = fuzz_begin(data, size);
  const rowkey_hash hash = take_hash(&input);
  const uint64_t choice = fuzz_take(&input, 1);
  struct fuzz_strings strings = fuzz_take_strings(&input, ROWS_MAX);
  /* Random bytes are hardly ever UTF-8. */
  for (uint64_t i = 0; choice % 4 != 0 && i < strings.strings.size; i++) strings.bytes[i] &= 0x7f;
  if (choice % 3 == 0) cut_to_keys(&strings);
  const size_t rows = strings.rows;
  uint64_t *seeds = choice % 2 == 0 ? NULL : fuzz_guarded(rows * sizeof *seeds);
  for (size_t i = 0; seeds != NULL && i < rows; i++) seeds[i] = (hash.seed + i) * (2 * i + 1);
  expect(&hash, seeds, &strings, &expectation);
  uint64_t *values = fuzz_guarded(rows * expectation.width * sizeof *values);
  size_t width = 0, stride = 0;
  const bool keys = are_keys(&strings, &width, &stride);
  ROWKEY_EACH_TUNING
  FUZZ_EACH_ISA(kernels) {
    memset(values, 0, rows * expectation.width * sizeof *values);
    size_t returned = FUZZ_KERNEL(kernels, hash_strings, rows)(&hash, seeds, &strings.strings, rows, values);
    check(kernels, "hash_strings", &expectation, values, returned);
    if (!keys) continue;
    const uint8_t *first = strings.bytes + strings.begin[0];
    memset(values, 0, rows * expectation.width * sizeof *values);
    returned = FUZZ_KERNEL(kernels, hash_fixed, rows)(&hash, seeds, first, rows, width, stride, values);
    check(kernels, "hash_fixed", &expectation, values, returned);
  }
  return 0;
}
