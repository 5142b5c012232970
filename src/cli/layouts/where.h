/* The conditions of all options --where together, and errors that point into them. */
#ifndef ROWKEY_CLI_LAYOUTS_WHERE_H
#define ROWKEY_CLI_LAYOUTS_WHERE_H

#include <rowkey/conditions.h>

#include "records/columns.h"
#include "text/diagnostic.h"

/* Where a condition stands: text[begin … end), of a whole --where. */
struct where_place {
  const char *text;
  size_t begin, end;
};

struct where {
  rowkey_condition *conditions;
  struct where_place *places; /* one for each condition */
  size_t count;
  rowkey_conditions **parsed; /* of each text: what the conditions point into */
  size_t text_count;
};

/* Reads the conditions in each of the texts, which must live as long as the result, on columns of the layout.
 * Begins as {0}; where_free frees the result also after a failure. */
bool where_parse(const char *const *texts, size_t count, const rowkey_layout *layout,
                 const struct columns *columns, struct where *where, struct failure *failure);
void where_free(struct where *where);

/* The text of a condition, for a message. */
struct shown where_show(const struct where *where, size_t condition);

/* TOOL_BAD_USAGE: the sentence, then the text with a caret under the condition and what was expected. */
__attribute__((format(printf, 5, 6))) bool where_fail(const struct where *where, size_t condition,
                                                      const char *expected, struct failure *failure,
                                                      const char *format, ...);

/* The same with the library's sentence, and what it expected. */
bool where_fail_as(const struct where *where, size_t condition, const rowkey_error *error,
                   struct failure *failure);

/* rowkey_ranges_find for the conditions. NULL and `failure` when no ranges come of them, as *contradictory
 * ones, which no row meets; else the caller frees them. */
rowkey_ranges *where_find_ranges(const struct where *where, const rowkey_layout *layout,
                                 const struct columns *columns, size_t most, bool *contradictory,
                                 struct failure *failure);

#endif
