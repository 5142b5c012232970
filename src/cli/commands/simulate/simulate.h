/* What `rowkey simulate` has found, as its tables and pictures show it. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_SIMULATE_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_SIMULATE_H

#include <rowkey/load.h>

#include "commands/simulate/placement.h"
#include "report/picture.h"

/* The rows of a layout, counted. All layouts of a run have seen the same rows in the same order, in windows
 * of the same size, and have the same number of regions. */
struct simulated {
  const char *layout;                /* its text as it was given: a template or @NAME */
  const rowkey_load_report *report;  /* by region */
  const rowkey_load_report *servers; /* by server, NULL without --servers */
};

/* What is the same for all layouts of a run. */
struct simulation {
  struct rows_seen seen;
  size_t servers;                    /* 0 without any */
  const struct placement *placement; /* which region is on which of them … */
  const struct placed_regions *placed;
};

#endif
