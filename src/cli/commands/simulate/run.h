/* The simulation itself: rows of the source for the library, which counts the load on the regions. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_RUN_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_RUN_H

#include "commands/simulate/layouts.h"
#include "commands/simulate/placement.h"
#include "io/progress.h"

/* Reads all rows of the source and counts them in the layouts' simulation, which it makes, in windows of
 * `window` rows. Layouts have their split points, and the regions of all of them are placed, in so many ways:
 * 0 without servers. Sets *rows. */
bool simulate_rows(struct simulated_layouts *all, struct source *source, uint64_t window,
                   const struct placed_regions *placed, size_t placements, struct progress *progress,
                   uint64_t *rows, struct failure *failure);

#endif
