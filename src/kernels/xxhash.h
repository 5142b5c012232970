/* XXH64 and XXH3 by xxHash's own code: its arguments and values are those of the kernel table's hash_fixed
 * and hash_strings, and none of its rows is bad. */
#ifndef ROWKEY_SRC_KERNELS_XXHASH_H
#define ROWKEY_SRC_KERNELS_XXHASH_H

#include "kernels/kernel_table.h"

void rowkey_xxhash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values);
void rowkey_xxhash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values);

#endif
