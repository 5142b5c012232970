/* A walk through the records of chunks, batch by batch. */
#ifndef ROWKEY_CLI_READING_WALK_H
#define ROWKEY_CLI_READING_WALK_H

#include "io/chunk.h"
#include "records/batch.h"
#include "records/columns.h"

/* Begins as {.shape}. */
struct walk {
  const struct record_shape *shape;
  struct chunk chunk;
  rowkey_record_reader *reader;
  rowkey_record_rows batch; /* of which walk_split says what it holds */
};

/* Begins with the first record of walk->chunk, which somebody has filled. */
bool walk_begin(struct walk *walk, struct failure *failure);

/* Splits at most `limit` <= BATCH_ROWS of the next records; nothing where there are none. */
bool walk_split(struct walk *walk, size_t limit, struct failure *failure);

/* Makes the values of some rows of the batch. Returns how many rows from `first` on are good; with a bad one
 * after them `reason`, REASON_SIZE bytes, says what is wrong with it. ROWKEY_NONE after a failure. */
size_t walk_values(const struct walk *walk, size_t first, size_t rows, const rowkey_values **columns,
                   char *reason, struct failure *failure);

/* The number of the batch's first row in the input, from 0. */
uint64_t walk_first_row(const struct walk *walk);

/* "FILE:LINE", with ":COLUMN" where records need not begin lines, or "FILE: record N at byte N" of binary
 * records, or "FILE: byte N" of lines that nobody has counted: where the record at byte `begin` of the batch
 * is, in PLACE_SIZE bytes. */
void walk_place(const struct walk *walk, uint64_t begin, char *out);

void walk_free(struct walk *walk);

#endif
