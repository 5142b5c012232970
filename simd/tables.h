/* All tables of kernels, for tests, fuzzers and benchmarks: of each instruction set the one that the library
 * runs, then one of the generic kernels that it overrides, in which all others are NULL. */
#ifndef ROWKEY_SIMD_TABLES_H
#define ROWKEY_SIMD_TABLES_H

#include "kernels/kernel_table.h"
#include "kernels/tuning.h"

extern const size_t rowkey_tables_count;

/* Table number `index`, or NULL when this CPU cannot run it. The even ones are those of the library. */
const struct rowkey_kernels *rowkey_table(size_t index);

/* The same table, or NULL also when what lies at the offset in it, a kernel, is NULL. */
const struct rowkey_kernels *rowkey_table_with(size_t index, size_t kernel_offset);

/* A loop over choices of src/kernels/tuning.h: each made nowhere, then each everywhere. It ends with those of
 * this CPU.
 */
#define ROWKEY_EACH_TUNING for (size_t tuning_index = 0; rowkey_try_tuning(tuning_index); tuning_index++)

/* False, and this CPU's choices are made again, when there is no such number. */
bool rowkey_try_tuning(size_t index);

#endif
