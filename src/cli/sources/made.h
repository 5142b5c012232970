/* Rows that are made, of rowkey/made.h; each writer has a contiguous part of them, as if they stood in files.
 */
#ifndef ROWKEY_CLI_SOURCES_MADE_H
#define ROWKEY_CLI_SOURCES_MADE_H

#include <rowkey/made.h>

#include "settings/options.h"
#include "sources/source.h"

/* Reads --source, as made_source_open takes it. */
extern const struct value_reader source_reader;

/* Rows that a writer has left. */
struct made_part {
  uint64_t next, end;
};

/* Begins as {0}. */
struct made_source {
  struct source source; /* first: a struct source * is cast to this */
  rowkey_made *made;
  struct made_part *parts; /* of each writer */
  uint64_t last_first;     /* of the rows that were given last */
};

/* `text` is "name" or "name(parameter=value,...)". The source is to be freed either way. */
bool made_source_open(struct made_source *made, const char *text, uint64_t rows, uint64_t seed,
                      struct failure *failure);

/* Makes it ready for `writers` writers (0: one) of the columns that the layouts use. */
bool made_source_begin(struct made_source *made, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure);

#endif
