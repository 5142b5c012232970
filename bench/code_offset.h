/* Kernels compiled several times, to begin so many bytes after a cache line's start. */
#ifndef ROWKEY_BENCH_CODE_OFFSET_H
#define ROWKEY_BENCH_CODE_OFFSET_H

#include "kernels/kernel_table.h"

/* BENCH_EACH_OFFSET(f, isa): f(isa, offset) for each offset that CMakeLists.txt compiles. */
#define BENCH_EACH_OFFSET(f, isa) f(isa, 0) f(isa, 16) f(isa, 32) f(isa, 48)

/* A struct rowkey_kernels that has md5_fixed, modulo_u128 and decimal_padded. */
#define BENCH_OFFSET_TABLE_(isa, offset) bench_kernels_##isa##_##offset
#define BENCH_OFFSET_TABLE(isa, offset) BENCH_OFFSET_TABLE_(isa, offset)

#endif
