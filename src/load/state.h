/* What a load knows of the rows so far. */
#ifndef ROWKEY_SRC_LOAD_STATE_H
#define ROWKEY_SRC_LOAD_STATE_H

#include <rowkey/load.h>

/* Windows one after the other with the same busiest region. */
struct streak {
  size_t region;
  uint64_t first, windows, rows;
};

struct rowkey_load {
  size_t regions;
  uint64_t window;

  /* The window under way. Rows are counted in tables[region + k * stride], stride 0 for a single table, and
   * moved from there to `counts` and the cells; or where windows have few rows, at once in these two. */
  uint32_t *tables;
  size_t stride;
  uint64_t in_tables;
  uint64_t *counts;
  uint32_t *rows; /* the window's regions one by one, NULL where windows have many rows */
  uint64_t window_rows;

  uint64_t *cells;
  size_t columns, columns_max;
  uint64_t column_windows;    /* of a column that is complete */
  uint64_t windows_in_column; /* of the last one */

  /* Sums over the windows that are complete. */
  uint64_t windows;
  double active_sum, effective_sum, variation_sum;
  uint64_t most_sum, most;
  size_t active_least, active_most;
  struct streak streak, longest; /* the one that the last window belongs to, the longest one before */

  uint64_t *totals;
  uint64_t *sorted;
  rowkey_load_report report;
};

static inline uint64_t *load_column(const rowkey_load *load, size_t index) {
  return load->cells + index * load->regions;
}

/* Moves what is in the tables to `counts` and the cells. */
void rowkey_load_flush(rowkey_load *load);

static inline const struct streak *longer_streak(const struct streak *first, const struct streak *second) {
  return second->windows > first->windows ? second : first;
}

#endif
