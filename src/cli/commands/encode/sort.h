/* Hands the rows of `rowkey encode --sort` to a sorter, and at the end from it to the output or to one file
 * for each region. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_SORT_H
#define ROWKEY_CLI_COMMANDS_ENCODE_SORT_H

#include "commands/encode/job.h"
#include "commands/encode/settings.h"
#include "keys/split_list.h"
#include "sorting/region_files.h"
#include "sorting/row_sorter.h"

/* It must outlive the filter's run. Begins as {0}. */
struct sort_job {
  struct encode_job encode;
  struct row_sorter sorter; /* of the thread whose turn it is */
  bool counts_duplicates;
  struct duplicates duplicates;
  const char *list; /* NULL, or the file of the split points of regions that each get a file */
  struct split_list splits;
  struct region_files files;
};

/* Has the filter, whose layout is compiled, sort the rows of the job. Opens its outputs, too. */
bool sort_prepare(struct sort_job *job, const struct encode_settings *settings, struct filter *filter,
                  struct failure *failure);

/* Says what the user wants to know of the rows, which have been written. */
void sort_report(const struct sort_job *job);

void sort_free(struct sort_job *job);

#endif
