/* The options that say which files are read, and in what pieces. */
#ifndef ROWKEY_CLI_SETTINGS_INPUT_SETTINGS_H
#define ROWKEY_CLI_SETTINGS_INPUT_SETTINGS_H

#include "io/stream.h"
#include "settings/options.h"

struct input_settings {
  char **files; /* "-" is standard input */
  size_t file_count;
  uint64_t chunk_size; /* bytes read at a time */
  uint64_t most_bytes; /* of a record */
  struct compression compression;
};

/* Value `index` that --compression may have; NULL after the last one. */
const char *compression_name(size_t index);

/* Reads the values of --chunk-size, --max-record and --compression; `operands` are the files, none of which
 * stands for standard input. */
bool input_settings_parse(const char *chunk_size, const char *max_record, const char *compression,
                          char **operands, size_t operand_count, struct input_settings *settings,
                          struct failure *failure);

/* Refuses "-" as the `file` of `option` where it is standard input that the files, `what`, are read from too.
 */
bool refuse_shared_input(const struct input_settings *settings, const char *option, const char *file,
                         const char *what, struct failure *failure);

#endif
