/* What the options of `rowkey decode` say. */
#ifndef ROWKEY_CLI_COMMANDS_DECODE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_DECODE_SETTINGS_H

#include "filter/common.h"
#include "keys/key_form.h"
#include "report/table.h"

struct decode_settings {
  struct common_settings common;
  const struct key_form *input;
  enum table_form output;
  bool has_header;
  const char *null;   /* what stands for a null */
  const char *select; /* NULL when not given */
};

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool decode_settings_read(char **arguments, size_t count, struct decode_settings *settings,
                          struct failure *failure);

extern const struct page decode_page;

#endif
