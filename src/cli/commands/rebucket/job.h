/* Counts the rows of `rowkey rebucket`: the regions of each row's two keys. */
#ifndef ROWKEY_CLI_COMMANDS_REBUCKET_JOB_H
#define ROWKEY_CLI_COMMANDS_REBUCKET_JOB_H

#include <rowkey/route.h>

#include "commands/rebucket/flows.h"
#include "filter/worker.h"

/* A layout and the regions of its keys. */
struct rebucket_side {
  const rowkey_layout *layout;
  const rowkey_splits *splits;
  rowkey_router *router;
};

struct rebucket_job {
  const struct columns *columns; /* of the schema of both layouts */
  bool records;                  /* the input; without it, keys of from.layout */
  uint64_t seed;                 /* of random() */
  struct rebucket_side from, to;
  struct flows *flows;
};

/* Its job is a struct rebucket_job. */
extern const struct operation rebucket_operation;

/* What struct work calls `take`. */
bool rebucket_take(void *state, struct worker *worker);

#endif
