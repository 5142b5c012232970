/* What the tests of the hash kernels share: every function with every tail, and the comparison of a batch
 * with the reference on every instruction set. */
#ifndef ROWKEY_TESTS_HASHES_H
#define ROWKEY_TESTS_HASHES_H

#include <rowkey/kernels.h>

#include "each_isa.h"

struct hash_case {
  const char *name;
  rowkey_hash hash;
};
extern const struct hash_case hash_cases[];
extern const size_t hash_cases_count;

/* Values of a row: 2 of murmur3_128, else 1. */
size_t hash_results(const rowkey_hash *hash);

/* Random bytes that the function takes: ASCII for java_hash. */
void hash_fill(const struct hash_case *with, uint8_t *bytes, size_t size);

/* The kernels of every instruction set give the reference's values up to the first bad row, and that row.
 * seeds: NULL or one a row. Returns the bad row, or `rows`. */
size_t check_hash_strings(const struct hash_case *with, const uint64_t *seeds,
                          const struct rowkey_strings *strings, size_t rows, const char *what);
size_t check_hash_fixed(const struct hash_case *with, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                        size_t width, size_t stride, const char *what);

#endif
