/* One column of a vector of rows, as the library's values: numbers where they lie, strings copied. */
#ifndef ROWKEY_DUCKDB_COLUMN_IN_H
#define ROWKEY_DUCKDB_COLUMN_IN_H

#include "room.h"
#include "types.h"

/* All 0 at first. */
struct column_in {
  struct value_type type;
  struct room bytes, offsets;
};

/* Makes *values of rows begin to end - 1 of the vector. They live until the vector goes or the next call.
 * False and `error`, whose row counts from `begin`. */
bool column_in_fill(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                    rowkey_values *values, rowkey_error *error);

/* The same for a vector of strings, whatever the column's type: bytes between offsets. False without memory.
 */
bool column_in_fill_strings(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                            rowkey_values *values);

void column_in_free(struct column_in *column);

#endif
