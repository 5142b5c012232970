/* The options --layout, --columns and --isa, for all commands that compile a layout. */
#ifndef ROWKEY_CLI_LAYOUTS_LAYOUT_SETTINGS_H
#define ROWKEY_CLI_LAYOUTS_LAYOUT_SETTINGS_H

#include "layouts/layout_option.h"

/* Selects the instruction set `name`, or when that is NULL the best one or the one that ROWKEY_ISA names. */
bool choose_isa(const char *name, struct failure *failure);

/* The columns of --columns, `given` or NULL, or of the named layout, for records whose values are apart:
 * decoded or given as arguments. Where nothing names them there is one, line:text. */
bool value_columns(struct layout_option *layout, const char *given, struct columns *columns,
                   struct failure *failure);

/* The failure of a layout that does not compile, with `hint` after what the library says. False. */
bool fail_layout(struct failure *failure, const struct layout_option *layout, const rowkey_error *error,
                 const char *hint);

/* Compiles it for the columns; NULL and `failure` when it is wrong. The caller frees the result. */
rowkey_layout *compile_layout(const struct layout_option *layout, const struct columns *columns,
                              struct failure *failure);

#endif
