#include "reading/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <rowkey/kernels.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

bool reader_status(const char *file, struct stat *status, struct failure *failure) {
  const int result = strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, status) : stat(file, status);
  if (result == 0 && !S_ISDIR(status->st_mode)) return true;
  if (result == 0) errno = EISDIR;
  return stream_fail(file, failure);
}

static bool fail_too_long(const struct reader *reader, const struct chunk *chunk, const rowkey_cut *cut,
                          struct failure *failure) {
  const bool lines_known = chunk->first_line > 0;
  fail_with(failure, TOOL_BAD_DATA, "%s:%s%" PRIu64 ": the %s is longer than %zu bytes%s%s", chunk->file,
            lines_known ? "" : " byte ", lines_known ? chunk->first_line : chunk->first_byte,
            reader->shape->noun, reader->most_bytes,
            cut->inside_quotes ? ": perhaps a quote in it is not closed" : "",
            reader->most_is_fixed ? "" : " (--max-record allows more)");
  make_one_line(failure->text);
  return false;
}

/* Reads more bytes after those of the chunk, which holds no whole record yet. Sets *ended at the file's
 * end. */
static bool read_more(struct reader *reader, struct chunk *chunk, const rowkey_cut *cut, bool *ended,
                      struct failure *failure) {
  /* Doubling keeps the work linear in the record's length. */
  size_t want = chunk->size > reader->chunk_size ? chunk->size : reader->chunk_size;
  const size_t room = reader->most_bytes + 1 - chunk->size; /* a newline after the longest record */
  if (room == 0) return fail_too_long(reader, chunk, cut, failure);
  if (want > room) want = room;
  if (reader->end > 0 && want > reader->end - chunk->first_byte - chunk->size) {
    want = (size_t)(reader->end - chunk->first_byte - chunk->size);
  }
  if (!chunk_reserve(chunk, chunk->size + want + 1)) return fail_memory(failure);
  size_t count = 0;
  if (want > 0 && !stream_read(&reader->stream, chunk->bytes + chunk->size, want, &count, failure))
    return false;
  chunk->size += count;
  *ended = count == 0;
  return true;
}

static void close_file(struct reader *reader) {
  reader->bytes_closed += reader->stream.taken;
  stream_close(&reader->stream);
}

/* Takes the names of the line, or looks whether they are those of the first file. */
static bool set_header(struct reader *reader, const uint8_t *bytes, size_t size, uint64_t line,
                       struct failure *failure) {
  struct file_header *header = reader->header;
  const bool is_first = header->file == NULL;
  rowkey_error error;
  const rowkey_status status = is_first ? rowkey_records_set_header(header->records, bytes, size, &error)
                                        : rowkey_records_check_header(header->records, bytes, size, &error);
  if (is_first) header->file = reader->rest.file;
  if (status == ROWKEY_OK) return true;
  if (status == ROWKEY_ERROR_MEMORY) return fail_memory(failure);
  char place[PLACE_SIZE];
  snprintf(place, sizeof place, "%s:%" PRIu64, reader->rest.file, line);
  make_one_line(place);
  return is_first || status != ROWKEY_ERROR_COLUMN
             ? fail_with(failure, TOOL_BAD_DATA, "%s: %s", place, error.text)
             : fail_with(failure, TOOL_BAD_DATA, "%s: %s from the header of %s", place, error.text,
                         header->file);
}

/* Reads until the header line is whole, and takes it out of the rest. */
static bool take_header(struct reader *reader, struct failure *failure) {
  struct chunk *rest = &reader->rest;
  const rowkey_cut cut = {0};
  size_t begin, end;
  for (bool ended = false;;) {
    if (rowkey_records_find_header(reader->header->records, rest->bytes, rest->size, ended, &begin, &end))
      break;
    if (!read_more(reader, rest, &cut, &ended, failure)) return false;
  }
  if (rest->size == 0) {
    return fail_with(failure, TOOL_BAD_DATA, "%s:1: the file is empty (expected a header line)", rest->file);
  }
  const uint64_t line = 1 + rowkey_count_byte(rest->bytes, begin, '\n');
  if (begin == rest->size) {
    return fail_with(failure, TOOL_BAD_DATA,
                     "%s:%" PRIu64 ": the file has only comments (expected a header line)", rest->file, line);
  }
  if (!set_header(reader, rest->bytes + begin, end - begin, line, failure)) return false;
  const size_t taken = end < rest->size ? end + 1 : end;
  for (size_t i = 0; i < taken; i++) rest->first_line += rest->bytes[i] == '\n';
  rest->first_byte += taken;
  rest->size -= taken;
  memmove(rest->bytes, rest->bytes + taken, rest->size);
  return true;
}

static bool open_next(struct reader *reader, struct failure *failure) {
  const uint64_t least = reader->sizes == NULL ? 0 : reader->sizes[reader->files_opened];
  const char *file = reader->files[reader->files_opened++];
  reader->rest.file = stream_file_name(file);
  reader->rest.first_line = 1;
  reader->rest.first_record = 1;
  reader->rest.first_byte = 0;
  reader->ends_in_lf = reader->ends_in_cr_lf = false;
  const bool may_be_array = reader->shape->kind->has_members && reader->begin == 0;
  reader->array = (struct json_array){.state = may_be_array ? JSON_UNSEEN : JSON_LINES, .line = 1};
  if (!stream_open(&reader->stream, file, least, reader->begin, &reader->compression, failure)) return false;
  if (reader->begin > 0) {
    reader->rest.first_byte = reader->begin;
    reader->rest.first_line = 0;
    const size_t width = rowkey_records_width(reader->shape->columns->records);
    if (width > 0) reader->rest.first_record += reader->begin / width;
  }
  return reader->header == NULL || reader->begin > 0 || take_header(reader, failure);
}

bool reader_open(struct reader *reader, struct failure *failure) {
  return chunk_reserve(&reader->rest, 0) ? open_next(reader, failure) : fail_memory(failure);
}

static bool lines_end_in_cr(const uint8_t *bytes, size_t size) {
  const uint8_t *at = bytes, *newline;
  while ((newline = memchr(at, '\n', size - (size_t)(at - bytes))) != NULL) {
    if (newline == bytes || newline[-1] != '\r') return false;
    at = newline + 1;
  }
  return at > bytes;
}

/* The newline at or after `at`, and whether a CR stands before it. */
static const uint8_t *next_newline(const struct chunk *chunk, const uint8_t *at, bool *has_cr) {
  const uint8_t *newline = memchr(at, '\n', chunk->size - (size_t)(at - chunk->bytes)); /* it ends in one */
  *has_cr = newline > chunk->bytes && newline[-1] == '\r';
  return newline;
}

/* Warns once where the lines of a file end in two ways: the CR of some may be data. */
static void look_for_mixed_ends(struct reader *reader, struct chunk *chunk) {
  struct oddities *found = reader->oddities;
  const uint8_t *bytes = chunk->bytes, *newline;
  bool first, has_cr;
  const bool has_returns = memchr(bytes, '\r', chunk->size) != NULL;
  chunk->cut.has_no_returns = !has_returns;
  if (found == NULL || found->mixed_ends || reader->begin > 0) return;
  next_newline(chunk, bytes, &first);
  if (reader->ends_in_lf || reader->ends_in_cr_lf) first = reader->ends_in_cr_lf;
  uint64_t pairs = 0;
  for (size_t i = 1; has_returns && i < chunk->size; i++)
    pairs += (bytes[i] == '\n') & (bytes[i - 1] == '\r');
  reader->ends_in_cr_lf = reader->ends_in_cr_lf || pairs > 0;
  reader->ends_in_lf =
      reader->ends_in_lf || pairs == 0 || pairs < rowkey_count_byte(bytes, chunk->size, '\n');
  if (!reader->ends_in_lf || !reader->ends_in_cr_lf) return;
  found->mixed_ends = true;
  uint64_t line = chunk->first_line;
  for (newline = next_newline(chunk, bytes, &has_cr); has_cr == first; line++)
    newline = next_newline(chunk, newline + 1, &has_cr);
  message("warning: %s:%" PRIu64
          ": the line ends in %s, and those before it in %s (a CR before LF belongs to no %s)",
          chunk->file, line, first ? "LF" : "CR LF", first ? "CR LF" : "LF", reader->shape->noun);
}

/* Warns of what the file's first bytes, whole records, show. */
static void look_for_oddities(const struct reader *reader, const struct chunk *chunk) {
  const rowkey_record_kind *kind = reader->shape->kind;
  struct oddities *found = reader->oddities;
  const char *file = chunk->file, *noun = reader->shape->noun;
  if (found == NULL || !kind->is_text || reader->begin > 0 || chunk->first_record > 1) return;
  if (!found->mark && !kind->has_members && chunk->first_byte == 0 && chunk->size >= 3 &&
      memcmp(chunk->bytes, "\xef\xbb\xbf", 3) == 0) {
    found->mark = true;
    message(
        "warning: %s begins with a byte order mark, which belongs to its first %s (tail -c +4 leaves it out)",
        file, noun);
  }
  if (!found->header && reader->header == NULL &&
      rowkey_records_begin_with_names(reader->shape->columns->records, chunk->bytes, chunk->size)) {
    found->header = true;
    message(
        "warning: the first line of %s holds the names of the columns, and is taken for a %s (option --header "
        "reads it as names)",
        file, noun);
  }
  if (!found->carriage_returns && !kind->drops_cr && lines_end_in_cr(chunk->bytes, chunk->size)) {
    found->carriage_returns = true;
    message(
        "warning: the lines of %s end in CR LF, and in %s the CR belongs to the %s (tr -d '\\r' leaves it out)",
        file, kind->name, noun);
  }
}

/* Gives the chunk the places where the rest begins, and moves those of the rest to its end. */
static void set_places(struct reader *reader, struct chunk *chunk, size_t size, const rowkey_cut *cut) {
  struct chunk *rest = &reader->rest;
  chunk->size = size;
  chunk->cut.has_quotes = cut->has_quotes || cut->inside_quotes;
  chunk->cut.has_comments = cut->has_comments;
  chunk->first_row = rest->first_row;
  /* Without quotes and comments each text record has one newline. */
  if (reader->shape->kind->is_text && rest->first_line > 0) {
    const bool may_have_more = chunk->cut.has_quotes || chunk->cut.has_comments;
    rest->first_line += may_have_more ? rowkey_count_byte(chunk->bytes, size, '\n') : cut->records;
  }
  rest->first_record += cut->records;
  rest->first_row += cut->records;
  rest->first_byte += size;
  chunk->bytes_read = reader->bytes_closed + reader->stream.taken;
  chunk->rows_read = rest->first_row;
}

/* Goes on with `cut` over the bytes of the chunk. */
static void cut_records(const struct reader *reader, const struct chunk *chunk, rowkey_cut *cut) {
  rowkey_records_cut(reader->shape->columns->records, chunk->bytes, chunk->size, cut);
}

/* Reads what tells whether the file is a JSON array, after the chunk's bytes. */
static bool see_state(struct reader *reader, struct chunk *chunk, bool *ended, enum json_state *state,
                      struct failure *failure) {
  const rowkey_cut cut = {0};
  *state = reader->array.state;
  while (*state == JSON_UNSEEN && !*ended) {
    *state = json_state_of(chunk->bytes, chunk->size);
    if (*state == JSON_UNSEEN && !read_more(reader, chunk, &cut, ended, failure)) return false;
  }
  if (*state == JSON_UNSEEN) *state = JSON_LINES;
  return true;
}

bool reader_sees_array(struct reader *reader, bool *is_array, struct failure *failure) {
  enum json_state state;
  bool ended = false;
  if (!see_state(reader, &reader->rest, &ended, &state, failure)) return false;
  *is_array = state != JSON_LINES;
  return true;
}

/* Keeps what of the chunk is from byte `size` on for the next one. */
static bool keep_rest(struct reader *reader, const struct chunk *chunk, size_t size,
                      struct failure *failure) {
  struct chunk *rest = &reader->rest;
  rest->size = 0;
  if (!chunk_reserve(rest, chunk->size - size)) return fail_memory(failure);
  rest->size = chunk->size - size;
  memcpy(rest->bytes, chunk->bytes + size, rest->size);
  return true;
}

/* The same as read_chunk of a file that is a JSON array, some bytes of which are in the chunk. */
static enum reader_result read_elements(struct reader *reader, struct chunk *chunk, struct failure *failure) {
  struct json_scan scan = {.now = reader->array};
  rowkey_cut cut = {0};
  bool ended = false;
  while (json_array_cut(&reader->array, &scan, chunk, &cut, failure)) {
    if (ended && cut.end == 0) {
      if (!json_array_may_end(&scan, chunk, failure)) return READER_FAILED;
      close_file(reader);
      reader->rest.size = 0;
      return READER_END;
    }
    if (cut.end > 0) {
      if (!keep_rest(reader, chunk, cut.end, failure)) return READER_FAILED;
      set_places(reader, chunk, cut.end, &cut);
      reader->rest.first_line = reader->array.line;
      chunk->size = scan.written;
      return READER_CHUNK;
    }
    if (!read_more(reader, chunk, &cut, &ended, failure)) break;
  }
  return READER_FAILED;
}

/* Fills the chunk from the open file. READER_END at the file's end. */
static enum reader_result read_chunk(struct reader *reader, struct chunk *chunk, struct failure *failure) {
  struct chunk *rest = &reader->rest;
  const struct record_shape *shape = reader->shape;
  if (!chunk_reserve(chunk, rest->size)) {
    fail_memory(failure);
    return READER_FAILED;
  }
  memcpy(chunk->bytes, rest->bytes, rest->size);
  chunk->size = rest->size;
  chunk->cut = (rowkey_cut){.begins_file = rest->first_byte == 0};
  chunk->origin_count = 0;
  chunk->file = rest->file;
  chunk->first_line = rest->first_line;
  chunk->first_record = rest->first_record;
  chunk->first_byte = rest->first_byte;

  rowkey_cut cut = {0};
  enum json_state state;
  bool ended = false;
  if (!see_state(reader, chunk, &ended, &state, failure)) return READER_FAILED;
  if (state != JSON_LINES) return read_elements(reader, chunk, failure);
  reader->array.state = JSON_LINES;
  for (;;) {
    cut_records(reader, chunk, &cut);
    if (cut.end > 0 || ended) break;
    if (!read_more(reader, chunk, &cut, &ended, failure)) return READER_FAILED;
  }
  size_t size = cut.end;
  if (ended && cut.end == 0) { /* what is left is not a whole record */
    close_file(reader);
    rest->size = 0;
    if (chunk->size == 0) return READER_END;
    size = chunk->size;
    if (shape->kind->is_text) {
      chunk->cut.newline_added = true;
      chunk->bytes[size++] = '\n';
      chunk->size = size;
      cut_records(reader, chunk, &cut);
    }
    cut.records += cut.end < size; /* one that is not whole */
  } else if (!keep_rest(reader, chunk, size, failure)) {
    return READER_FAILED;
  }
  set_places(reader, chunk, size, &cut);
  if (shape->kind->drops_cr && shape->kind->newline_ends_record && !shape->kind->has_members)
    look_for_mixed_ends(reader, chunk);
  look_for_oddities(reader, chunk);
  return READER_CHUNK;
}

enum reader_result reader_next(struct reader *reader, struct chunk *chunk, struct failure *failure) {
  for (;;) {
    if (reader->stream.descriptor < 0) {
      if (reader->files_opened == reader->file_count) return READER_END;
      if (!open_next(reader, failure)) break;
    }
    const enum reader_result result = read_chunk(reader, chunk, failure);
    if (result == READER_FAILED) break;
    if (result == READER_END || chunk->size == 0) continue;
    chunk->sequence = reader->sequence++;
    return READER_CHUNK;
  }
  /* The failure is reported in turn, after the keys of all chunks before it. */
  chunk->sequence = reader->sequence++;
  return READER_FAILED;
}

void reader_free(struct reader *reader) {
  close_file(reader);
  chunk_free(&reader->rest);
}
