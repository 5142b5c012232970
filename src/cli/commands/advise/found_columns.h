/* The columns of records that a header names, where --columns is not given: types that all values have. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_FOUND_COLUMNS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_FOUND_COLUMNS_H

#include "commands/advise/settings.h"

/* Sets *list, which is to be freed, to a text as --columns takes it: every column of the header, and of the
 * types u64, i64, f64, time(U) and uuid the first one that all of its values have, else text. Whole numbers
 * that all are times from 2000 to 2099 in one unit are an epoch(U). A name that no layout can use is given
 * another one. Reads all records. */
bool find_columns(const struct advise_settings *settings, char **list, struct failure *failure);

#endif
