/* The table of kernels that every instruction set fills: the one seam between the library and simd/.
 *
 * simd/kernels.c is compiled once for each row of simd/isa.def and defines `rowkey_kernels_<name>`. The
 * library, the tests, the fuzzers and the benchmarks walk `rowkey_isas` and never name an instruction set.
 *
 * Kernels trust their arguments: the public functions have checked them. They allocate nothing, and read and
 * write exactly the bytes stated. A kernel that can meet a bad row returns the index of the first one, or
 * `rows` when there is none; the output from a bad row on is unspecified.
 */
#ifndef ROWKEY_SRC_KERNEL_TABLE_H
#define ROWKEY_SRC_KERNEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rowkey_divisor_constants;

/* Where a kernel writes one field of many rows: row i at `at + i*stride`. Rows are written in rising order.
 * A kernel may also write garbage behind the field, up to `room` bytes from the field's start, but never at
 * or past `end`: what stands there is written later or belongs to nobody. room == width asks for exactness.
 */
struct rowkey_place {
  uint8_t *at;
  size_t stride;
  size_t room;
  const uint8_t *end;
};

/* Strings of many rows: row i is bytes[begin[i] … end[i]). bytes[0 … size) is readable. */
struct rowkey_strings {
  const uint8_t *bytes;
  uint64_t size;
  const uint64_t *begin;
  const uint64_t *end;
};

struct rowkey_kernels {
  const char *name;
  size_t lanes;     /* 32-bit lanes of a vector */
  size_t md5_group; /* the most messages any MD5 kernel has in flight: tests run all counts to twice this */

  /* digests: 16 bytes a row, contiguous */
  void (*md5_fixed)(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests);
  void (*md5_decimal)(const uint64_t *values, size_t rows, uint8_t *digests);
  void (*md5_strings)(const struct rowkey_strings *strings, size_t rows, uint8_t *digests);

  void (*modulo_u128)(const struct rowkey_divisor_constants *divisor, const uint8_t *digests, size_t rows,
                      uint64_t *remainders);
  void (*modulo_u64)(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                     uint64_t *remainders); /* remainders may be values */
  void (*modulo_u32)(const struct rowkey_divisor_constants *divisor, const uint32_t *values, size_t rows,
                     uint32_t *remainders); /* remainders may be values */

  /* width 1…20 */
  size_t (*decimal_padded)(const uint64_t *values, size_t rows, unsigned width,
                           const struct rowkey_place *place);
  /* stride >= 20; the bytes of a row from its length to 20 are unspecified */
  void (*decimal_unpadded)(const uint64_t *values, size_t rows, uint8_t *text, size_t stride,
                           uint8_t *lengths);
  /* a bad row is one that is not a u64; the caller finds out why */
  size_t (*parse_u64)(const struct rowkey_strings *strings, size_t rows, uint64_t *values);

  void (*random_u64)(uint64_t seed, uint64_t first, size_t rows, uint64_t *values);

  /* width 1…8 bytes; a bad row is a value of 2^(8*width) or more */
  size_t (*big_endian)(const uint64_t *values, size_t rows, unsigned width, const struct rowkey_place *place);
  /* `width` bytes a row from `data + i*stride`, stride 0 repeats one value */
  void (*copy_fixed)(const uint8_t *data, size_t stride, size_t width, size_t rows,
                     const struct rowkey_place *place);

  /* positions of `byte` in bytes[0 … size), rising, at most `capacity`; returns how many were written */
  size_t (*find_byte)(const uint8_t *bytes, size_t size, uint8_t byte, uint64_t *positions, size_t capacity);
  size_t (*count_byte)(const uint8_t *bytes, size_t size, uint8_t byte);
};

struct rowkey_isa {
  const char *name;
  bool (*is_supported)(void); /* the CPU and its operating system can run it */
  bool (*is_preferred)(void); /* it is worth choosing by itself on this CPU */
  const struct rowkey_kernels *kernels;
};

/* In the order of simd/isa.def: plainest first. */
extern const struct rowkey_isa rowkey_isas[];
extern const size_t rowkey_isas_count;

/* The kernels in use; chooses them at the first call. */
const struct rowkey_kernels *rowkey_kernels_selected(void);

/* The kernels of the instruction set called `name` if this CPU supports it, else NULL. */
const struct rowkey_kernels *rowkey_kernels_named(const char *name);

#endif
