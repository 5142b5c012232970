/* What a simulation has found, written in several forms and drawn. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_REPORT_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_REPORT_H

#include <rowkey/load.h>
#include <stdio.h>

#include "commands/simulate/layouts.h"
#include "commands/simulate/placement.h"
#include "report/picture.h"

/* The rows of a layout, counted. All layouts of a run have seen the same rows in the same order, in windows
 * of the same size, and have the same number of regions. */
struct simulated {
  const char *layout;                /* its text as it was given: a template or @NAME */
  const rowkey_load_report *report;  /* by region */
  const rowkey_load_report *servers; /* by server, NULL without --servers */
};

/* What is the same for all layouts of a run. */
struct simulation {
  rowkey_rows_seen seen;
  size_t servers;                    /* 0 without any */
  const struct placement *placement; /* which region is on which of them … */
  const struct placed_regions *placed;
};

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

struct picture_settings {
  const char *directory; /* made when it is not there */
  enum picture_format format;
  struct simulation simulation;
};

/* Draws `count` >= 1 layouts side by side. */
bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure);

#endif
