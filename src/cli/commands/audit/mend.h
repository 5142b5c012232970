/* What would change: other regions of the same keys, or keys with another prefix. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_MEND_H
#define ROWKEY_CLI_COMMANDS_AUDIT_MEND_H

#include "commands/audit/findings.h"
#include "commands/rebucket/report.h"

enum { MEND_TEMPLATE_SIZE = 64 };

/* Begins as {0}. All figures are of the sample, or of every second key of it. */
struct mend {
  bool is_wanted;
  char refused[REASON_SIZE];       /* why it cannot be had, or "" */
  char layout[MEND_TEMPLATE_SIZE]; /* what the keys become, of one column: key */
  rowkey_splits *points;
  size_t step; /* of the sampled keys every so many are counted, from the first on */
  struct flows flows;
  struct rebucket_report moved; /* as rowkey rebucket counts it */
  struct spread all, newest;
};

/* As many regions as the table has, with points that part the sample evenly. Keys that made the points would
 * flatter them: where there are more keys than the sample, half of it makes the points, and the other half is
 * counted. */
bool mend_regions(const struct sampled *sampled, const rowkey_splits *splits, const struct findings *findings,
                  struct mend *mend, struct failure *failure);

/* The same with a prefix of the keys' MD5. */
bool mend_prefix(const struct sampled *sampled, const rowkey_splits *splits, const struct findings *findings,
                 struct mend *mend, struct failure *failure);

void mend_free(struct mend *mend);

#endif
