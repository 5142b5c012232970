/* What the library makes of strings and lists of them: bounds of ranges, split points. */
#ifndef ROWKEY_REGIONS_STRINGS_H
#define ROWKEY_REGIONS_STRINGS_H

#include "base/error.h"
#include "text/strings.h"

/* Turns the string into the least one that is greater than all strings it begins: its last byte that is not
 * ff, increased, ends it. Returns the new size, 0 when there is no such string. */
size_t rowkey_successor(uint8_t *bytes, size_t size);

/* Split points that own copies of the list's strings; NULL without memory. Freed by rowkey_splits_free. */
rowkey_splits *rowkey_splits_from(const struct string_list *list);

/* Whether there can be so many regions: ROWKEY_ERROR_ARGUMENT and the error if not. */
bool rowkey_regions_valid(size_t regions, rowkey_error *error);

#endif
