/* The generic kernels that one instruction set overrides, and NULL for every other kernel: they are tested,
 * fuzzed and benchmarked beside what stands in for them, and are no part of the library. The build compiles
 * this file as it does simd/kernels.c. A new kind of override adds its lines to both halves. */
#include "kernels/divisor.h"
#include "kernels/kernel_table.h"
#include "simd/table_name.h"
#include "wide.h"

#include ROWKEY_LANES_HEADER

#ifdef V_DECIMAL_OVERRIDE_HEADER
#undef V_DECIMAL_OVERRIDE_HEADER
#include "simd/kernels/decimal.h"
#define GENERIC_DECIMAL .decimal_padded = decimal_padded, .decimal_unpadded = decimal_unpadded,
#else
#define GENERIC_DECIMAL
#endif

#ifdef V_MODULO_DIGESTS_HEADER
#undef V_MODULO_DIGESTS_HEADER
#include "simd/kernels/modulo.h"
#define GENERIC_MODULO .modulo_u128 = modulo_u128,
#else
#define GENERIC_MODULO
#endif

extern const struct rowkey_kernels ROWKEY_TABLE_NAME(generic, ROWKEY_ISA_NAME);
const struct rowkey_kernels ROWKEY_TABLE_NAME(generic, ROWKEY_ISA_NAME) = {
    .name = ROWKEY_TEXT_OF(ROWKEY_ISA_NAME) "+generic", .lanes = V32_LANES, GENERIC_DECIMAL GENERIC_MODULO};

#include "simd/lanes/end_target.h"
