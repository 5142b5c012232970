/* An audit, and its two forms. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_REPORT_H
#define ROWKEY_CLI_COMMANDS_AUDIT_REPORT_H

#include <stdio.h>

#include "commands/audit/mend.h"
#include "commands/audit/settings.h"
#include "keys/split_list.h"

struct audit_report {
  const struct audit_settings *settings;
  const struct common_settings *common;
  const struct split_list *list; /* of --splits; of a single region without it */
  uint64_t *counts;              /* keys of each region */
  struct spread all, newest;     /* of all keys; of the newest of the sample */
  rowkey_region_share *shares;   /* what the layout expects; NULL where it is not known */
  struct sampled sampled;
  const rowkey_column_profile *profile; /* of the keys */
  struct findings findings;
  struct mend regions, prefix;
};

enum region_fault { REGION_GOOD, REGION_HOT, REGION_EMPTY, REGION_UNREACHABLE, REGION_FAULTS };

/* "hot", "empty", ... and NULL for a good one. */
extern const char *const region_fault_names[REGION_FAULTS];

enum region_fault fault_of_region(const struct audit_report *report, size_t region);
size_t count_faults(const struct audit_report *report, enum region_fault fault);

/* Whether other regions are worth counting: one has a fault, or more keys than chance gives it. */
bool is_uneven(const struct audit_report *report);

static inline size_t audit_regions(const struct audit_report *report) {
  return report->list->splits.count + 1;
}
static inline const char *audit_layout(const struct audit_report *report) {
  return report->findings.compiled == NULL ? NULL : report->findings.option.text;
}
/* The columns of the layout, as --columns takes them. */
const char *audit_columns(const struct audit_report *report);

/* What speaks for the layout: "given", "checked", "shape", "width" or "none". */
const char *audit_confidence(const struct audit_report *report);

/* The commands that show the figures again, each after `before` and followed by `after`. */
void put_audit_commands(const struct audit_report *report, const char *before, const char *after, FILE *to);

/* Both return false when memory runs out. */
bool audit_report_table(const struct audit_report *report, FILE *to);
bool audit_report_json(const struct audit_report *report, FILE *to);

#endif
