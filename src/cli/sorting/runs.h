/* Sorted runs of rows that memory does not hold, in one file without a name: it vanishes with the process,
 * whatever ends it. */
#ifndef ROWKEY_CLI_SORTING_RUNS_H
#define ROWKEY_CLI_SORTING_RUNS_H

#include "sorting/row_output.h"

struct runs {
  const char *directory; /* of the file */
  bool has_file;         /* since there was a run */
  int descriptor;        /* of it */
  uint64_t size;         /* bytes of the file */
  struct buffer list;    /* struct run, in the order of the input */
};

/* Runs in this directory, which must outlive them; NULL for TMPDIR, or /tmp without it. */
struct runs runs_in(const char *directory);
void runs_free(struct runs *runs);
size_t runs_count(const struct runs *runs);

/* Begins a run, to which row_output_add of *output adds rows in their order, and ends it; false and `failure`
 * when the file cannot be had or written. */
bool runs_begin(struct runs *runs, struct row_output *output, struct failure *failure);
bool runs_end(struct runs *runs, struct row_output *output, bool done, struct failure *failure);

/* Hands all rows to `output` in the order of their keys, rows of equal keys in that of their runs, with about
 * `memory` bytes. */
bool runs_merge(struct runs *runs, uint64_t memory, struct row_output *output, struct failure *failure);

#endif
