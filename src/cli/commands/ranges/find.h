/* What conditions leave: ranges, or the one key of --get, with errors in the words of --where. */
#ifndef ROWKEY_CLI_COMMANDS_RANGES_FIND_H
#define ROWKEY_CLI_COMMANDS_RANGES_FIND_H

#include "keys/emit.h"
#include "layouts/where.h"

/* rowkey_ranges_find for the conditions. NULL and `failure` when no ranges come of them; else the caller
 * frees them. */
rowkey_ranges *find_ranges(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, size_t most, struct failure *failure);

/* Prints the key that the ranges consist of, which the conditions leave. False and `failure`, which says the
 * columns that have more than one value, where they are anything else. */
bool print_only_key(const rowkey_layout *layout, const struct columns *columns, const struct where *where,
                    const rowkey_ranges *ranges, const struct emit_form *form, struct failure *failure);

#endif
