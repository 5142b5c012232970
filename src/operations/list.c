#include "plan/operation.h"
#include "plan/text_function.h"

#define UNNAMED OPERATION
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

const struct operation *rowkey_function_at(size_t index) {
  const struct operation *operation = rowkey_operation_at(index);
  return operation == NULL || operation->usage == NULL ? NULL : operation;
}

const struct operation *rowkey_operator_of(char sign) {
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_operation_at(i)) != NULL; i++)
    if (operation->sign == sign) return operation;
  return NULL;
}

#undef UNNAMED
#define UNNAMED TEXT
#define TEXT(name) extern const struct text_function rowkey_text_##name;
#include "operations/texts.def"
#undef TEXT

const struct text_function *rowkey_text_function_at(size_t index) {
  static const struct text_function *const all[] = {
#define TEXT(name) &rowkey_text_##name,
#include "operations/texts.def"
#undef TEXT
  };
  return index < sizeof all / sizeof *all ? all[index] : NULL;
}
