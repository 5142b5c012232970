/* For lists made with simd/isa.def of the instruction sets that have vectors: all but those of any machine.
 */
#ifndef ROWKEY_BENCH_VECTOR_ISAS_H
#define ROWKEY_BENCH_VECTOR_ISAS_H

#include "kernels/isa_list.h"

#undef ROWKEY_ON_any
#define ROWKEY_ON_any(x)

#endif
