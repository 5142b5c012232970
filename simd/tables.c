#include "simd/tables.h"

#include <string.h>

#include "isa_list.h"

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
  static const struct rowkey_tuning ends[] = {{"none", SIZE_MAX, false}, {"all", 0, true}};
  const bool exists = index < sizeof ends / sizeof ends[0];
  rowkey_tuning_set(exists ? &ends[index] : NULL);
  return exists;
}
