/* What the options of `rowkey route` say. */
#ifndef ROWKEY_CLI_COMMANDS_ROUTE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_ROUTE_SETTINGS_H

#include "keys/key_form.h"
#include "manual/page.h"
#include "settings/filter_settings.h"
#include "settings/record_settings.h"

struct route_settings {
  const char *splits;
  const struct key_form *splits_form;
  bool with_layout;
  const struct key_form *input;   /* of keys, without a layout */
  struct record_settings records; /* with one */
  bool with_record;
  bool summary;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. */
bool route_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                          struct route_settings *settings, struct failure *failure);

extern const struct page route_page;

#endif
