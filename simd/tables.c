#include "simd/tables.h"

#include <string.h>

#include "kernels/isa_list.h"

#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture(extern const struct rowkey_kernels rowkey_generic_##name;)
#include "simd/isa.def"
#undef ROWKEY_ISA

/* In the order of rowkey_isas. */
static const struct rowkey_kernels *const generic[] = {
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(&rowkey_generic_##name ROWKEY_COMMA)
#define ROWKEY_COMMA ,
#include "simd/isa.def"
#undef ROWKEY_ISA
};

enum { TABLES = 2 * sizeof generic / sizeof generic[0] };
const size_t rowkey_tables_count = TABLES;

const struct rowkey_kernels *rowkey_table(size_t index) {
  const struct rowkey_isa *isa = &rowkey_isas[index / 2];
  if (!isa->is_supported()) return NULL;
  return index % 2 == 0 ? isa->kernels : generic[index / 2];
}

const struct rowkey_kernels *rowkey_table_with(size_t index, size_t kernel_offset) {
  const struct rowkey_kernels *kernels = rowkey_table(index);
  if (kernels == NULL) return NULL;
  void (*kernel)(void);
  memcpy(&kernel, (const char *)kernels + kernel_offset, sizeof kernel);
  return kernel == NULL ? NULL : kernels;
}

bool rowkey_try_tuning(size_t index) {
#define ALL .cores = "all", .md5_fetches_digests = true, .md5_fetches_near = true, .rows_field_by_field = true
  static const struct rowkey_tuning none = {.cores = "none",
                                            .md5_loops_from = SIZE_MAX,
                                            .md5_fetches_whole_from = SIZE_MAX},
                                    all = {ALL}, all_and_sha = {ALL, .sha_instructions = true};
#undef ALL
  static const struct rowkey_tuning *most; /* that this CPU can do, which takes it long to say */
  if (most == NULL) {
    rowkey_tuning_set(NULL);
    most = rowkey_tuning()->sha_instructions ? &all_and_sha : &all;
  }
  const struct rowkey_tuning *const ends[] = {&none, most, NULL};
  const struct rowkey_tuning *tuning = ends[index < 2 ? index : 2];
  rowkey_tuning_set(tuning);
  return tuning != NULL;
}
