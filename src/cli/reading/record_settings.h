/* The options that say how records are read, of all commands that make keys of them. */
#ifndef ROWKEY_CLI_READING_RECORD_SETTINGS_H
#define ROWKEY_CLI_READING_RECORD_SETTINGS_H

#include "records/kinds.h"
#include "settings/readers.h"

/* Their rows. A command that has one of them has a struct record_settings named `records` among its settings.
 */
extern const struct value_reader delimiter_reader;
#define OPTION_RECORD_KIND(...) OPTION("--input", "KIND", RECORD_KIND_OF(records.input), __VA_ARGS__)
#define OPTION_HEADER(...) OPTION("--header", NULL, FLAG(records.has_header), __VA_ARGS__)
#define OPTION_DELIMITER(...)                                                                      \
  OPTION("--delimiter", "BYTE", .letter = 'd', READ(delimiter_reader, uint8_t, records.delimiter), \
         __VA_ARGS__)
#define OPTION_NULL(...) OPTION("--null", "TEXT", TEXT(records.null), __VA_ARGS__)
#define OPTION_COMMENT(...) OPTION("--comment", "TEXT", TEXT(records.comment), __VA_ARGS__)
#define OPTION_SEED(...) \
  OPTION("--seed", "N", NUMBER(records.seed, 0, UINT64_MAX), .otherwise = "0", __VA_ARGS__)
/* Those of commands that read records as rowkey encode does. The row that follows has their text. */
#define OPTIONS_AS_ENCODE(...)                                                         \
  OPTION_HEADER(__VA_ARGS__), OPTION_DELIMITER(__VA_ARGS__), OPTION_NULL(__VA_ARGS__), \
      OPTION_COMMENT(__VA_ARGS__)

struct record_settings {
  const rowkey_record_kind *input; /* NULL as long as nothing says it */
  bool has_header;
  uint8_t delimiter;   /* 0 where it is not given, and where the kind has none */
  const char *null;    /* the text of a field that is null; NULL when not given */
  const char *comment; /* what comment lines begin with; NULL when not given */
  uint64_t seed;       /* of random() */
};

/* The settings as the library takes them. */
rowkey_records_settings record_settings_of(const struct record_settings *settings, const char *columns);

/* Looks whether what was read of the options goes together. Without --input the names of the files say what
 * they hold, lines where they say nothing. */
bool record_settings_check(struct record_settings *settings, char *const *files, size_t file_count,
                           struct failure *failure);

/* Whether columns have their names in the records or in a header, so that a layout alone may say which are
 * used. */
static inline bool record_settings_have_names(const struct record_settings *settings) {
  return settings->has_header || settings->input->has_members;
}

#endif
