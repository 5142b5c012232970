/* The types that columns are declared with: the lines of conversions.def. */
#ifndef ROWKEY_SRC_TYPES_DECLARED_H
#define ROWKEY_SRC_TYPES_DECLARED_H

enum declared_type {
#define DECLARED(name, ...) DECLARED_##name,
#include "types/conversions.def"
#undef DECLARED
  DECLARED_COUNT
};

#endif
