/* Conditions as a user writes them, `date >= 2015-04-26, id in (1, 2)`, and errors that point into them. */
#ifndef ROWKEY_CLI_SETTINGS_WHERE_H
#define ROWKEY_CLI_SETTINGS_WHERE_H

#include <rowkey/ranges.h>

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
  rowkey_value *values; /* of all conditions */
  char *texts;          /* of values in quotes, and of types such as uuid */
};

/* Reads the conditions in each of the texts, which must live as long as the result. Begins as {0}; where_free
 * frees the result also after a failure. */
bool where_parse(const char *const *texts, size_t count, const struct columns *columns, struct where *where,
                 struct failure *failure);
void where_free(struct where *where);

/* The text of a condition, for a message. */
struct shown where_show(const struct where *where, size_t condition);

/* A sentence of the library, and what it says after "(expected", which stands at a caret. */
struct expectation {
  char sentence[ROWKEY_ERROR_TEXT_SIZE];
  char expected[ROWKEY_ERROR_TEXT_SIZE]; /* "" when it says nothing of it */
};
void expectation_split(const char *text, struct expectation *parts);

/* TOOL_BAD_USAGE: the sentence, then the text with a caret under the condition and what was expected. */
__attribute__((format(printf, 5, 6))) bool where_fail(const struct where *where, size_t condition,
                                                      const char *expected, struct failure *failure,
                                                      const char *format, ...);

#endif
