/* What a simulation has found, written in several forms. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_REPORT_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_REPORT_H

#include <stdio.h>

#include "commands/simulate/layouts.h"
#include "commands/simulate/simulate.h"

struct simulate_report {
  const struct simulation *simulation;
  const struct simulated *layouts;
  size_t count;                             /* of layouts, 1 to MOST_REPEATS */
  const struct simulated_layouts *compiled; /* for their templates and split points */
};

/* All return false when memory runs out. */

/* Measures as lines and layouts as columns, for people. */
bool report_table(FILE *to, const struct simulate_report *report);
/* One object. */
bool report_json(FILE *to, const struct simulate_report *report);
/* A line for each layout and region, and a header line: layout,region,start,server,rows; `start` is the
 * region's first key as HBase's shell writes it, `server`, its number or its name in --placement FILE, is
 * there with --servers. */
bool report_csv(FILE *to, const struct simulate_report *report);
/* A line for each layout and column of counts over time, and a header line: layout,first_row,rows, how even
 * they are as in struct rowkey_evenness, then the rows of each region. */
bool report_windows_csv(FILE *to, const struct simulate_report *report);

#endif
