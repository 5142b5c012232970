/* What the table functions share: their arguments, and where they are in their rows. */
#ifndef ROWKEY_DUCKDB_TABLE_FUNCTION_H
#define ROWKEY_DUCKDB_TABLE_FUNCTION_H

#include "design.h"

struct table_column {
  const char *name;
  duckdb_type type;
};

struct table_function {
  const char *name;
  duckdb_type second;             /* the type of the second argument; the first is the template */
  struct table_column columns[5]; /* a name is NULL after the last one */
  /* Makes what `write` reads, and sets *rows. NULL and `error` on failure. */
  void *(*make)(const struct design *design, duckdb_value second, idx_t *rows, rowkey_error *error);
  void (*write)(const void *made, idx_t row, duckdb_data_chunk output, idx_t place);
  void (*destroy)(void *made);
};

/* Registers it with the named parameter `columns`. The function must live as long as the database. */
bool register_table_function(duckdb_connection connection, const struct table_function *function);

/* Writes bytes to a row of a BLOB column. */
void write_bytes(duckdb_data_chunk output, idx_t column, idx_t row, const void *data, size_t size);

#endif
