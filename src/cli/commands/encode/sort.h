/* Hands the rows of `rowkey encode --sort` to a sorter, and at the end from it to the output. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_SORT_H
#define ROWKEY_CLI_COMMANDS_ENCODE_SORT_H

#include "commands/encode/job.h"
#include "io/filter.h"
#include "sorting/row_sorter.h"

struct sort_job {
  struct encode_job encode; /* first: what the operation shares with the one that does not sort */
  struct row_sorter sorter;
};

/* Has the filter sort the rows of the job, which must outlive it. */
void sort_rows_of(struct filter *filter, struct sort_job *job);

#endif
