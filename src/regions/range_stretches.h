/* What a part that follows a column can take at once of the column's values. */
#ifndef ROWKEY_REGIONS_RANGE_STRETCHES_H
#define ROWKEY_REGIONS_RANGE_STRETCHES_H

#include "regions/range_search.h"

/* Values of the column. All rows with the bytes that their ends make, or bytes between, are among them. */
struct stretch {
  struct span values;
  bool alone; /* they make the same bytes: the walk goes on behind these. `values` are then all that do */
};

struct stretches {
  struct range_search *search;
  const struct column_state *states;
  size_t part, column;
  struct part_order order;
  bool go_on; /* behind every value of the part */
  uint64_t most;
  struct stretch *list;
  size_t count, capacity;
};

/* Fills in the list for all values of the column's state, whose ends have a key; with `go_on` not more than
 * most + 1 stretches. False without memory. */
bool rowkey_find_stretches(struct stretches *all);

#endif
