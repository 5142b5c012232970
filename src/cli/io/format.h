/* Formats of files that hold no records as they are, recognised by their first bytes. */
#ifndef ROWKEY_CLI_IO_FORMAT_H
#define ROWKEY_CLI_IO_FORMAT_H

#include "io/codec.h"

enum { FORMAT_SIGHT = 48 /* bytes that tell every format */, FORMAT_COMMAND_SIZE = 512 };

struct format {
  const char *name;          /* what the file holds, followed by "data" in messages */
  const struct codec *codec; /* undoes it; NULL where this build has none */
  const char *command;       /* writes it as text, once the name of a file follows … */
  bool needs_file;           /* … which has to be there: it does not read standard input */
  const char *options;       /* what rowkey has to be given for that text; NULL for whatever the file holds */
};

/* The format of a file that begins with these bytes, NULL for one that may hold records. *open: there are
 * fewer than FORMAT_SIGHT bytes, and more of them may tell something else. */
const struct format *format_of(const uint8_t *bytes, size_t size, bool *open);

/* "xz -dc FILE | rowkey ...": converts `file`, "-" or a name, in FORMAT_COMMAND_SIZE bytes. */
void format_command(const struct format *format, const char *file, char *out);

#endif
