/* Questions that a table is to answer: conditions in which values are left open. */
#ifndef ROWKEY_ADVISE_QUESTIONS_H
#define ROWKEY_ADVISE_QUESTIONS_H

#include <rowkey/column_types.h>
#include <rowkey/explain.h>

#include "text/diagnostic.h"
#include "text/strings.h"

/* What a table is asked about: columns, and how their values are written: a type or NULL each. */
struct asked_columns {
  const rowkey_column *columns;
  const rowkey_column_type *const *types;
  size_t count;
};

enum question_part_kind {
  PART_AS_WRITTEN, /* a condition whose values are given */
  PART_VALUE,      /* COLUMN OP ?: the value of a record */
  PART_LAST,       /* COLUMN in last 1h: the time up to that of a record */
  PART_NEAR        /* COLUMN within 1h of ?: so far before and after the value of a record, at most */
};

/* One condition. */
struct question_part {
  enum question_part_kind kind;
  struct slice text; /* all of it */
  size_t column;
  struct slice comparison; /* of a value: "=" */
  uint64_t length;         /* of the last time, or of how far: in the unit of the column … */
  double distance;         /* … or of a column of floats */
};

struct question {
  char *text; /* without the weight, of `size` bytes and a NUL */
  size_t size;
  double weight;
  struct question_part *parts;
  size_t count;
  size_t order;           /* the column by which rows are wanted: "order by ts desc"; or ROWKEY_NONE */
  rowkey_order direction; /* ROWKEY_UNORDERED: either */
  uint64_t limit;         /* so many rows are wanted at most, "limit 10", 0: all … */
  size_t group;           /* … or of each value of this column, "limit 10 by host"; or ROWKEY_NONE */
};

/* Reads "WEIGHT: CONDITIONS", or "CONDITIONS" of weight 1, each followed by an order and a limit or not. NULL
 * and the error, with a caret in the text: of ROWKEY_ERROR_SYNTAX, ROWKEY_ERROR_COLUMN or ROWKEY_ERROR_TYPE,
 * or of ROWKEY_ERROR_MEMORY. Conditions with values are only divided; whoever has a layout reads them. */
struct question *rowkey_question_read(const struct asked_columns *columns, const char *text, size_t length,
                                      rowkey_error *error);
/* Reads "ts", of either direction, or "ts desc". ROWKEY_NONE and the error like that. */
size_t rowkey_order_read(const struct asked_columns *columns, const char *text, size_t length,
                         rowkey_order *direction, rowkey_error *error);
void rowkey_question_free(struct question *question);

/* Whether the question binds a column to one value, or to some, or wants rows of each value: so keys may
 * begin with it, or its hash. */
bool rowkey_question_binds(const struct question *question, size_t column);

/* Whether record `row` has values for all that the question leaves open. */
bool rowkey_question_can_ask(const struct question *question, const rowkey_values *records, size_t row);

/* Adds the conditions with the values of record `row` as the next string of `texts`. On failure false and
 * `error`: ROWKEY_ERROR_RANGE, with error->column, for a value that its type does not write. */
bool rowkey_question_ask(const struct question *question, const struct asked_columns *columns,
                         const rowkey_values *records, size_t row, struct string_list *texts,
                         rowkey_error *error);

#endif
