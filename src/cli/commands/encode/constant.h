/* Layouts that use no column: they would make one key for all records. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_CONSTANT_H
#define ROWKEY_CLI_COMMANDS_ENCODE_CONSTANT_H

#include "layouts/layout_option.h"

/* Refuses a layout whose keys depend neither on the record nor on random(). */
bool refuse_constant(const struct layout_option *option, const rowkey_layout *layout,
                     const struct columns *columns, struct failure *failure);

#endif
