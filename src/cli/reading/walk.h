/* A walk through the records of chunks, batch by batch. */
#ifndef ROWKEY_CLI_READING_WALK_H
#define ROWKEY_CLI_READING_WALK_H

#include "records/kind.h"

struct walk {
  const struct record_shape *shape;
  struct chunk chunk;
  size_t at;         /* of the batch in the chunk … */
  uint64_t row;      /* … and the chunk's records before it */
  size_t next;       /* of the batch after it; chunk.size when there is none … */
  uint64_t next_row; /* … likewise */
  size_t counted;    /* bytes of the chunk whose newlines are counted … */
  uint64_t newlines; /* … so many */
};

/* Begins with the first record of walk->chunk, which somebody has filled. */
void walk_begin(struct walk *walk);

/* Splits at most `limit` <= BATCH_ROWS of the next records; walk->next < walk->chunk.size. */
bool walk_split(struct walk *walk, size_t limit, struct batch *batch, struct failure *failure);

/* The number of the batch's first row in the input, from 0. */
uint64_t walk_first_row(const struct walk *walk);

/* "FILE:LINE", with ":COLUMN" where records need not begin lines, or "FILE: record N at byte N" of binary
 * records, or "FILE: byte N" of lines that nobody has counted: where the record at base[begin] of the batch
 * is, in PLACE_SIZE bytes. Records are asked for in their order. */
void walk_place(struct walk *walk, uint64_t begin, char *out);

#endif
