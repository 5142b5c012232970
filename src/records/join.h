/* Columns whose texts are joined from those of others: ts:time(ms) = date + " " + clock. */
#ifndef ROWKEY_SRC_RECORDS_JOIN_H
#define ROWKEY_SRC_RECORDS_JOIN_H

#include "records/kind.h"
#include "text/diagnostic.h"

/* A column of the list, or a text. */
struct join_part {
  size_t column; /* ROWKEY_NONE: a text */
  struct slice text;
};

struct join {
  struct join_part *parts;
  size_t count;
  char *texts; /* where those of the parts lie */
};

/* The parts of a column, from the list's text after its =. They name columns of the list before it. NULL
 * after an error. */
struct join *rowkey_join_parse(const char *text, const char *column, const struct columns *columns,
                               rowkey_error *error);
void rowkey_join_free(struct join *join);

/* Marks the parts of joined columns that are used. */
void rowkey_join_use(struct columns *columns);

/* Gives the joined columns of a batch their texts, in bytes of their own. A text with a part that is null is
 * null. False when memory runs out. */
bool rowkey_join_texts(const struct record_shape *shape, struct batch *batch);

#endif
