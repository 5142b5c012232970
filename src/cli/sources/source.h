/* Where the rows of a simulation come from: a number of writers, each of whom has rows of its own. */
#ifndef ROWKEY_CLI_SOURCES_SOURCE_H
#define ROWKEY_CLI_SOURCES_SOURCE_H

#include <rowkey/encode.h>

#include "base/message.h"
#include "records/batch.h"

/* The next rows of a writer, until the source is asked for more. */
struct source_rows {
  const rowkey_values *columns; /* of the schema; those that are used */
  size_t rows;                  /* 0 at the writer's end */
  uint64_t first_row;           /* what random() counts */
};

struct source;

struct source_kind {
  /* At most `most` <= BATCH_ROWS further rows. */
  bool (*next)(struct source *source, size_t writer, size_t most, struct source_rows *rows,
               struct failure *failure);
  /* Where row `row` of the rows that were given last is, for messages: PLACE_SIZE bytes. */
  void (*place)(const struct source *source, size_t row, char *out);
  /* Begins again with the first rows. */
  bool (*rewind)(struct source *source, struct failure *failure);
  void (*free)(struct source *source);
};

struct source {
  const struct source_kind *kind;
  char *name;     /* for people */
  size_t writers; /* set before the first rows are asked for */
  uint64_t rows;  /* 0 when not known */
  const rowkey_column *schema;
  size_t schema_count;
  uint64_t total, done; /* of the work, in bytes or rows; total 0 when not known */
};

#endif
