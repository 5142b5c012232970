/* Advice, written in two forms and drawn. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_REPORT_H
#define ROWKEY_CLI_COMMANDS_ADVISE_REPORT_H

#include <rowkey/advise.h>
#include <stdio.h>

#include "commands/advise/found_columns.h"
#include "commands/advise/load.h"
#include "commands/advise/settings.h"

struct advise_report {
  const struct advise_settings *settings;
  const struct found_columns *found; /* its list is NULL where columns were given */
  const rowkey_advisor *advisor;
  const char *source; /* for people */
  uint64_t rows;
  size_t sampled; /* of these, by which reading is counted */
  size_t writers;
  uint64_t window;
  size_t recommended; /* of the designs; ROWKEY_NONE: none can be taken */
};

/* All return false when memory runs out. */
bool advise_report_table(FILE *to, const struct advise_report *report);
bool advise_report_json(FILE *to, const struct advise_report *report);

/* Draws into the folder of --pictures the designs by their costs, and where rows go over time with the
 * recommended one and with the bare key. Nothing where no design can be taken. */
bool advise_draw(const struct advise_report *report, rowkey_load *const *loads, struct failure *failure);

#endif
