/* What moves where: summed up from the flows, and printed. */
#ifndef ROWKEY_CLI_COMMANDS_REBUCKET_REPORT_H
#define ROWKEY_CLI_COMMANDS_REBUCKET_REPORT_H

#include <rowkey/splits.h>
#include <stdio.h>

#include "commands/rebucket/flows.h"

/* A region, on one of the sides. */
struct moved_region {
  uint64_t rows;
  uint64_t stay;      /* rows whose place does not change */
  uint64_t same_keys; /* rows whose key does not change */
  uint64_t largest;   /* of the new side: the most rows that come from one old region */
};

enum { NO_REGION = UINT32_MAX };

struct rebucket_side_report {
  const char *layout; /* as it was given */
  const rowkey_splits *splits;
  struct moved_region *regions; /* splits->count + 1 of them */
};

/* Begins as {0}. */
struct rebucket_report {
  struct rebucket_side_report from, to;
  const struct flows *flows; /* sorted */
  uint32_t *inside;          /* for each new region the old one that it is, or is a part of; or NO_REGION */
  uint64_t rows, same_keys, stay, best;
  size_t kept, split; /* old regions that are new ones, and that consist of several new ones */
};

/* Sums up; report->from and ->to tell layouts and splits. False when memory runs out. */
bool rebucket_sum_up(struct rebucket_report *report, struct flows *flows);
void rebucket_report_free(struct rebucket_report *report);

static inline bool flow_stays(const struct rebucket_report *report, const struct flow *flow) {
  return report->inside[flow->to] == flow->from;
}

/* All return false when memory runs out. */
bool rebucket_print_table(const struct rebucket_report *report, FILE *to);
bool rebucket_print_json(const struct rebucket_report *report, FILE *to);
bool rebucket_print_csv(const struct rebucket_report *report, FILE *to);

#endif
