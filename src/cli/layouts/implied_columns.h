/* The columns that layouts use, where records name theirs and --columns is not given. */
#ifndef ROWKEY_CLI_LAYOUTS_IMPLIED_COLUMNS_H
#define ROWKEY_CLI_LAYOUTS_IMPLIED_COLUMNS_H

#include "layouts/layout_option.h"

/* Sets *list, which is to be freed, to a text as --columns takes it: each column that one of the layouts
 * uses, of type text unless a layout needs a number; then it is i64, or u64 or f64 where only that will do.
 * NULL where no layout uses one. */
bool implied_columns(const struct layout_option *const *layouts, size_t count, char **list,
                     struct failure *failure);

#endif
