/* What is told of a command, wherever it is told: by --help, in the manual, by completion. */
#ifndef ROWKEY_CLI_MANUAL_PAGE_H
#define ROWKEY_CLI_MANUAL_PAGE_H

#include <stdio.h>

#include "settings/options.h"

#define EXIT_STATUS_OF_DATA "0 success, 1 bad data, 2 bad usage, 3 input or output failed."

/* Texts are as in struct option; lines that are shown as they are end in newlines. */
struct page {
  const char *synopsis; /* lines */
  const char *description;
  const struct option *options;
  enum row_kind operands;
  const char *notes; /* after the options, or NULL */
  const char *exit_status;
  const char *examples; /* lines, indented by two */
};

#endif
