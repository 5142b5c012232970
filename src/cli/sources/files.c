#include "sources/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Of all writers together; below the least size it would no longer be the reading that takes the time. */
enum { CHUNKS_SIZE = 16 << 20, CHUNK_SIZE_MIN = 32 << 10 };
/* random() counts on by so much from part to part: more rows than a part can have bytes. */
enum { PART_ROW_BITS = 44 };

static struct file_source *of(struct source *source) { return (struct file_source *)(void *)source; }

/* ---- Opening --------------------------------------------------------------------------------- */

/* Readers of this kind, for a file each. */
static struct reader new_reader(const struct file_source *files) {
  return (struct reader){.shape = &files->shape,
                         .files = files->files,
                         .file_count = 1,
                         .has_header = files->settings.has_header,
                         .chunk_size = (size_t)files->chunk_size,
                         .most_bytes = (size_t)files->most_bytes,
                         .descriptor = -1};
}

/* Looks for all files before any work is done. */
static bool look_at_files(struct file_source *files, struct failure *failure) {
  bool sizes_known = true;
  for (size_t i = 0; i < files->file_count; i++) {
    struct stat status;
    if (!reader_status(files->files[i], &status, failure)) return false;
    sizes_known = sizes_known && S_ISREG(status.st_mode) && strcmp(files->files[i], "-") != 0;
    files->source.total += (uint64_t)status.st_size;
  }
  files->can_rewind = sizes_known;
  if (!sizes_known) files->source.total = 0;
  return true;
}

/* "a.csv", "a.csv and 7 more files" */
static bool name_source(struct file_source *files, struct failure *failure) {
  const char *first = reader_file_name(files->files[0]);
  const size_t room = strlen(first) + 64, more = files->file_count - 1;
  files->source.name = malloc(room);
  if (files->source.name == NULL) return fail_memory(failure);
  const int used = snprintf(files->source.name, room, "%s", first);
  if (more > 0) {
    snprintf(files->source.name + used, room - (size_t)used, " and %zu more file%s", more,
             more == 1 ? "" : "s");
  }
  return true;
}

static bool find_header(struct file_source *files, struct failure *failure) {
  files->first = new_reader(files);
  if (!reader_open(&files->first, failure)) return false;
  files->header = files->first.header;
  files->first.header = (struct header){0};
  return columns_find_in_header(&files->columns, files->header.names, files->header.count,
                                reader_file_name(files->files[0]), failure);
}

static const struct source_kind file_kind;

bool file_source_open(struct file_source *files, const char *list, struct failure *failure) {
  const struct record_settings *settings = &files->settings;
  files->source.kind = &file_kind;
  files->first.descriptor = -1;
  if (!look_at_files(files, failure) || !name_source(files, failure) ||
      !columns_parse(list, settings->input, settings->has_header, &files->columns, failure)) {
    return false;
  }
  files->source.schema = files->columns.schema;
  files->source.schema_count = files->columns.schema_count;
  files->shape = record_shape_of(settings, &files->columns);
  if (files->columns.record_width > files->most_bytes) {
    return fail_with(failure, TOOL_BAD_USAGE, "a record of %zu bytes is longer than --max-record %" PRIu64,
                     files->columns.record_width, files->most_bytes);
  }
  return !settings->has_header || find_header(files, failure);
}

/* Each writer has a file open: their number may pass the limit that is meant for other programs. */
static void raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

bool file_source_begin(struct file_source *files, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure) {
  struct source *source = &files->source;
  source->writers = writers > 0 ? writers : files->file_count;
  const struct reader reader = new_reader(files);
  if (!parts_list(&files->parts, &reader, files->files, files->file_count, source->writers, failure) ||
      !columns_use_all(&files->columns, layouts, layout_count, failure)) {
    return false;
  }
  if (files->chunk_size > CHUNKS_SIZE / source->writers) {
    const uint64_t fair = CHUNKS_SIZE / source->writers;
    if (files->chunk_size > CHUNK_SIZE_MIN) files->chunk_size = fair > CHUNK_SIZE_MIN ? fair : CHUNK_SIZE_MIN;
  }
  raise_file_limit();
  files->writers = calloc(source->writers, sizeof *files->writers);
  return (files->writers != NULL && batch_create(&files->batch, &files->columns) &&
          values_create(&files->values, &files->shape)) ||
         fail_memory(failure);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Opens the next part that nobody has taken. */
static bool take_part(struct file_source *files, struct file_writer *writer, struct failure *failure) {
  const size_t index = files->parts_taken++;
  const struct part *part = &files->parts.items[index];
  writer->reading = true; /* whatever becomes of it, the reader is to be freed */
  if (index == 0 && part->end == 0 && files->first.descriptor >= 0) {
    writer->reader = files->first;
    files->first = (struct reader){.descriptor = -1};
    writer->reader.chunk_size = (size_t)files->chunk_size;
  } else {
    writer->reader = new_reader(files);
    writer->reader.files = &files->parts.items[index].file;
    writer->reader.begin = part->begin;
    writer->reader.end = part->end;
    writer->reader.has_header = files->settings.has_header && part->begin == 0;
    if (!reader_open(&writer->reader, failure)) return false;
    if (writer->reader.has_header && !header_equal(&writer->reader.header, &files->header)) {
      return fail_with(failure, TOOL_BAD_DATA, "%s:1: the header differs from that of %s",
                       reader_file_name(part->file), reader_file_name(files->files[0]));
    }
  }
  writer->first_row = (uint64_t)index << PART_ROW_BITS;
  return true;
}

/* Sees to it that the writer has a chunk with records left. *ended: there are none. */
static bool fill_chunk(struct file_source *files, struct file_writer *writer, bool *ended,
                       struct failure *failure) {
  *ended = false;
  while (writer->at == writer->chunk.size) {
    if (!writer->reading) {
      *ended = files->parts_taken == files->parts.count;
      if (*ended) return true;
      if (!take_part(files, writer, failure)) return false;
    }
    const enum reader_result result = reader_next(&writer->reader, &writer->chunk, failure);
    if (result == READER_FAILED) return false;
    writer->at = 0;
    writer->chunk_row = 0;
    if (result == READER_CHUNK) {
      files->source.done += writer->chunk.size;
    } else {
      writer->chunk.size = 0;
      writer->reading = false;
      reader_free(&writer->reader);
    }
  }
  return true;
}

static void free_writer(struct file_writer *writer) {
  if (writer->reading) reader_free(&writer->reader);
  chunk_free(&writer->chunk);
  *writer = (struct file_writer){0};
}

/* "FILE:LINE", "FILE: record N at byte N" of binary records, or "FILE: byte N" behind lines that nobody has
 * counted. */
static void describe(const struct file_source *files, uint64_t begin, char *out) {
  const struct record_shape *shape = &files->shape;
  const struct chunk *chunk = &files->last->chunk;
  const size_t at = files->last_at + (size_t)begin;
  if (!shape->kind->is_text) {
    snprintf(out, PLACE_SIZE, "%s: %s %" PRIu64 " at byte %" PRIu64, chunk->file, shape->noun,
             chunk->first_record + at / shape->columns->record_width, chunk->first_byte + at);
  } else if (files->last->reader.begin > 0) {
    snprintf(out, PLACE_SIZE, "%s: byte %" PRIu64, chunk->file, chunk->first_byte + at);
  } else {
    snprintf(out, PLACE_SIZE, "%s:%" PRIu64, chunk->file,
             chunk->first_line + shape->kernels->count_byte(chunk->bytes, at, '\n'));
  }
  make_one_line(out);
}

static bool fail_record(const struct file_source *files, uint64_t begin, const char *reason,
                        struct failure *failure) {
  char place[PLACE_SIZE];
  describe(files, begin, place);
  return fail_with(failure, TOOL_BAD_DATA, "%s: %s", place, reason);
}

static bool next_rows(struct source *source, size_t index, size_t most, struct source_rows *rows,
                      struct failure *failure) {
  struct file_source *files = of(source);
  struct file_writer *writer = &files->writers[index];
  struct batch *batch = &files->batch;
  bool ended;
  rows->rows = 0;
  if (!fill_chunk(files, writer, &ended, failure)) return false;
  if (ended) {
    free_writer(writer);
    return true;
  }
  files->last = writer;
  files->last_at = writer->at;
  if (!files->shape.kind->split(&files->shape, &writer->chunk, writer->at, most, batch)) {
    return fail_memory(failure);
  }
  char reason[REASON_SIZE];
  const size_t loaded = batch->rows == 0 ? 0 : values_load(&files->values, batch, 0, batch->rows, reason);
  if (loaded < batch->rows) return fail_record(files, batch->begin[loaded], reason, failure);
  if (batch->has_bad) return fail_record(files, batch->bad_begin, batch->reason, failure);
  *rows = (struct source_rows){files->values.columns, batch->rows,
                               writer->first_row + writer->chunk.first_row + writer->chunk_row};
  writer->at += batch->next;
  writer->chunk_row += batch->rows;
  return true;
}

static void place_row(const struct source *source, size_t row, char *out) {
  const struct file_source *files = (const struct file_source *)(const void *)source;
  describe(files, files->batch.begin[row], out);
}

static bool rewind_files(struct source *source, struct failure *failure) {
  struct file_source *files = of(source);
  if (!files->can_rewind) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "the layout does not tell which values its first field can have, so that --regions needs "
        "a sample of the input before it is read, and a pipe is read once (expected regular files, "
        "or --splits)");
  }
  for (size_t i = 0; i < source->writers; i++) free_writer(&files->writers[i]);
  files->parts_taken = 0;
  source->done = 0;
  return true;
}

static void free_files(struct source *source) {
  struct file_source *files = of(source);
  for (size_t i = 0; files->writers != NULL && i < source->writers; i++) free_writer(&files->writers[i]);
  free(files->writers);
  free(source->name);
  reader_free(&files->first);
  header_free(&files->header);
  parts_free(&files->parts);
  columns_free(&files->columns);
  batch_free(&files->batch);
  values_free(&files->values);
}

static const struct source_kind file_kind = {next_rows, place_row, rewind_files, free_files};
