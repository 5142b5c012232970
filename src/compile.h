/* Compilation for callers within the project. */
#ifndef ROWKEY_SRC_COMPILE_H
#define ROWKEY_SRC_COMPILE_H

#include <rowkey/layout.h>

#include "text/diagnostic.h"

/* rowkey_layout_compile, with `terminator` written behind every key. It is no part of what the template
 * describes: `rest` does not reach it, and no field is refused for holding it. */
rowkey_layout *rowkey_layout_compile_terminated(const char *text, size_t length, struct slice terminator,
                                                const rowkey_column *columns, size_t column_count,
                                                rowkey_error *error);

#endif
