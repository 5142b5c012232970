/* XXH64 and the 64 bits of XXH3 (Collet, xxHash's doc/xxhash_spec.md), a row at a time: arguments and values
 * are those of the kernel table's hash_fixed and hash_strings, and none of the rows is bad. */
#ifndef ROWKEY_SRC_KERNELS_XXHASH_H
#define ROWKEY_SRC_KERNELS_XXHASH_H

#include "kernels/kernel_table.h"

#define XXH32_P1 UINT32_C(0x9e3779b1)
#define XXH32_P2 UINT32_C(0x85ebca77)
#define XXH32_P3 UINT32_C(0xc2b2ae3d)
#define XXH32_P4 UINT32_C(0x27d4eb2f)
#define XXH32_P5 UINT32_C(0x165667b1)
#define XXH64_P1 UINT64_C(0x9e3779b185ebca87)
#define XXH64_P2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define XXH64_P3 UINT64_C(0x165667b19e3779f9)
#define XXH64_P4 UINT64_C(0x85ebca77c2b2ae63)
#define XXH64_P5 UINT64_C(0x27d4eb2f165667c5)

void rowkey_xxhash_fixed(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                         size_t width, size_t stride, uint64_t *values);
void rowkey_xxhash_strings(const rowkey_hash *hash, const uint64_t *seeds,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *values);

#endif
