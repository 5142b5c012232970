#include "keys/split_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "reading/reader.h"
#include "records/batch.h"
#include "text/buffer.h"

/* Four for each byte of the longest key whose fields are of fixed width. */
enum { MOST_LINE_BYTES = 4 << 20 };

/* ---- Reading --------------------------------------------------------------------------------- */

/* What is wrong with a line in any form. False and `reason` if anything is. */
static bool check_line(const uint8_t *text, size_t size, char *reason, size_t reason_size) {
  char shown[QUOTED_SIZE];
  if (size == 0) {
    snprintf(reason, reason_size,
             "the line is empty (expected a split point: the first region begins where the table does, and "
             "needs none)");
  } else if (text[size - 1] == '\r') {
    snprintf(reason, reason_size,
             "the line %s ends in CR LF (expected LF alone: readers differ in whether the CR is part of the "
             "key, for which \\x0D stands with hbase escapes)",
             rowkey_quoted(shown, text, size));
  } else {
    return true;
  }
  return false;
}

static bool read_point(const struct key_form *form, const uint8_t *text, size_t size, uint8_t *point,
                       size_t *point_size, char *reason, size_t reason_size) {
  key_reader *read = form->read_point != NULL ? form->read_point : form->read;
  return check_line(text, size, reason, reason_size) &&
         read("split point", text, size, point, point_size, reason, reason_size);
}

/* Adds the point text[0 … size), which stands in `line`. */
static bool add_point(struct split_list *list, const struct key_form *form, size_t line, const uint8_t *text,
                      size_t size, struct failure *failure) {
  char reason[2048];
  size_t point_size;
  if (list->points.count + 1 == ROWKEY_MOST_REGIONS) {
    return fail_with(failure, TOOL_BAD_DATA, "%s:%zu: there are more split points than %zu regions have",
                     list->file, line, ROWKEY_MOST_REGIONS);
  }
  uint8_t *point = rowkey_strings_room(&list->points, size);
  if (point == NULL) return fail_memory(failure);
  if (!read_point(form, text, size, point, &point_size, reason, sizeof reason)) {
    return fail_with(failure, TOOL_BAD_DATA, "%s:%zu: %s", list->file, line, reason);
  }
  return rowkey_strings_extend(&list->points, point_size) || fail_memory(failure);
}

static bool fail_listing(const struct split_list *list, const char *reason, struct failure *failure) {
  if (reason[0] == 0) return fail_memory(failure);
  return fail_with(failure, TOOL_BAD_DATA, "%s:%zu: %s", list->file, list->listing.line, reason);
}

static bool add_listed(struct split_list *list, const uint8_t *text, size_t size, struct failure *failure) {
  char reason[REASON_SIZE];
  const struct slice line = {(const char *)text, size};
  return rowkey_listing_add(&list->listing, line, &list->points, reason) ||
         fail_listing(list, reason, failure);
}

static bool add_line(struct split_list *list, const struct key_form *form, const uint8_t *text, size_t size,
                     struct failure *failure) {
  if (form->is_listing) return add_listed(list, text, size, failure);
  return add_point(list, form, list->points.count + 1, text, size, failure);
}

static bool add_lines(struct split_list *list, const struct key_form *form, const struct chunk *chunk,
                      struct failure *failure) {
  const uint8_t *at = chunk->bytes, *end = at + chunk->size;
  while (at < end) {
    const uint8_t *newline = memchr(at, '\n', (size_t)(end - at)); /* a chunk ends in one */
    if (!add_line(list, form, at, (size_t)(newline - at), failure)) return false;
    at = newline + 1;
  }
  return true;
}

bool split_list_read_unordered(const char *file, const struct key_form *form, struct split_list *list,
                               struct failure *failure) {
  const rowkey_records_settings lines = {.kind = ROWKEY_KEY_LINES, .noun = "split point"};
  struct columns none = {0};
  const struct record_shape shape = {rowkey_record_kind_of(lines.kind), &none, lines.noun};
  char *const files[] = {(char *)file};
  struct reader reader = {.shape = &shape,
                          .files = files,
                          .file_count = 1,
                          .chunk_size = 64 << 10,
                          .most_bytes = MOST_LINE_BYTES,
                          .most_is_fixed = true,
                          .stream = STREAM_NONE};
  struct chunk chunk = {0};
  list->file = stream_file_name(file);
  bool done = columns_create(&lines, &none, failure) && reader_open(&reader, failure);
  enum reader_result result = READER_END;
  while (done && (result = reader_next(&reader, &chunk, failure)) == READER_CHUNK) {
    done = add_lines(list, form, &chunk, failure);
  }
  done = done && result == READER_END;
  char reason[REASON_SIZE];
  if (done && form->is_listing && !rowkey_listing_finish(&list->listing, reason)) {
    done = fail_listing(list, reason, failure);
  }
  list->first_line = form->is_listing ? list->listing.first_line + 1 : 1;
  chunk_free(&chunk);
  reader_free(&reader);
  columns_free(&none);
  list->splits = (rowkey_splits){
      .count = list->points.count, .bytes = list->points.bytes, .offsets = list->points.offsets};
  return done;
}

bool split_list_read(const char *file, const struct key_form *form, struct split_list *list,
                     struct failure *failure) {
  if (!split_list_read_unordered(file, form, list, failure)) return false;
  for (size_t i = 1; i < list->points.count; i++) {
    const uint8_t *before = string_at(&list->points, i - 1), *point = string_at(&list->points, i);
    const size_t before_size = string_size(&list->points, i - 1), size = string_size(&list->points, i);
    const int order = rowkey_compare_bytes(before, before_size, point, size);
    if (order < 0) continue;
    char shown[QUOTED_SIZE], other[QUOTED_SIZE];
    rowkey_quoted(shown, point, size);
    return order == 0
               ? fail_with(failure, TOOL_BAD_DATA,
                           "%s:%zu: the split point %s is also in line %zu (expected each once)", list->file,
                           list->first_line + i, shown, list->first_line + i - 1)
               : fail_with(failure, TOOL_BAD_DATA,
                           "%s:%zu: the split point %s comes before the point of line %zu, %s (expected "
                           "points in the order of their bytes)",
                           list->file, list->first_line + i, shown, list->first_line + i - 1,
                           rowkey_quoted(other, before, before_size));
  }
  return true;
}

void split_list_free(struct split_list *list) {
  rowkey_strings_free(&list->points);
  rowkey_listing_free(&list->listing);
  *list = (struct split_list){0};
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Whether the point can be read back from text: lines end in LF, and text has no NUL. */
static bool check_text(const uint8_t *point, size_t size, struct failure *failure) {
  char shown[QUOTED_SIZE];
  const char *fault = memchr(point, '\n', size) != NULL     ? "holds a newline"
                      : memchr(point, 0, size) != NULL      ? "holds a NUL"
                      : size > 0 && point[size - 1] == '\r' ? "ends in a CR"
                                                            : NULL;
  return fault == NULL ||
         fail_with(failure, TOOL_BAD_DATA,
                   "the split point %s %s (expected none with --output text: use hex or hbase)",
                   rowkey_quoted(shown, point, size), fault);
}

bool split_list_write(const rowkey_splits *splits, const struct key_form *form, struct writer *writer,
                      struct failure *failure) {
  enum { WRITE_SIZE = 64 << 10 };
  key_writer *write = form->write_point != NULL ? form->write_point : form->write;
  struct buffer text = {0};
  bool done = true;
  for (size_t i = 0; done && i < splits->count; i++) {
    const uint8_t *point = split_at(splits, i);
    const size_t size = split_size(splits, i);
    done = !newline_ends_key(form) || check_text(point, size, failure);
    if (done && !buffer_reserve(&text, (size + 2) * form->expansion + 1)) done = fail_memory(failure);
    if (!done) break;
    text.size += write(point, size, text.bytes + text.size);
    if (form->is_lines) text.bytes[text.size++] = '\n';
    if (text.size >= WRITE_SIZE) {
      done = writer_write(writer, text.bytes, text.size, failure);
      text.size = 0;
    }
  }
  done = done && writer_write(writer, text.bytes, text.size, failure);
  buffer_free(&text);
  return done;
}
