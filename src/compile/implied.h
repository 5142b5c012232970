/* The columns that templates name, where their caller does not: what their types may be. */
#ifndef ROWKEY_SRC_COMPILE_IMPLIED_H
#define ROWKEY_SRC_COMPILE_IMPLIED_H

#include <rowkey/layout.h>

/* The columns that the caller knows, and after them those that were found. All 0 at first. */
struct implied_columns {
  rowkey_column *columns; /* their names belong to this struct */
  size_t count;
  size_t known; /* the first so many are the caller's, and stay as they are */
};

/* Adds the caller's columns. False without memory. */
bool rowkey_implied_start(struct implied_columns *implied, const rowkey_column *known, size_t count);

/* Adds each column that the template names and that is not there yet: text, unless the template needs a
 * number; then i64, or u64 or f64 where only that will do. Compiles the template until it compiles, or no
 * column can mend it: returns the layout, or NULL and the error. */
rowkey_layout *rowkey_implied_compile(struct implied_columns *implied, const char *text, size_t length,
                                      rowkey_error *error);

void rowkey_implied_free(struct implied_columns *implied);

#endif
