/* What the options of `rowkey route` say. */
#ifndef ROWKEY_CLI_COMMANDS_ROUTE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_ROUTE_SETTINGS_H

#include "filter/common.h"
#include "keys/key_form.h"
#include "reading/record_settings.h"

enum route_emit { ROUTE_REGION, ROUTE_REGION_AND_RECORD };

struct route_settings {
  struct common_settings common;
  const char *splits;
  const struct key_form *splits_form;
  const struct key_form *input;   /* of keys, without a layout */
  struct record_settings records; /* with one */
  enum route_emit emit;
  bool summary;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool route_settings_read(char **arguments, size_t count, struct route_settings *settings,
                         struct failure *failure);

extern const struct page route_page;

#endif
