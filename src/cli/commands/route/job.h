/* Makes the rows of `rowkey route`: the region of each key. */
#ifndef ROWKEY_CLI_COMMANDS_ROUTE_JOB_H
#define ROWKEY_CLI_COMMANDS_ROUTE_JOB_H

#include <rowkey/route.h>

#include "filter/worker.h"

struct route_job {
  const rowkey_router *router;
  bool with_record; /* after the region and a tab */
  uint64_t *counts; /* NULL, or of the keys of each region: then no rows are written */
};

/* Its job is a struct route_job. */
extern const struct operation route_operation;

/* What struct work calls `take` where job->counts is not NULL. */
bool route_take(void *state, struct worker *worker);

#endif
