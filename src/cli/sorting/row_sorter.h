/* Rows in the order of their keys, bytewise, those of equal keys in the order of the input: in memory, and in
 * runs in a file where memory does not hold them. */
#ifndef ROWKEY_CLI_SORTING_ROW_SORTER_H
#define ROWKEY_CLI_SORTING_ROW_SORTER_H

#include <rowkey/keys.h>

#include "io/writer.h"
#include "sorting/runs.h"

struct row_sorter {
  bool key_is_written, is_lines; /* as a row_output has them */
  size_t key_width;              /* of all keys, or ROWKEY_NONE */
  uint64_t memory;               /* that it may take, in bytes */
  /* Offsets: uint64_t, one more than there are rows; those of keys only where these have no width, those of
   * rests only where some row has one. */
  struct buffer keys, key_offsets, rests, rest_offsets;
  size_t rows;      /* in memory */
  struct runs runs; /* of the rows before */
};

/* An empty one; `directory` as runs_in takes it. */
struct row_sorter row_sorter_of(uint64_t memory, const char *directory);
void row_sorter_free(struct row_sorter *sorter);

/* Adds framed rows, one after the other. */
bool row_sorter_add(struct row_sorter *sorter, const uint8_t *frames, size_t size, struct failure *failure);

/* Writes all rows. */
bool row_sorter_write(struct row_sorter *sorter, struct writer *output, struct failure *failure);

#endif
