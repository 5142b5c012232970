/* Reads the rows of one run, one after the other. */
#ifndef ROWKEY_CLI_SORTING_RUN_READER_H
#define ROWKEY_CLI_SORTING_RUN_READER_H

#include "sorting/row_output.h"

enum {
  RUN_READER_BYTES = 256 << 10
}; /* that are read at once, and what a reader takes unless a row is longer */

/* Bytes of the file of runs. */
struct run {
  uint64_t begin, end;
};

struct run_reader {
  struct run left; /* not read from the file yet */
  size_t number;   /* of the run */
  struct buffer buffer;
  size_t next;         /* where the next row begins in the buffer */
  struct sort_row row; /* the last one read, in the buffer */
};

struct run_reader run_reader_of(struct run run, size_t number);
void run_reader_free(struct run_reader *reader);

/* Reads the next row, or sets *at_end. False and errno when the file cannot be read. */
bool run_reader_next(struct run_reader *reader, int descriptor, bool *at_end);

#endif
