/* What the options of `rowkey audit` say. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_AUDIT_SETTINGS_H

#include "filter/common.h"
#include "keys/key_form.h"

struct audit_settings {
  struct common_settings common; /* a layout that is not given is to be found */
  const char *splits;            /* a file; NULL where no regions are given */
  const struct key_form *splits_form;
  const struct key_form *input;
  const char *not_times; /* names of columns; NULL for none */
  uint64_t sample;       /* keys */
  enum report_form form;
};

extern const struct page audit_page;

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool audit_settings_read(char **arguments, size_t count, struct audit_settings *settings,
                         struct failure *failure);

#endif
