/* Makes the rows of `rowkey route`: the region of each key. */
#ifndef ROWKEY_CLI_COMMANDS_ROUTE_JOB_H
#define ROWKEY_CLI_COMMANDS_ROUTE_JOB_H

#include <rowkey/route.h>

#include "io/worker.h"
#include "keys/key_form.h"

struct route_job {
  const struct record_shape *shape;
  const rowkey_layout *layout; /* NULL: the records are keys … */
  enum key_form input;         /* … in this form */
  uint64_t seed;               /* of random() */
  const rowkey_router *router;
  bool with_record; /* behind the region and a tab */
  uint64_t *counts; /* NULL, or of the keys of each region: then no rows are written */
};

/* Its job is a struct route_job. */
extern const struct operation route_operation;

/* What struct work calls `take` where job->counts is not NULL. */
bool route_take(void *state, struct worker *worker);

#endif
