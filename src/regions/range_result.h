/* Ranges as the caller gets them. */
#ifndef ROWKEY_REGIONS_RANGE_RESULT_H
#define ROWKEY_REGIONS_RANGE_RESULT_H

#include "regions/range_list.h"

/* A copy of the list, whose order is kept, and of the filter's `columns` flags. NULL without memory. */
rowkey_ranges *rowkey_ranges_make(const struct range_list *list, bool exact, const bool *filter,
                                  size_t columns);

#endif
