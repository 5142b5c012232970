/* Reads the keys of `rowkey audit`: counts them in their regions, and keeps a sample. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_JOB_H
#define ROWKEY_CLI_COMMANDS_AUDIT_JOB_H

#include <rowkey/profile.h>
#include <rowkey/route.h>

#include "filter/worker.h"

struct audit_job {
  const rowkey_router *router;
  uint64_t *counts;        /* keys of each region */
  rowkey_profile *profile; /* of a single column, the keys */
};

/* Its job is a struct audit_job. */
extern const struct operation audit_operation;

/* What struct work calls `take`. */
bool audit_take(void *state, struct worker *worker);

#endif
