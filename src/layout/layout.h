/* The template language, parsed and checked. */
#ifndef ROWKEY_LAYOUT_LAYOUT_H
#define ROWKEY_LAYOUT_LAYOUT_H

#include "plan/plan.h"

/* Makes the values and the key of the layout, whose text and columns are there. `terminator` is written at
 * the end of every key; see rowkey_layout_compile_with_terminator. False after an error, or when the layout's
 * memory is exhausted. */
bool rowkey_layout_build(struct rowkey_layout *layout, struct slice terminator, rowkey_error *error);

#endif
