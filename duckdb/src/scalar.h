/* How scalar functions run. DuckDB calls them with vectors of rows, from several threads. Neighbouring rows
 * whose template and the like are the same are a run: what is compiled for them is taken from a pool and
 * serves all of them. NULL in any argument is NULL out. */
#ifndef ROWKEY_DUCKDB_SCALAR_H
#define ROWKEY_DUCKDB_SCALAR_H

#include "pool.h"
#include "result_columns.h"
#include "room.h"

enum { MOST_ARGUMENTS = 4 };

/* The vectors of one call. */
struct call {
  duckdb_vector vectors[MOST_ARGUMENTS];
  const void *data[MOST_ARGUMENTS];
  const uint64_t *validity[MOST_ARGUMENTS];
  size_t count; /* of arguments */
  struct {
    duckdb_vector vector; /* of what lies in the lists; NULL where the argument is no list */
    const void *data;
    const uint64_t *validity;
  } lists[MOST_ARGUMENTS];
  duckdb_vector output;
  const struct scalar *scalar;
  struct pool *pool;
};

/* A scalar function. */
struct scalar {
  const char *name;
  size_t least_arguments;                    /* those beyond may be left out */
  duckdb_type arguments[MOST_ARGUMENTS + 1]; /* 0 after the last one; LIST is a list of BLOB */
  duckdb_type result;
  const struct result_column *fields; /* of a result that is a LIST of structs; else NULL */

  /* Whether the row is NULL in another way than by a NULL argument; NULL: there is none. */
  bool (*is_null)(const struct call *call, idx_t row);
  /* Where the run that begins at row `begin` ends: at most at `end`. */
  idx_t (*run_end)(const struct call *call, idx_t begin, idx_t end);
  /* Appends the bytes that say what the run of this row is compiled from. False without memory. */
  bool (*describe)(const struct call *call, idx_t row, struct room *key, size_t *size);
  void *(*create)(const struct call *call, idx_t row, rowkey_error *error);
  /* Computes rows begin to end - 1. An error's row counts from `begin`. */
  bool (*apply)(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error);
  void (*destroy)(void *object);
};

/* The scalar must live as long as the database. */
bool register_scalar(duckdb_connection connection, const struct scalar *scalar);

/* The string of a row of an argument; no string where the argument was left out. */
struct text text_argument(const struct call *call, size_t argument, idx_t row);

/* How far the rows from `begin` on have the same string in an argument, at most to `end`. */
idx_t text_run_end(const struct call *call, size_t argument, idx_t begin, idx_t end);

/* Appends a size and bytes to a description. */
bool describe_bytes(struct room *key, size_t *size, const void *bytes, size_t count);

#endif
