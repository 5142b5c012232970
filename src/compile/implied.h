/* The columns that a template names and its caller does not: what their types may be. */
#ifndef ROWKEY_SRC_COMPILE_IMPLIED_H
#define ROWKEY_SRC_COMPILE_IMPLIED_H

#include <rowkey/layout.h>

/* Adds to the known columns, whose names are given, each column that the template names: text, unless the
 * template needs a number; then i64, or u64 or f64 where only that will do. Compiles the template until it
 * compiles, or no column can mend it: returns the layout, or NULL and the error. */
rowkey_layout *rowkey_compile_implied(const char *text, size_t length, const rowkey_column *known,
                                      size_t known_count, rowkey_error *error);

#endif
