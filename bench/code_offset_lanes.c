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

static size_t md5_8_bytes(const uint8_t *keys, size_t rows, uint8_t *digests) {
  const struct md5_key_shape shape = md5_key_shape(8, 8);
  return md5_fixed_groups(keys, rows, &shape, digests);
}

#define TABLE BENCH_OFFSET_TABLE(ROWKEY_ISA_NAME, BENCH_CODE_OFFSET)
extern const struct offset_kernels TABLE;
const struct offset_kernels TABLE = {md5_8_bytes, modulo_u128, decimal_padded};

#include "simd/lanes/end_target.h"
