/* The options that say how records are read, of all commands that make keys of them. */
#ifndef ROWKEY_CLI_SETTINGS_RECORD_SETTINGS_H
#define ROWKEY_CLI_SETTINGS_RECORD_SETTINGS_H

#include "records/kind.h"

enum { RECORD_INPUT, RECORD_HEADER, RECORD_DELIMITER, RECORD_NULL, RECORD_SEED, RECORD_OPTIONS };

/* Their rows in a command's table of options, from index `base` on. */
#define RECORD_OPTION_ROWS(base)                                                                            \
  [(base) + RECORD_INPUT] = OPTION_INPUT, [(base) + RECORD_HEADER] = OPTION_HEADER,                         \
            [(base) + RECORD_DELIMITER] = {"--delimiter", 'd', true}, [(base) + RECORD_NULL] = OPTION_NULL, \
            [(base) + RECORD_SEED] = OPTION_SEED

struct record_settings {
  const struct record_kind *input;
  bool has_header;
  uint8_t delimiter; /* 0 where the kind has none */
  const char *null;  /* the text of a field that is null; NULL when not given */
  uint64_t seed;     /* of random() */
};

/* Reads the values of the rows above. Without --input the names of the files say what they hold, lines where
 * they say nothing. */
bool record_settings_parse(const char *const *values, char *const *files, size_t file_count,
                           struct record_settings *settings, struct failure *failure);

/* Whether columns have their names in the records or in a header, so that a layout alone may say which are
 * used. */
static inline bool record_settings_have_names(const struct record_settings *settings) {
  return settings->has_header || settings->input->has_members;
}

#endif
