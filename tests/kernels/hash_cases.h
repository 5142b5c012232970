/* What the tests of the hash kernels share: every function with every tail, and the comparison of a batch
 * with the reference on every instruction set. */
#ifndef ROWKEY_TESTS_HASH_CASES_H
#define ROWKEY_TESTS_HASH_CASES_H

#include "each_isa.h"
#include "kernels/hashes.h"

struct hash_case {
  char name[32];
  rowkey_hash hash;
};

/* A loop over every function with every tail, with a random seed and key whether it has them or not. */
#define EACH_HASH(with) \
  for (struct hash_case with = first_hash_case(); with.name[0] != '\0'; next_hash_case(&with))
struct hash_case first_hash_case(void);
void next_hash_case(struct hash_case *with);

/* Random bytes that the function takes: ASCII if it hashes text. */
void hash_fill(const struct hash_case *with, uint8_t *bytes, size_t size);

/* The kernels of every instruction set give the reference's values up to the first bad row, and that row.
 * seeds: NULL or one a row. Returns the bad row, or `rows`. */
size_t check_hash_strings(const struct hash_case *with, const uint64_t *seeds,
                          const struct rowkey_strings *strings, size_t rows, const char *what);
size_t check_hash_fixed(const struct hash_case *with, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                        size_t width, size_t stride, const char *what);

#endif
