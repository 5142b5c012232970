/* Kernels compiled several times, to begin so many bytes after a cache line's start. */
#ifndef ROWKEY_BENCH_CODE_OFFSET_H
#define ROWKEY_BENCH_CODE_OFFSET_H

#include "kernels/kernel_table.h"

/* BENCH_EACH_OFFSET(f, isa): f(isa, offset) for each offset that CMakeLists.txt compiles. */
#define BENCH_EACH_OFFSET(f, isa) f(isa, 0) f(isa, 16) f(isa, 32) f(isa, 48)

struct offset_kernels {
  /* As in struct rowkey_kernels, of as many rows as make whole groups: it returns how many that were. */
  size_t (*md5_8_bytes)(const uint8_t *keys, size_t rows, uint8_t *digests);
  void (*modulo_u128)(const struct rowkey_divisor_constants *divisor, const uint8_t *digests, size_t rows,
                      uint64_t *remainders);
  size_t (*decimal_padded)(const uint64_t *values, size_t rows, unsigned width,
                           const struct rowkey_place *place);
};

#define BENCH_OFFSET_TABLE_(isa, offset) bench_kernels_##isa##_##offset
#define BENCH_OFFSET_TABLE(isa, offset) BENCH_OFFSET_TABLE_(isa, offset)

#endif
