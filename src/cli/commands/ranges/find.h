/* The ranges that conditions leave, with the library's errors in the words of --where. */
#ifndef ROWKEY_CLI_COMMANDS_RANGES_FIND_H
#define ROWKEY_CLI_COMMANDS_RANGES_FIND_H

#include "layouts/where.h"

/* rowkey_ranges_find for the conditions. NULL and `failure` when no ranges come of them; else the caller
 * frees them. */
rowkey_ranges *find_ranges(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, size_t most, struct failure *failure);

#endif
