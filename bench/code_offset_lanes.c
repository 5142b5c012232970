/* The kernels whose loops are hottest, compiled once for each instruction set and each offset: the functions
 * of this file begin BENCH_CODE_OFFSET bytes after a multiple of 64. */
#include "code_offset.h"
#include "kernels/divisor.h"
#include "kernels/tuning.h"
#include "wide.h"

#include ROWKEY_LANES_HEADER

#include "simd/kernels/decimal.h"
#include "simd/kernels/md5_fixed.h"
#include "simd/kernels/modulo.h"

#define QUOTE_(name) #name
#define QUOTE(name) QUOTE_(name)

/* Of keys of eight bytes side by side. The last few rows, which are less than a group, are left to the
 * library's own kernel. */
static void md5_of_groups(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests) {
  const struct md5_key_shape shape = md5_key_shape(width, stride);
  const size_t done = md5_fixed_groups(keys, rows, &shape, digests);
  rowkey_kernels_named(QUOTE(ROWKEY_ISA_NAME))
      ->md5_fixed(keys + done * stride, rows - done, width, stride, digests + 16 * done);
}

#define TABLE BENCH_OFFSET_TABLE(ROWKEY_ISA_NAME, BENCH_CODE_OFFSET)
extern const struct rowkey_kernels TABLE;
const struct rowkey_kernels TABLE = {
    .md5_fixed = md5_of_groups, .modulo_u128 = modulo_u128, .decimal_padded = decimal_padded};

#include "simd/lanes/end_target.h"
