#include "sources/files.h"
#include "file_parts.h"
#include "text/plural.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Of all writers together; below the least size it would no longer be the reading that takes the time. */
enum { CHUNKS_SIZE = 16 << 20, CHUNK_SIZE_MIN = 32 << 10 };
/* Open beside those of writers: standard ones, outputs, and the like. */
enum { OTHER_FILES = 32 };

static struct file_source *files_of(struct source *source) { return (struct file_source *)(void *)source; }

/* ---- Opening --------------------------------------------------------------------------------- */

/* "a.csv", "a.csv and 7 more files" */
static bool name_source(struct file_source *files, struct failure *failure) {
  const char *first = stream_file_name(files->input.settings.files[0]);
  const size_t room = strlen(first) + 64, more = files->input.settings.file_count - 1;
  files->source.name = malloc(room);
  if (files->source.name == NULL) return fail_memory(failure);
  const int used = snprintf(files->source.name, room, "%s", first);
  if (more > 0) {
    snprintf(files->source.name + used, room - (size_t)used, " and %zu more file%s", more, plural(more));
  }
  return true;
}

static const struct source_kind file_kind;

bool file_source_open(struct file_source *files, const struct input_settings *settings,
                      const struct record_settings *records, const char *list, struct failure *failure) {
  struct input *input = &files->input;
  files->source.kind = &file_kind;
  if (!input_find(input, settings, failure) || !name_source(files, failure) ||
      !input_open_records(input, records, list, failure)) {
    return false;
  }
  files->source.total = input->total_bytes;
  files->source.schema = input->columns.schema;
  files->source.schema_count = input->columns.schema_count;
  return true;
}

/* Their number may pass the limit that is meant for other programs: it is raised. */
size_t file_source_most_open(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return SIZE_MAX;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > SIZE_MAX) return SIZE_MAX;
  return limit.rlim_cur > OTHER_FILES ? (size_t)limit.rlim_cur - OTHER_FILES : 1;
}

/* Each writer has a file open, as long as there are parts for all. */
static bool check_open_files(const struct file_source *files, struct failure *failure) {
  const size_t parts = files->parts.count, writers = files->source.writers;
  const size_t open = writers < parts ? writers : parts, most = file_source_most_open();
  return open <= most ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "option --writers: %zu writers have as many files open, and the system allows %zu (expected "
             "so many at most, or a higher limit by ulimit -Hn)",
             open, most);
}

static bool create_writers(struct file_source *files) {
  files->writers = calloc(files->source.writers, sizeof *files->writers);
  if (files->writers == NULL) return false;
  for (size_t i = 0; i < files->source.writers; i++) files->writers[i].walk.shape = &files->input.shape;
  return true;
}

bool file_source_begin(struct file_source *files, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure) {
  struct input *input = &files->input;
  uint64_t *chunk_size = &input->settings.chunk_size;
  writers = writers > 0 ? writers : input->settings.file_count;
  files->source.writers = writers;
  if (!parts_list(&files->parts, input, writers, failure) ||
      !columns_use(&input->columns, layouts, layout_count, failure)) {
    return false;
  }
  const uint64_t fair = CHUNKS_SIZE / writers > CHUNK_SIZE_MIN ? CHUNKS_SIZE / writers : CHUNK_SIZE_MIN;
  if (*chunk_size > fair) *chunk_size = fair;
  return check_open_files(files, failure) && (create_writers(files) || fail_memory(failure));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Opens the next part that nobody has taken. */
static bool take_part(struct file_source *files, struct file_writer *writer, struct failure *failure) {
  struct input *input = &files->input;
  const size_t index = files->parts_taken++;
  const struct part *part = &files->parts.items[index];
  writer->first_row = (uint64_t)index << PART_ROW_BITS;
  writer->bytes_read = 0;
  writer->reading = true; /* whatever becomes of it, the reader is to be freed */
  if (index == 0 && part->end == 0 && input->reader.stream.descriptor >= 0) {
    writer->reader = input->reader; /* a pipe has its header only once */
    writer->reader.file_count = 1;
    writer->reader.chunk_size = (size_t)input->settings.chunk_size;
    input->reader = (struct reader){.stream = STREAM_NONE};
    return true;
  }
  writer->reader = input_reader(input, &part->file);
  writer->reader.begin = part->begin;
  writer->reader.end = part->end;
  return reader_open(&writer->reader, failure);
}

static bool has_rows(const struct walk *walk) { return walk->batch.rows > 0 || walk->batch.bad != NULL; }

/* Splits further records of the writer. *ended: there are none. */
static bool split_next(struct file_source *files, struct file_writer *writer, size_t most, bool *ended,
                       struct failure *failure) {
  struct walk *walk = &writer->walk;
  *ended = false;
  for (;;) {
    if (walk->reader != NULL) {
      if (!walk_split(walk, most, failure)) return false;
      if (has_rows(walk)) return true;
    }
    if (!writer->reading) {
      *ended = files->parts_taken == files->parts.count;
      if (*ended) return true;
      if (!take_part(files, writer, failure)) return false;
    }
    const enum reader_result result = reader_next(&writer->reader, &walk->chunk, failure);
    if (result == READER_FAILED) return false;
    if (result == READER_CHUNK) {
      files->source.done += walk->chunk.bytes_read - writer->bytes_read;
      writer->bytes_read = walk->chunk.bytes_read;
    } else {
      walk->chunk.size = 0;
      writer->reading = false;
      reader_free(&writer->reader);
    }
    if (!walk_begin(walk, failure)) return false;
  }
}

static void free_writer(struct file_writer *writer) {
  const struct record_shape *shape = writer->walk.shape;
  if (writer->reading) reader_free(&writer->reader);
  walk_free(&writer->walk);
  *writer = (struct file_writer){.walk = {.shape = shape}};
}

static void place_row(const struct source *source, size_t row, char *out) {
  const struct file_source *files = (const struct file_source *)(const void *)source;
  walk_place(&files->last->walk, files->last->walk.batch.begin[row], out);
}

static bool fail_record(const struct file_source *files, uint64_t begin, const char *reason,
                        struct failure *failure) {
  char place[PLACE_SIZE];
  walk_place(&files->last->walk, begin, place);
  return fail_with(failure, TOOL_BAD_DATA, "%s: %s", place, reason);
}

static bool next_rows(struct source *source, size_t index, size_t most, struct source_rows *rows,
                      struct failure *failure) {
  struct file_source *files = files_of(source);
  struct file_writer *writer = &files->writers[index];
  const rowkey_record_rows *batch = &writer->walk.batch;
  const rowkey_values *columns = NULL;
  bool ended;
  rows->rows = 0;
  if (!split_next(files, writer, most, &ended, failure)) return false;
  if (ended) {
    free_writer(writer);
    return true;
  }
  files->last = writer;
  char reason[REASON_SIZE];
  const size_t loaded =
      batch->rows == 0 ? 0 : walk_values(&writer->walk, 0, batch->rows, &columns, reason, failure);
  if (loaded == ROWKEY_NONE) return false;
  if (loaded < batch->rows) return fail_record(files, batch->begin[loaded], reason, failure);
  if (batch->bad != NULL) return fail_record(files, batch->bad_begin, batch->bad, failure);
  *rows = (struct source_rows){columns, batch->rows, writer->first_row + walk_first_row(&writer->walk)};
  return true;
}

static bool rewind_files(struct source *source, struct failure *failure) {
  struct file_source *files = files_of(source);
  if (!files->input.can_rewind) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "the split points come from the keys of the records, which are then read twice, and a pipe is read "
        "once (expected regular files, or --splits)");
  }
  for (size_t i = 0; i < source->writers; i++) free_writer(&files->writers[i]);
  files->parts_taken = 0;
  source->done = 0;
  return true;
}

static void free_files(struct source *source) {
  struct file_source *files = files_of(source);
  for (size_t i = 0; files->writers != NULL && i < source->writers; i++) free_writer(&files->writers[i]);
  free(files->writers);
  free(source->name);
  parts_free(&files->parts);
  input_free(&files->input);
}

static const struct source_kind file_kind = {next_rows, place_row, rewind_files, free_files};
