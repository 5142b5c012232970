/* Hands the rows of `rowkey encode --sort` to a sorter, and at the end from it to the output. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_SORT_H
#define ROWKEY_CLI_COMMANDS_ENCODE_SORT_H

#include "commands/encode/job.h"
#include "io/filter.h"
#include "sorting/row_sorter.h"

struct sort_job {
  struct encode_job encode;
  struct row_sorter *sorter; /* of the thread whose turn it is */
};

/* Has the filter sort the rows of the job. It and the sorter must outlive the filter's run. */
void sort_rows_of(struct filter *filter, const struct sort_job *job);

#endif
