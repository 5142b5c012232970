/* The options that say which files are read, and in what pieces. */
#ifndef ROWKEY_CLI_IO_INPUT_SETTINGS_H
#define ROWKEY_CLI_IO_INPUT_SETTINGS_H

#include "io/stream.h"
#include "settings/options.h"

struct input_settings {
  char **files; /* "-" is standard input */
  size_t file_count;
  uint64_t chunk_size; /* bytes read at a time */
  uint64_t most_bytes; /* of a record */
  struct compression compression;
};

/* A chunk of the usual size stays in the second-level cache while it is worked on, and threads change turns
 * no oftener than needed. */
#define USUAL_CHUNK_SIZE "524288"
#define MOST_INPUT_BYTES (UINT64_C(1) << 30)

extern const struct value_reader compression_reader;
#define COMPRESSION(member) READ(compression_reader, struct compression, member)

/* The operands are the files, none of which stands for standard input. */
void input_take_files(struct input_settings *settings, const struct given *given);

/* Refuses "-" as the `file` of `option` where it is standard input that the files, `what`, are read from too.
 */
bool refuse_shared_input(const struct input_settings *settings, const char *option, const char *file,
                         const char *what, struct failure *failure);

#endif
