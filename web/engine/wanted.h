/* Which rows of the table meet conditions. */
#ifndef ROWKEY_WEB_WANTED_H
#define ROWKEY_WEB_WANTED_H

#include <rowkey/conditions.h>

#include "design.h"

/* How many rows of the table meet all of them. SIZE_MAX where that is not known: a row that meets the others
 * has a null, which counts as what the layout puts in its place. */
size_t count_wanted(const struct design *design, const rowkey_conditions *conditions);

#endif
