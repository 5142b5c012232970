/* The columns of records that a header names, where --columns is not given: types that all values have. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_FOUND_COLUMNS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_FOUND_COLUMNS_H

#include "commands/advise/settings.h"

/* Begins as {0}. */
struct found_columns {
  char *list;  /* as --columns takes it */
  char *notes; /* for people, a line each without a newline at the end: columns that are text only because
                  they have empty values. "" where there are none */
};

/* Finds every column of the header, and of the types u64, i64, f64, time(U) and uuid the first one that all
 * of its values have, else text. Whole numbers that all are times from 2000 to 2099 in one unit are an
 * epoch(U). A name that no layout can use is given another one. Reads all records. To be freed either way. */
bool find_columns(const struct advise_settings *settings, struct found_columns *found,
                  struct failure *failure);
void found_columns_free(struct found_columns *found);

#endif
