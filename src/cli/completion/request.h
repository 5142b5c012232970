/* A command line whose last word is to be completed. */
#ifndef ROWKEY_CLI_COMPLETION_REQUEST_H
#define ROWKEY_CLI_COMPLETION_REQUEST_H

#include <stdbool.h>

#include "commands/command.h"

struct request {
  const struct command *command;
  const struct option *option;       /* whose value the last word is, or NULL */
  const struct value_reader *reader; /* of that value, which other words may decide */
  bool after_options;                /* no further word is an option */
  const char *begin;                 /* the last word; what of it stands before `typed` stays */
  const char *value;                 /* where a value begins in it: after --name= */
  const char *typed;                 /* what a candidate has to begin with */

  /* What the other words say of records; NULL or false where they say nothing. */
  const char *layout, *columns, *input, *delimiter;
  bool has_header;
  bool given[MOST_ROWS]; /* which rows of the table are given */
  char *file;            /* the first operand */
};

/* `words`, at least two, are those after "rowkey". */
struct request request_read(const struct command *command, char *const *words, size_t count);

/* Prints the candidate, with the bytes before `typed`, if it begins with `typed`. `text` says what the
 * candidate is, or is NULL. */
void offer(const struct request *request, const char *name, const char *after_name, const char *text);

/* Goes on to the last item of the list, with commas between them, that has been typed. */
void skip_items(struct request *request);

/* Offer columns of the records with their types, those that are not in the list yet; and names of columns,
 * each `once` or wherever it may stand. */
void offer_columns(struct request *request);
void offer_column_names(struct request *request, bool once);

#endif
