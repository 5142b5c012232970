/* What the options of `rowkey rebucket` say. */
#ifndef ROWKEY_CLI_COMMANDS_REBUCKET_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_REBUCKET_SETTINGS_H

#include "filter/common.h"
#include "keys/key_form.h"
#include "reading/record_settings.h"

enum rebucket_form { REBUCKET_TABLE, REBUCKET_JSON, REBUCKET_CSV };

struct rebucket_settings {
  struct common_settings common;  /* its layout is that of --from */
  struct layout_option to;        /* do not copy it */
  bool with_records;              /* the input; without it, keys … */
  const struct key_form *input;   /* … in this form */
  struct record_settings records; /* the seed also without records */
  uint64_t from_regions, to_regions;
  const char *from_splits, *to_splits; /* files; NULL where numbers of regions are given */
  const struct key_form *splits_form;
  enum rebucket_form form;
};

extern const struct page rebucket_page;

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool rebucket_settings_read(char **arguments, size_t count, struct rebucket_settings *settings,
                            struct failure *failure);

#endif
