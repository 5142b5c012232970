/* How rows spread over regions. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_SPREAD_H
#define ROWKEY_CLI_COMMANDS_AUDIT_SPREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spread {
  uint64_t rows;
  size_t regions;   /* with a row */
  size_t busiest;   /* the region with the most, the first of them */
  uint64_t most;    /* its rows */
  double peak;      /* most / mean over all regions */
  double effective; /* 1 / sum of squared shares: as many equal regions would be as busy */
  double even;      /* what that is of evenly random rows */
};

/* Of the counts of `regions` regions; all 0 without rows. */
struct spread spread_of(const uint64_t *counts, size_t regions);

/* Whether they are in less than half the regions that chance would put them in. */
static inline bool spread_is_narrow(const struct spread *spread) {
  return spread->rows > 0 && spread->effective < spread->even / 2;
}

#endif
