/* Some records of a chunk, split into the columns that the layout reads. */
#ifndef ROWKEY_CLI_RECORDS_BATCH_H
#define ROWKEY_CLI_RECORDS_BATCH_H

#include <rowkey/layout.h>

#include "io/chunk.h"
#include "records/columns.h"

/* Small enough that all arrays of a batch stay in the first two levels of cache. */
enum { BATCH_ROWS = 2048, REASON_SIZE = 1536 };

/* One column: places from the batch's base, then for numbers the values. */
struct span_column {
  uint64_t *begin;
  uint64_t *end;
  void *numbers; /* in the type of the column, which is no wider than a uint64_t */
  /* Where records have members: the first byte of each value as it stands there, such as a quote; 0 for null.
   */
  uint8_t *firsts;
};

struct batch {
  const uint8_t *base; /* all places count from here */
  uint64_t size;       /* readable bytes there */
  size_t rows;
  uint64_t *begin; /* of the records … */
  uint64_t *end;   /* … without their line ends */
  struct span_column *columns;
  size_t next; /* from base to the first record that is in no batch yet */

  /* The record after the rows when it cannot be split: where it is and what is wrong with it. */
  bool has_bad;
  uint64_t bad_begin;
  uint64_t bad_end;
  char reason[REASON_SIZE];

  uint64_t *positions; /* working memory: BATCH_ROWS places of delimiters */
  uint64_t *memory;    /* owns all arrays */
  void *scratch;       /* what the kind of the records keeps from batch to batch, NULL at first … */
  void (*free_scratch)(void *scratch); /* … and how that is freed */
};

bool batch_create(struct batch *batch, const struct columns *columns);
void batch_free(struct batch *batch);

/* Begins a batch at byte `at` of the chunk. */
void batch_begin(struct batch *batch, const struct chunk *chunk, size_t at);

/* Notes that row `row` cannot be split: the batch ends before it, and the next one begins after it, at
 * `next`. */
__attribute__((format(printf, 4, 5))) void batch_end_bad(struct batch *batch, size_t row, size_t next,
                                                         const char *format, ...);

#endif
