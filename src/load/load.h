/* The making of a load: rows counted by region. Callers of the library get loads from a simulation. */
#ifndef ROWKEY_SRC_LOAD_LOAD_H
#define ROWKEY_SRC_LOAD_LOAD_H

#include <rowkey/load.h>

/* Creates a counter for 1 … 2^24 `regions` and windows of `window` >= 1 rows. Memory does not grow with the
 * rows: it keeps at most ROWKEY_LOAD_COLUMNS columns of counts, fewer for more than 2^16 regions, but at
 * least two. A column counts one window at first; when all columns are full, each pair becomes one. Returns
 * NULL and fills `error` on failure. */
rowkey_load *rowkey_load_create(size_t regions, uint64_t window, rowkey_error *error);

/* Adds the regions of rows, in the order of time. ROWKEY_ERROR_RANGE, with error->row, for a region that is
 * not below the number of regions; the rows before it are counted. */
rowkey_status rowkey_load_add(rowkey_load *load, const uint32_t *regions, size_t rows, rowkey_error *error);

#endif
