/* Columns of results: of the rows of a table function, or of the structs in the lists of a scalar one. */
#ifndef ROWKEY_DUCKDB_RESULT_COLUMNS_H
#define ROWKEY_DUCKDB_RESULT_COLUMNS_H

#include "strings.h"

enum { MOST_RESULT_COLUMNS = 5 };

/* A name is NULL after the last one. */
struct result_column {
  const char *name;
  duckdb_type type;
};

/* LIST(STRUCT(…)) of the columns. The caller destroys it. */
duckdb_logical_type make_list_type(const struct result_column *columns);

void write_bytes(duckdb_vector vector, idx_t row, const void *data, size_t size);

#endif
