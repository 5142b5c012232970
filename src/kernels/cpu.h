/* What this CPU can do (capability) and what is worth doing on it (policy), kept apart. */
#ifndef ROWKEY_SRC_KERNELS_CPU_H
#define ROWKEY_SRC_KERNELS_CPU_H

#include <stdbool.h>

#include "kernels/isa_list.h"

/* One pair of questions for each instruction set of simd/isa.def that the architecture has. */
#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture(bool rowkey_cpu_has_##name(void); bool rowkey_cpu_prefers_##name(void);)
#include "simd/isa.def"
#undef ROWKEY_ISA

/* Whether it has instructions for SHA-1 and SHA-256. */
bool rowkey_cpu_has_sha(void);

#endif
