/* What the options of `rowkey rebucket` say. */
#ifndef ROWKEY_CLI_COMMANDS_REBUCKET_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_REBUCKET_SETTINGS_H

#include "keys/key_form.h"
#include "manual/page.h"
#include "settings/filter_settings.h"
#include "settings/record_settings.h"

enum rebucket_form { REBUCKET_TABLE, REBUCKET_JSON, REBUCKET_CSV };

struct rebucket_settings {
  struct layout_option to; /* --from is the filter's; do not copy it */
  const char *from_text;   /* both as they were given */
  const char *to_text;
  bool with_records;              /* the input; without it, keys … */
  const struct key_form *input;   /* … in this form */
  struct record_settings records; /* the seed also without records */
  uint64_t from_regions, to_regions;
  const char *from_splits, *to_splits; /* files; NULL where numbers of regions are given */
  const struct key_form *splits_form;
  enum rebucket_form form;
};

extern const struct page rebucket_page;

bool rebucket_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                             struct rebucket_settings *settings, struct failure *failure);

#endif
