/* Hashes of rows that a test chooses, such as every length around a block's padding or Java's own vectors,
 * for every function and tail. tests/descriptors draws rows and arguments; it cannot be told which. */
#include "hash_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

static struct hash_case hash_case(rowkey_hash_function function, rowkey_hash_tail tail) {
  struct hash_case with = {.hash = {.function = function, .tail = tail, .seed = random_u64()}};
  random_bytes(with.hash.key, sizeof with.hash.key);
  snprintf(with.name, sizeof with.name, "%s %s", rowkey_hash_functions[function].name,
           rowkey_tail_names[tail]);
  return with;
}

struct hash_case first_hash_case(void) { return hash_case((rowkey_hash_function)0, ROWKEY_TAIL_UNSIGNED); }

void next_hash_case(struct hash_case *with) {
  const rowkey_hash *hash = &with->hash;
  if (hash->tail < hash_function_of(hash)->last_tail)
    *with = hash_case(hash->function, hash->tail + 1);
  else if ((unsigned)hash->function + 1 < ROWKEY_HASHES)
    *with = hash_case(hash->function + 1, ROWKEY_TAIL_UNSIGNED);
  else
    with->name[0] = '\0';
}

void hash_fill(const struct hash_case *with, uint8_t *bytes, size_t size) {
  random_bytes(bytes, size);
  if (!hash_function_of(&with->hash)->of_text) return;
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
  const size_t results = values_per_row(hash);
  uint64_t *expected = malloc((count + 1) * MOST_HASH_VALUES * sizeof *expected), size;
  CHECK(expected != NULL, "out of memory");
  size_t good = 0;
  for (; good < count; good++) {
    const uint8_t *bytes = message(rows, good, &size);
    uint64_t values[MOST_HASH_VALUES];
    if (!reference_hash(hash, seeds == NULL ? hash->seed : seeds[good], bytes, size, values)) break;
    memcpy(expected + good * results, values, results * sizeof *values);
  }
  uint64_t *values = guarded(count * results * sizeof *values, GUARD_END);
  ROWKEY_EACH_TUNING
  EACH_ISA(kernels) {
    if (tuning_index > 0 && hash_function_of(hash)->result != HASH_DIGEST) continue; /* it has no choice */
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
