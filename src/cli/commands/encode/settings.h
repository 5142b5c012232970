/* What the options of `rowkey encode` say. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_ENCODE_SETTINGS_H

#include "filter/common.h"
#include "keys/emit.h"
#include "reading/record_settings.h"

enum encode_emit { ENCODE_KEY, ENCODE_KEY_AND_RECORD };

struct encode_settings {
  struct common_settings common;
  struct record_settings records;
  enum encode_emit emit; /* form.with_record */
  struct emit_form form;
  bool form_is_given, most_key_is_given; /* by options; else the form is text */
  bool constant;                         /* a layout may use no column */
  bool sort;
  uint64_t sort_memory;  /* bytes, where rows are sorted; so for all that follows */
  const char *temporary; /* NULL, or the directory of rows that memory does not hold */
  bool count_duplicates;
  const char *splits; /* NULL, or the split points of the regions that each get a file */
  const struct key_form *splits_form;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool encode_settings_read(char **arguments, size_t count, struct encode_settings *settings,
                          struct failure *failure);

extern const struct page encode_page;

#endif
