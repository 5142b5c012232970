/* The kinds of input: where records end, and where the columns lie in them. */
#ifndef ROWKEY_CLI_RECORDS_RECORDS_H
#define ROWKEY_CLI_RECORDS_RECORDS_H

#include "io/chunk.h"
#include "kernel_table.h"
#include "records/batch.h"
#include "records/columns.h"

/* How to read the records: made once, then shared by all threads. */
struct record_shape {
  const struct record_kind *kind;
  const struct rowkey_kernels *kernels;
  const struct columns *columns;
  uint8_t delimiter; /* csv and tsv */
  const char *noun;  /* what a record is called in messages */
  const char *null;  /* the text that stands for no value, NULL where none does; in csv without a quote */
  size_t null_size;
};

/* How far whole records go in bytes that are read piece by piece. All zero at the first record. */
struct cut {
  size_t end;       /* behind the last whole record */
  uint64_t records; /* up to there */
  size_t scanned;   /* bytes seen so far */
  bool inside_quotes;
  bool has_quotes;
};

struct record_kind {
  bool is_text; /* records end in newlines */

  /* Goes on with `cut` over bytes[cut->scanned … size). */
  void (*cut)(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);

  /* Splits at most `limit` <= BATCH_ROWS records of the chunk, from byte `at` < chunk->size, into the columns
   * that are used; at least one record or a bad one. False when memory runs out. */
  bool (*split)(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                struct batch *batch);

  /* Makes the numbers of a used column of rows first … first + rows - 1. Returns the first row, from 0, that
   * is not a number of the column's type, or `rows`. */
  size_t (*load)(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                 size_t rows);
};

extern const struct record_kind record_kinds[INPUT_KINDS];

/* The parts of the table. */
void cut_lines(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);
void cut_csv(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);
void cut_binary(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);
bool split_lines(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                 struct batch *batch);
bool split_tsv(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
               struct batch *batch);
bool split_csv(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
               struct batch *batch);
bool split_binary(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                  struct batch *batch);
size_t load_text(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                 size_t rows);
size_t load_binary(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                   size_t rows);

/* Begins a batch at byte `at` of the chunk. */
void batch_begin(struct batch *batch, const struct chunk *chunk, size_t at);

/* Finds the ends of at most `limit` lines and sets begin, end, rows and next. */
void find_lines(const struct record_shape *shape, size_t limit, struct batch *batch);

#endif
