/* What the table functions share: their arguments, and where they are in their rows. A function takes a
 * template, a second argument and the named one `columns`, or nothing. */
#ifndef ROWKEY_DUCKDB_TABLE_FUNCTION_H
#define ROWKEY_DUCKDB_TABLE_FUNCTION_H

#include "design.h"
#include "result_columns.h"

struct table_function {
  const char *name;
  duckdb_type second; /* the type of the second argument; INVALID where there are no arguments */
  const struct result_column *columns;
  /* Makes what `write` reads, and sets *rows. The design and `second` are NULL where there are no arguments.
   * NULL and `error` on failure. */
  void *(*make)(const struct design *design, duckdb_value second, idx_t *rows, rowkey_error *error);
  /* Writes row `row` to place `place` of the vectors, one for each column. */
  void (*write)(const void *made, idx_t row, const duckdb_vector *vectors, idx_t place);
  void (*destroy)(void *made);
};

/* The function must live as long as the database. */
bool register_table_function(duckdb_connection connection, const struct table_function *function);

#endif
