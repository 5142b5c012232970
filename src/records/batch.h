/* Some records of a piece, split into the columns that are used. */
#ifndef ROWKEY_SRC_RECORDS_BATCH_H
#define ROWKEY_SRC_RECORDS_BATCH_H

#include <rowkey/records.h>

#include "records/bytes.h"
#include "records/columns.h"
#include "text/buffer.h"

/* One column: places from its base, then for numbers the values. */
struct span_column {
  const uint8_t *base; /* the batch's, or its own bytes */
  size_t size;         /* readable bytes there */
  uint64_t *begin;
  uint64_t *end;
  void *numbers; /* in the type of the column, which is no wider than a uint64_t */
  /* Where records have members: the first byte of each value as it stands there, such as a quote; 0 for null.
   */
  uint8_t *firsts;
  struct byte_room own; /* texts that do not stand in the records as they are */
};

struct batch {
  const struct columns *all;
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

  uint64_t *positions; /* working memory: ROWKEY_RECORD_ROWS places of delimiters */
  uint64_t *memory;    /* owns all arrays */
  /* Texts whose quotes or escapes are undone. Their places have this bit until batch_settle. */
  struct byte_room undone;
  void *scratch; /* what the kind of the records keeps from batch to batch, NULL at first … */
  void (*free_scratch)(void *scratch); /* … and how that is freed */
};

#define UNDONE_PLACE (UINT64_C(1) << 63)

bool rowkey_batch_create(struct batch *batch, const struct columns *columns);
void rowkey_batch_free(struct batch *batch);

/* Begins a batch at `base`. */
void rowkey_batch_begin(struct batch *batch, const uint8_t *base, size_t size);

/* Gives the columns that have undone texts bytes of their own. Before each text there stands a quote where
 * one stood before it in the record, or it was undone. False without memory. */
bool rowkey_batch_settle(struct batch *batch);

/* Notes that row `row` cannot be split: the batch ends before it, and the next one begins after it, at
 * `next`. */
__attribute__((format(printf, 4, 5))) void rowkey_batch_end_bad(struct batch *batch, size_t row, size_t next,
                                                                const char *format, ...);

#endif
