/* Rows that are records of files. */
#ifndef ROWKEY_CLI_SOURCES_FILES_H
#define ROWKEY_CLI_SOURCES_FILES_H

#include "io/reader.h"
#include "records/values.h"
#include "settings/record_settings.h"
#include "sources/parts.h"
#include "sources/source.h"

/* One writer's place in its file, or in its part of one. */
struct file_writer {
  struct reader reader;
  struct chunk chunk;
  size_t at; /* of the chunk: what comes next */
  uint64_t chunk_row, first_row;
  bool reading;
};

struct file_source {
  struct source source; /* first: a struct source * is cast to this */
  struct record_settings settings;
  uint64_t chunk_size, most_bytes;
  char **files;
  size_t file_count;
  struct columns columns;
  struct record_shape shape;
  struct header header; /* of the first file … */
  struct reader first;  /* … whose reader is kept open for who comes first: a pipe has its header only once */
  bool can_rewind;
  struct part_list parts;
  size_t parts_taken;
  struct file_writer *writers;
  struct batch batch;
  struct values values;
  const struct file_writer *last; /* who gave rows last, from `last_at` of its chunk */
  size_t last_at;
};

/* Looks for the files and finds their columns, `list` being the text of --columns or NULL. What is set
 * before: settings, chunk_size, most_bytes, files, file_count; the rest is 0. The source is to be freed
 * either way. */
bool file_source_open(struct file_source *files, const char *list, struct failure *failure);

/* Makes it ready for `writers` writers (0: one a file) of the columns that the layouts use. */
bool file_source_begin(struct file_source *files, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure);

#endif
