/* One column of a vector of rows, as an Arrow array: numbers where they lie, strings copied, text of types
 * such as time(ms) read. */
#ifndef ROWKEY_DUCKDB_COLUMN_IN_H
#define ROWKEY_DUCKDB_COLUMN_IN_H

#include <rowkey/arrow.h>

#include "room.h"
#include "told_columns.h"
#include "types.h"

/* All 0 at first. */
struct column_in {
  struct value_type type;
  const rowkey_column_type *written_as; /* of VARCHAR that is read as this type; NULL: as it is */
  struct room bytes, offsets, values, value_offsets;
  const void *buffers[3];
  struct ArrowArray array; /* what column_in_fill has made */
};

/* Rows begin to end - 1 of the vector, which lie at the same places of the array. The array lives until the
 * vector goes or the next call. False and `error`, whose row counts from `begin`. */
bool column_in_fill(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                    rowkey_error *error);

void column_in_free(struct column_in *column);

/* An array on the caller's memory, which nothing has to release. */
struct ArrowArray borrowed_array(idx_t begin, idx_t end, const void **buffers, int64_t buffer_count,
                                 struct ArrowArray **children, size_t child_count);

#endif
