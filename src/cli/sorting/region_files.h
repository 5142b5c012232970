/* Sorted rows in one file for each region of a table, as bulk loads take them. */
#ifndef ROWKEY_CLI_SORTING_REGION_FILES_H
#define ROWKEY_CLI_SORTING_REGION_FILES_H

#include <rowkey/splits.h>

#include "filter/filter.h"
#include "sorting/row_output.h"

/* Begins with the first members set. */
struct region_files {
  const struct filter *filter; /* whose output is the numbered name of the files, 0 for the first region */
  const rowkey_splits *splits; /* checked ones */
  struct writer output;        /* of the region whose rows are written */
  size_t region;
};

/* Whether the files can be written as far as can be known before any work is done: the first one by trying,
 * and none of them is there that the filter reads or that holds its rejects, which are open. */
bool region_files_check(const struct region_files *files, struct failure *failure);

/* Opens the first file, and has the output write to it, and to the others as its rows get there. */
bool region_files_begin(struct region_files *files, struct row_output *output, struct failure *failure);

/* Where the rows are `done`, gives the last file its name, and those of the regions that follow, which have
 * no rows; else abandons the file that is open. All files before have their names already, and are complete.
 */
bool region_files_end(struct region_files *files, bool done, struct failure *failure);

#endif
