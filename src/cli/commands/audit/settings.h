/* What the options of `rowkey audit` say. */
#ifndef ROWKEY_CLI_COMMANDS_AUDIT_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_AUDIT_SETTINGS_H

#include "keys/key_form.h"
#include "manual/page.h"
#include "settings/filter_settings.h"

enum audit_form { AUDIT_TABLE, AUDIT_JSON, AUDIT_FORMS };

struct audit_settings {
  const char *splits; /* a file; NULL where no regions are given */
  const struct key_form *splits_form;
  const struct key_form *input;
  const char *layout; /* as it was given; NULL: it is to be found */
  uint64_t sample;    /* keys */
  enum audit_form form;
};

extern const struct page audit_page;

bool audit_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                          struct audit_settings *settings, struct failure *failure);

#endif
