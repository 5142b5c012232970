/* The simulation itself: writers take turns row by row, and the load on the regions is counted. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_RUN_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_RUN_H

#include "commands/simulate/layouts.h"
#include "commands/simulate/placement.h"
#include "io/progress.h"

/* The rows of a window: those that are asked for, or where that is 0 a 400th of rows that are made, and
 * 10,000 of files. */
uint64_t simulated_window(uint64_t asked, bool are_made, const struct source *source);

/* Reads all rows of the source and counts them in the layouts' loads, which it makes, in windows of `window`
 * rows. Layouts have their split points, and the regions of all of them are placed, in so many ways: 0 where
 * there are no servers, at most MOST_PLACEMENTS. Sets *rows. */
bool simulate_rows(struct simulated_layouts *all, struct source *source, uint64_t window,
                   const struct placed_regions *placed, size_t placements, struct progress *progress,
                   uint64_t *rows, struct failure *failure);

#endif
