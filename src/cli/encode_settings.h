/* What the options of `rowkey encode` say. */
#ifndef ROWKEY_CLI_ENCODE_SETTINGS_H
#define ROWKEY_CLI_ENCODE_SETTINGS_H

#include "columns.h"
#include "emit.h"

struct encode_settings {
  const char *layout;
  const char *columns; /* NULL when not given */
  enum input_kind input;
  bool has_header;
  uint8_t delimiter;
  struct emit_form form;
  const char *output; /* NULL for standard output */
  uint64_t threads;
  const char *isa; /* NULL to choose by itself */
  uint64_t seed;
  bool skip_bad;
  const char *rejects; /* NULL when not given */
  bool quiet;
  uint64_t chunk_size;
  uint64_t most_bytes; /* of a record */
  char **files;
  size_t file_count;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. */
bool encode_settings_parse(char **arguments, size_t count, struct encode_settings *settings,
                           struct failure *failure);

extern const char encode_help[];

#endif
