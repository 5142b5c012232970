/* What the options of `rowkey advise` say. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_SETTINGS_H

#include "commands/simulate/placement.h"
#include "filter/common.h"
#include "reading/record_settings.h"

enum { ADVISE_INPUT_OPTIONS = 12 };

/* An option that says which rows there are, as it was given. */
struct given_option {
  const char *name, *value; /* NULL for one that has none */
};

struct advise_settings {
  struct common_settings common; /* columns: NULL for those of the header, to be found. The layout is one of
                                    the user's, beside which others are measured */
  struct texts questions;
  const char *keep;  /* "host before ts, …", or NULL */
  const char *order; /* a column, or NULL */

  uint64_t regions, servers, writers, window; /* window and writers: 0 when not given */
  uint64_t candidates, designs, seconds;      /* 0: as the library has it */
  struct placement placement; /* of all rows' loads, if has_placement: else they have several */
  bool has_placement;
  double seek_cost, most_peak;
  const char *identity; /* a list of columns, or NULL */
  bool allow_shared_keys;

  const char *source; /* NULL for files */
  uint64_t rows;      /* that are made, or that the table of FILEs grows to; of files 0 when not given */
  struct record_settings records;
  struct given_option given[ADVISE_INPUT_OPTIONS]; /* for commands that read the same rows */
  size_t given_count;

  enum report_form output;
  const char *pictures; /* a folder, or NULL */
};

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool advise_settings_read(char **arguments, size_t count, struct advise_settings *settings,
                          struct failure *failure);

/* Goes on as if --columns, which was not given, had been this. It must live as long as the settings. */
void advise_settings_use_columns(struct advise_settings *settings, const char *columns);

extern const struct page advise_page;

#endif
