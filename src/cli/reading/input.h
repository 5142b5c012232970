/* The input of a command: its files, what their records are like, and how they are opened. */
#ifndef ROWKEY_CLI_READING_INPUT_H
#define ROWKEY_CLI_READING_INPUT_H

#include "io/input_settings.h"
#include "io/writer.h"
#include "reading/reader.h"
#include "reading/record_settings.h"

/* Begins as INPUT_NONE. Do not move it once it is open: readers point into it. */
struct input {
  struct input_settings settings;
  struct columns columns;     /* of the records, or of those whose keys are read */
  struct columns key_columns; /* of records that are keys: none */
  struct record_shape shape;
  struct file_header header; /* of the first file, where files have one */
  bool has_header;
  struct reader reader; /* of all files, at the first one */
  struct oddities oddities;
  struct compression compression;
  uint64_t *sizes;      /* bytes of each file; 0 when not known */
  uint64_t total_bytes; /* likewise of all */
  bool can_rewind;      /* all files can be read again */
};

#define INPUT_NONE                     \
  {                                    \
    .reader = {.stream = STREAM_NONE } \
  }

/* Looks for all files before any work is done. */
bool input_find(struct input *input, const struct input_settings *settings, struct failure *failure);

/* Open the first file. The records have the columns of `list`, the text of --columns or NULL; or they are
 * keys, raw ones of `width` bytes or one a line. Come after input_find. */
bool input_open_records(struct input *input, const struct record_settings *settings, const char *list,
                        struct failure *failure);
bool input_open_keys(struct input *input, bool raw, size_t width, struct failure *failure);

/* A reader of one file of the input, not opened yet. */
struct reader input_reader(struct input *input, char *const *file);

void input_free(struct input *input);

/* False and `failure` when the writer, which may be closed, writes or will replace the input `file`; "-" is
 * standard input. */
bool input_is_no_output(const char *file, const struct writer *output, struct failure *failure);

/* False and `failure` when both write to one file. The second is the one of `option`, NULL for one more of
 * the same. */
bool outputs_are_two(const struct writer *a, const struct writer *b, const char *option,
                     struct failure *failure);

#endif
