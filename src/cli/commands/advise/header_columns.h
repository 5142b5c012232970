/* The columns that a header names, as a list for --columns. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_HEADER_COLUMNS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_HEADER_COLUMNS_H

#include "records/header.h"

enum { HEADER_COLUMNS = 64 /* at most, as an advisor takes */ };

/* Whether all columns of the header can be in a list: they are few, and their names are different and end
 * where an item of the list does. */
bool header_columns_check(const struct header *header, struct failure *failure);

/* "id:u64,Adj_Close=Adj Close:f64": columns with their types; a name that no layout can use is given another
 * one. It is to be freed; NULL when memory runs out. */
char *header_columns_list(const struct header *header, const char *const *types);

#endif
