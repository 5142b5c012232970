/* Makes the rows of `rowkey decode`: the columns of each key. */
#ifndef ROWKEY_CLI_COMMANDS_DECODE_JOB_H
#define ROWKEY_CLI_COMMANDS_DECODE_JOB_H

#include "filter/worker.h"
#include "report/table.h"

struct decode_job {
  const rowkey_layout *layout;
  const struct columns *columns;
  enum table_form output;
  const char *null; /* what stands for a null */
  size_t *selected; /* the columns to be written, as places in the schema */
  size_t selected_count;
};

/* Its job is a struct decode_job. */
extern const struct operation decode_operation;

#endif
