/* What a kernel owes to the place of its code: the same kernels, beginning 0, 16, 32 and 48 bytes after the
 * start of a cache line. Where the library's own stand changes with every change to anything before them. */
#include "code_offset.h"

#include "kernels.h"
#include "vector_isas.h"

#define DECLARE(isa, offset) extern const struct rowkey_kernels BENCH_OFFSET_TABLE(isa, offset);
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(BENCH_EACH_OFFSET(DECLARE, name))
#include "simd/isa.def"
#undef ROWKEY_ISA

static const struct {
  const char *isa, *name;
  const struct rowkey_kernels *kernels;
} tables[] = {
#define COMMA ,
#define ROW(isa, offset) {#isa COMMA #isa "+" #offset COMMA & BENCH_OFFSET_TABLE(isa, offset)} COMMA
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(BENCH_EACH_OFFSET(ROW, name))
#include "simd/isa.def"
#undef ROWKEY_ISA
    {NULL, NULL, NULL}};

void register_code_offset(void) {
  struct shape *const shapes[] = {
      &kernel_shape_create("md5_fixed/", 8, "code_offset/md5_fixed_8B")->shape,
      &kernel_shape_create("modulo_u128/", 1000000, "code_offset/modulo_u128")->shape,
      &kernel_shape_create("decimal/", 10, "code_offset/decimal_10")->shape,
  };
  for (size_t t = 0; tables[t].isa != NULL; t++)
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]) && rowkey_kernels_named(tables[t].isa) != NULL;
         i++)
      bench_add(shapes[i], tables[t].name, run_kernel, tables[t].kernels);
}
