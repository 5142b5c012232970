#include "reading/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"
#include "file_parts.h"
#include "text/plural.h"

enum { SEARCH_SIZE = 64 << 10 };

/* ---- How many parts each file gets ----------------------------------------------------------- */

struct share {
  uint64_t size;
  size_t parts;
};

static bool find_sizes(char **files, size_t count, size_t writers, struct share *shares,
                       struct failure *failure) {
  for (size_t i = 0; i < count; i++) {
    struct stat status;
    if (!reader_status(files[i], &status, failure)) return false;
    if (strcmp(files[i], "-") == 0 || !S_ISREG(status.st_mode)) {
      return fail_with(failure, TOOL_BAD_USAGE,
                       "option --writers: %s is not a regular file and cannot be cut into parts (expected at "
                       "most %zu writer%s, not %zu)",
                       stream_file_name(files[i]), count, plural(count), writers);
    }
    shares[i] = (struct share){(uint64_t)status.st_size, 1};
  }
  return true;
}

/* Each further part goes to the file whose parts are the largest. */
static void share_parts(struct share *shares, size_t count, size_t writers) {
  for (size_t parts = count; parts < writers; parts++) {
    size_t largest = 0;
    for (size_t i = 1; i < count; i++) {
      if (shares[i].size / shares[i].parts > shares[largest].size / shares[largest].parts) largest = i;
    }
    shares[largest].parts++;
  }
}

/* ---- Where parts end ------------------------------------------------------------------------- */

/* A file whose records begin at byte `begin`, to be cut. */
struct cutting {
  char *file;
  uint64_t begin, size;
  size_t parts;
};

/* Where part `index` should end. */
static uint64_t wanted_end(const struct cutting *cutting, size_t index) {
  return cutting->begin + wanted_part_end(cutting->size - cutting->begin, cutting->parts, index);
}

/* Behind the last newline in bytes begin … *end - 1 of the file, `begin` without one. */
static bool find_line_end(int descriptor, const char *file, uint64_t begin, uint64_t *end,
                          struct failure *failure) {
  uint8_t bytes[SEARCH_SIZE];
  while (*end > begin) {
    const uint64_t from = *end - begin < sizeof bytes ? begin : *end - sizeof bytes;
    const size_t size = (size_t)(*end - from);
    size_t done = 0;
    while (done < size) {
      const ssize_t count = pread(descriptor, bytes + done, size - done, (off_t)(from + done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return stream_fail(file, failure);
      if (count == 0) return stream_fail_shorter(file, from + done, *end, failure);
      done += (size_t)count;
    }
    size_t kept = size; /* up to the last newline; memrchr() is not everywhere */
    while (kept > 0 && bytes[kept - 1] != '\n') kept--;
    *end = from + kept;
    if (kept > 0) break;
  }
  return true;
}

static bool cut_lines_at(const struct cutting *cutting, uint64_t *ends, struct failure *failure) {
  const int descriptor = open_descriptor(cutting->file, O_RDONLY, 0);
  if (descriptor < 0) return stream_fail(cutting->file, failure);
  bool done = true;
  for (size_t i = 0; done && i + 1 < cutting->parts; i++) {
    ends[i] = wanted_end(cutting, i);
    done = find_line_end(descriptor, cutting->file, cutting->begin, &ends[i], failure);
  }
  close(descriptor);
  return done;
}

/* Where a newline may stand in quotes, only the bytes before it say whether it ends a record. */
static bool cut_by_reading(const struct cutting *cutting, struct reader *reader, uint64_t *ends,
                           struct failure *failure) {
  const rowkey_records *records = reader->shape->columns->records;
  struct chunk chunk = {0};
  enum reader_result result = READER_CHUNK;
  size_t i = 0;
  while (i + 1 < cutting->parts && (result = reader_next(reader, &chunk, failure)) == READER_CHUNK) {
    for (; i + 1 < cutting->parts && wanted_end(cutting, i) < chunk.first_byte + chunk.size; i++) {
      rowkey_cut cut = {0};
      if (wanted_end(cutting, i) >= chunk.first_byte)
        rowkey_records_cut(records, chunk.bytes, (size_t)(wanted_end(cutting, i) - chunk.first_byte), &cut);
      ends[i] = chunk.first_byte + cut.end;
    }
  }
  chunk_free(&chunk);
  for (; i + 1 < cutting->parts; i++) ends[i] = cutting->size;
  return result != READER_FAILED;
}

static bool find_ends(const struct cutting *cutting, struct reader *reader, uint64_t *ends,
                      struct failure *failure) {
  const uint64_t width = rowkey_records_width(reader->shape->columns->records);
  const rowkey_record_kind *kind = reader->shape->kind;
  if (kind->newline_ends_record) return cut_lines_at(cutting, ends, failure);
  if (kind->is_text) return cut_by_reading(cutting, reader, ends, failure);
  for (size_t i = 0; i + 1 < cutting->parts; i++) {
    ends[i] = wanted_end(cutting, i) / width * width;
  }
  return true;
}

/* ---- The list -------------------------------------------------------------------------------- */

static bool add_part(struct part_list *parts, char *file, uint64_t begin, uint64_t end,
                     struct failure *failure) {
  struct part *items = realloc(parts->items, (parts->count + 1) * sizeof *items);
  if (items == NULL) return fail_memory(failure);
  parts->items = items;
  items[parts->count++] = (struct part){file, begin, end};
  return true;
}

/* Adds the parts that have records. The first one has the header, too. */
static bool add_parts(struct part_list *parts, const struct cutting *cutting, const uint64_t *ends,
                      struct failure *failure) {
  uint64_t begin = 0;
  for (size_t i = 0; i + 1 < cutting->parts; i++) {
    if (ends[i] <= cutting->begin || ends[i] <= begin || ends[i] >= cutting->size) continue;
    if (!add_part(parts, cutting->file, begin, ends[i], failure)) return false;
    begin = ends[i];
  }
  return add_part(parts, cutting->file, begin, 0, failure);
}

static bool cut_file(struct part_list *parts, struct input *input, char *file, struct share share,
                     struct failure *failure) {
  struct reader reader = input_reader(input, &file);
  uint64_t *ends = calloc(share.parts, sizeof *ends);
  bool is_array = false, done = ends != NULL ? reader_open(&reader, failure) : fail_memory(failure);
  done = done && stream_look(&reader.stream, failure);
  if (done && reader.stream.codec != NULL) {
    done = fail_with(failure, TOOL_BAD_USAGE,
                     "option --writers: %s is compressed and cannot be cut into parts (expected at most one "
                     "writer for each file)",
                     file);
  }
  done = done && reader_sees_array(&reader, &is_array, failure);
  if (done && is_array) {
    done = add_part(parts, file, 0, 0, failure); /* only its bytes from the first on say where elements end */
  } else if (done) {
    /* Files that the system makes as they are read have a size of 0, even after a header. */
    const uint64_t begin = reader.rest.first_byte, size = share.size > begin ? share.size : begin;
    const struct cutting cutting = {file, begin, size, share.parts};
    done = find_ends(&cutting, &reader, ends, failure) && add_parts(parts, &cutting, ends, failure);
  }
  reader_free(&reader);
  free(ends);
  return done;
}

bool parts_list(struct part_list *parts, struct input *input, size_t writers, struct failure *failure) {
  char **files = input->settings.files;
  const size_t file_count = input->settings.file_count;
  bool done = true;
  if (writers <= file_count) {
    for (size_t i = 0; done && i < file_count; i++) done = add_part(parts, files[i], 0, 0, failure);
    return done;
  }
  struct share *shares = calloc(file_count, sizeof *shares);
  done = shares != NULL ? find_sizes(files, file_count, writers, shares, failure) : fail_memory(failure);
  if (done) share_parts(shares, file_count, writers);
  for (size_t i = 0; done && i < file_count; i++) {
    done = shares[i].parts == 1 ? add_part(parts, files[i], 0, 0, failure)
                                : cut_file(parts, input, files[i], shares[i], failure);
  }
  free(shares);
  return done;
}

void parts_free(struct part_list *parts) {
  free(parts->items);
  *parts = (struct part_list){0};
}
