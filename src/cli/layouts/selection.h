/* Which columns a decoded key is to give, and which it cannot. */
#ifndef ROWKEY_CLI_LAYOUTS_SELECTION_H
#define ROWKEY_CLI_LAYOUTS_SELECTION_H

#include <rowkey/decode.h>

#include "records/columns.h"

/* Why a column cannot be recovered: a static text. */
const char *recovery_reason(rowkey_recovery recovery);

/* The columns of `list`, names separated by commas, as places in the schema; or when `list` is NULL all named
 * columns that are recovered from keys of the layout. Sets *selected, which the caller frees, and *count >=
 * 1; and `left_out`, to what cannot be recovered and why, or "". False and `failure` when a column of the
 * list, or none at all, can be recovered. */
bool select_columns(const char *list, const struct columns *columns, const rowkey_layout *layout,
                    size_t **selected, size_t *count, char *left_out, size_t size, struct failure *failure);

#endif
