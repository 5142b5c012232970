/* rowkey ranges --get: the one key that conditions leave. */
#ifndef ROWKEY_CLI_COMMANDS_RANGES_GET_H
#define ROWKEY_CLI_COMMANDS_RANGES_GET_H

#include "keys/emit.h"
#include "layouts/where.h"

/* Prints the key that the ranges consist of, which the conditions leave. False and `failure`, which says the
 * columns that have more than one value, where they are anything else. */
bool print_only_key(const rowkey_layout *layout, const struct columns *columns, const struct where *where,
                    const rowkey_ranges *ranges, const struct emit_form *form, struct failure *failure);

#endif
