/* The rows of a batch as columns in the form that encoders take, as many at a time as suits them. */
#ifndef ROWKEY_ARROW_ROWS_H
#define ROWKEY_ARROW_ROWS_H

#include "arrow/records.h"
#include "columns/conversion.h"

struct arrow_rows {
  const struct arrow_fields *fields;
  size_t count;  /* of the batch that is open */
  bool all_lie;  /* every column can be read as it lies */
  bool converts; /* values become what the columns keep; else an encoder does that */
  /* One for each field. */
  struct arrow_source *sources;
  struct arrow_block *blocks;
  bool *direct;         /* of this batch */
  rowkey_values *whole; /* all of its rows, where it is direct */
  struct conversion_room *rooms;
  /* One for each column of the schema that the fields were found for. */
  size_t column_count;
  rowkey_values *values;
};

/* Room for batches of these fields, out of `columns` columns. False without memory; free it then as well. */
bool rowkey_arrow_rows_make(struct arrow_rows *rows, const struct arrow_fields *fields, size_t columns,
                            bool converts);
void rowkey_arrow_rows_free(struct arrow_rows *rows);

/* Opens a batch, which must live as long as its rows are taken. */
rowkey_status rowkey_arrow_rows_open(struct arrow_rows *rows, const struct ArrowArray *batch,
                                     rowkey_error *error);

/* Sets rows->values to rows first … first + count - 1: at most ARROW_BLOCK_ROWS where not all columns lie as
 * they must. *good receives how many of them are so; `error` says what the next one has, its row counting
 * from `first`. */
rowkey_status rowkey_arrow_rows_take(struct arrow_rows *rows, size_t first, size_t count, size_t *good,
                                     rowkey_error *error);

#endif
