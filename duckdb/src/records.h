/* The records of a call: a STRUCT for each row, or a list that holds one. */
#ifndef ROWKEY_DUCKDB_RECORDS_H
#define ROWKEY_DUCKDB_RECORDS_H

#include "scalar.h"

/* DuckDB 1.2 makes vectors of an argument flat and leaves those of a struct's fields as they are, which its C
 * API then cannot read. Those of a struct in a list are flat in every version. */
struct records {
  duckdb_vector vector;            /* of STRUCT, or of what was given in its place */
  const duckdb_list_entry *places; /* NULL: row i is record i */
  const uint64_t *validity;
};

struct records records_of(const struct call *call, size_t argument);

/* Whether there is no record: a struct that is NULL, in a list or not. */
bool record_is_null(const struct records *records, idx_t row);

/* How far the rows from `begin` on have records that lie side by side, at most to `end`. None of them is
 * null. */
idx_t records_run_end(const struct records *records, idx_t begin, idx_t end);

/* Where the record of the row lies in the vector. False and `error` when its list has none, or several. */
bool record_place(const struct records *records, idx_t row, idx_t *place, rowkey_error *error);

/* False and `error` when this version of DuckDB cannot hand over what was given. */
bool records_check(const struct records *records, rowkey_error *error);

#endif
