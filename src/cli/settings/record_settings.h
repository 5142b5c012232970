/* The options that say how records are read, of all commands that make keys of them. */
#ifndef ROWKEY_CLI_SETTINGS_RECORD_SETTINGS_H
#define ROWKEY_CLI_SETTINGS_RECORD_SETTINGS_H

#include "records/kind.h"
#include "settings/options.h"

enum { RECORD_INPUT, RECORD_HEADER, RECORD_DELIMITER, RECORD_NULL, RECORD_SEED, RECORD_OPTIONS };

/* The rows of some of them, from index `base` on, for commands that read records as rowkey encode does. The
 * row that follows has their text. */
#define RECORD_ROWS_AS_ENCODE(base)                                                          \
  {(base) + RECORD_HEADER, "--header", 0, NULL, VALUE_NONE, NO_WORDS, NULL},                 \
      {(base) + RECORD_DELIMITER, "--delimiter", 'd', "BYTE", VALUE_FREE, NO_WORDS, NULL}, { \
    (base) + RECORD_NULL, "--null", 0, "TEXT", VALUE_FREE, NO_WORDS, NULL                    \
  }

struct record_settings {
  const struct record_kind *input;
  bool has_header;
  uint8_t delimiter; /* 0 where the kind has none */
  const char *null;  /* the text of a field that is null; NULL when not given */
  uint64_t seed;     /* of random() */
};

/* Reads the values of these options. Without --input the names of the files say what they hold, lines where
 * they say nothing. */
bool record_settings_parse(const char *const *values, char *const *files, size_t file_count,
                           struct record_settings *settings, struct failure *failure);

/* Whether columns have their names in the records or in a header, so that a layout alone may say which are
 * used. */
static inline bool record_settings_have_names(const struct record_settings *settings) {
  return settings->has_header || settings->input->has_members;
}

#endif
