/* The rows that advice is given for: those of files, or made. Several threads may have a source each. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_ROWS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_ROWS_H

#include "commands/advise/settings.h"
#include "sources/files.h"
#include "sources/made.h"

/* Begins as ADVISED_ROWS_NONE. */
struct advised_rows {
  struct file_source files;
  struct made_source made;
  struct source *source;      /* one of the two; NULL before it is opened */
  size_t column_count;        /* of the source, but `line` */
  rowkey_layout *all_columns; /* uses each of them */
};

#define ADVISED_ROWS_NONE {.files = FILE_SOURCE_NONE}

/* Opens the source and makes it ready for its writers. To be freed either way. */
bool advised_rows_open(struct advised_rows *rows, const struct advise_settings *settings,
                       struct failure *failure);
void advised_rows_free(struct advised_rows *rows);

#endif
