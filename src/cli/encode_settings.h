/* What the options of `rowkey encode` say. */
#ifndef ROWKEY_CLI_ENCODE_SETTINGS_H
#define ROWKEY_CLI_ENCODE_SETTINGS_H

#include "emit.h"
#include "filter_settings.h"

struct encode_settings {
  enum input_kind input;
  bool has_header;
  uint8_t delimiter;
  const char *null; /* the text of a field that is null; NULL when not given */
  struct emit_form form;
  uint64_t seed;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. */
bool encode_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                           struct encode_settings *settings, struct failure *failure);

extern const char encode_help[];

#endif
