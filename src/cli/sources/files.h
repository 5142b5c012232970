/* Rows that are records of files. */
#ifndef ROWKEY_CLI_SOURCES_FILES_H
#define ROWKEY_CLI_SOURCES_FILES_H

#include "reading/input.h"
#include "reading/parts.h"
#include "reading/walk.h"
#include "sources/source.h"

/* One writer's place in its file, or in its part of one. */
struct file_writer {
  struct reader reader;
  struct walk walk;
  uint64_t first_row;  /* that random() counts for the part */
  uint64_t bytes_read; /* of the part */
  bool reading;
};

/* Begins as FILE_SOURCE_NONE. */
struct file_source {
  struct source source; /* first: a struct source * is cast to this */
  struct input input;
  struct part_list parts;
  size_t parts_taken;
  struct file_writer *writers;
  struct file_writer *last; /* which gave rows last */
};

#define FILE_SOURCE_NONE {.input = INPUT_NONE}

/* Looks for the files and finds their columns, `list` being the text of --columns or NULL. The source is to
 * be freed either way. */
bool file_source_open(struct file_source *files, const struct input_settings *settings,
                      const struct record_settings *records, const char *list, struct failure *failure);

/* How many writers may have a file open at the same time, in all sources. */
size_t file_source_most_open(void);

/* Makes it ready for `writers` writers (0: one a file) of the columns that the layouts use. */
bool file_source_begin(struct file_source *files, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure);

#endif
