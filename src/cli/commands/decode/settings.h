/* What the options of `rowkey decode` say. */
#ifndef ROWKEY_CLI_COMMANDS_DECODE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_DECODE_SETTINGS_H

#include "keys/key_form.h"
#include "manual/page.h"
#include "report/table.h"
#include "settings/filter_settings.h"

struct decode_settings {
  const struct key_form *input;
  enum table_form output;
  bool has_header;
  const char *null;   /* what stands for a null */
  const char *select; /* NULL when not given */
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. */
bool decode_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                           struct decode_settings *settings, struct failure *failure);

extern const struct page decode_page;

#endif
