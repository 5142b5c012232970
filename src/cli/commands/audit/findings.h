/* What the sample of an audit shows: the layout, the keys that it does not make, and where the newest go. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_FINDINGS_H
#define ROWKEY_CLI_COMMANDS_AUDIT_FINDINGS_H

#include <rowkey/infer.h>
#include <rowkey/profile.h>
#include <rowkey/route.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "commands/audit/settings.h"
#include "layouts/layout_option.h"
#include "records/batch.h"

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

/* Keys of the sample, in the order of the input. */
struct sampled {
  rowkey_keys keys;
  uint64_t *offsets;
  const uint64_t *numbers; /* of each key among all of the input */
  uint64_t rows;           /* of the input */
  bool is_sorted;          /* the input */
  uint32_t *regions;       /* of each key */
};

enum newest_by { NEWEST_UNKNOWN, NEWEST_BY_TIME, NEWEST_BY_ORDER };

enum { MOST_FOREIGN = 3 };
struct foreign_key {
  size_t row; /* of the sample */
  char reason[REASON_SIZE];
};

/* Begins as {0}. */
struct findings {
  /* The layout; `compiled` is NULL where none is known. */
  rowkey_inference *inference; /* NULL where it was given */
  struct layout_option option; /* do not copy it */
  struct columns columns;
  rowkey_layout *compiled;

  size_t decoded; /* keys of the sample */
  size_t foreign; /* those that the layout does not make; the first ones: */
  struct foreign_key examples[MOST_FOREIGN];

  enum newest_by newest_by;
  size_t time; /* the column, of NEWEST_BY_TIME */
  bool *is_newest;
  size_t newest; /* keys */
};

/* False and `failure`; findings_free comes after either. */
bool findings_make(const struct sampled *sampled, const struct audit_settings *settings,
                   struct findings *findings, struct failure *failure);
void findings_free(struct findings *findings);

#endif
