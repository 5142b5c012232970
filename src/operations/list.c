#include "plan/operation.h"

#define OPERATION(name) extern const struct operation rowkey_operation_##name;
#include "operations/list.def"
#undef OPERATION

const struct operation *rowkey_operation_at(size_t index) {
  static const struct operation *const all[] = {
#define OPERATION(name) &rowkey_operation_##name,
#include "operations/list.def"
#undef OPERATION
  };
  return index < sizeof all / sizeof *all ? all[index] : NULL;
}
