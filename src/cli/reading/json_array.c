#include "reading/json_array.h"

#include <inttypes.h>
#include <string.h>

#include "text/tokens.h"

enum { MARK_SIZE = 3 };

static size_t mark_size(const uint8_t *bytes, size_t size) {
  return size >= MARK_SIZE && memcmp(bytes, "\xef\xbb\xbf", MARK_SIZE) == 0 ? MARK_SIZE : 0;
}

static bool is_json_blank(uint8_t byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

enum json_state json_state_of(const uint8_t *bytes, size_t size) {
  size_t at = mark_size(bytes, size);
  if (at == 0 && size < MARK_SIZE && memcmp(bytes, "\xef\xbb\xbf", size) == 0) return JSON_UNSEEN;
  while (at < size && is_json_blank(bytes[at])) at++;
  return at == size ? JSON_UNSEEN : bytes[at] == '[' ? JSON_ELEMENTS : JSON_LINES;
}

static bool fail_at(const struct json_scan *scan, const struct chunk *chunk, size_t at, const char *text,
                    struct failure *failure) {
  const uint64_t column = chunk->first_byte + at - scan->now.line_begin + 1;
  fail_with(failure, TOOL_BAD_DATA, "%s:%" PRIu64 ":%" PRIu64 ": %s", chunk->file, scan->now.line, column,
            text);
  make_one_line(failure->text);
  return false;
}

/* Line ends between its values become spaces; those in its strings, where JSON allows none, another byte that
 * it does not allow there. */
static void join_lines(uint8_t *bytes, size_t size) {
  bool in_string = false, is_escaped = false;
  if (memchr(bytes, '\n', size) == NULL) return;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '\n' || (bytes[i] == '\r' && !in_string)) bytes[i] = in_string ? '\r' : ' ';
    in_string ^= bytes[i] == '"' && !is_escaped;
    is_escaped = in_string && !is_escaped && bytes[i] == '\\';
  }
}

/* Makes the element a line. It is never longer than what was read up to its comma or bracket. */
static bool write_line(struct json_scan *scan, struct chunk *chunk, rowkey_cut *cut,
                       struct failure *failure) {
  const size_t size = scan->end - scan->begin;
  uint8_t *line = chunk->bytes + scan->written;
  const struct origin origin = {
      .at = scan->written, .lines = scan->line - chunk->first_line - cut->records, .column = scan->column};
  if (!chunk_add_origin(chunk, origin)) return fail_memory(failure);
  memmove(line, chunk->bytes + scan->begin, size);
  join_lines(line, size);
  line[size] = '\n';
  scan->written += size + 1;
  cut->records++;
  return true;
}

static void begin_element(struct json_scan *scan, const struct chunk *chunk, size_t at) {
  scan->in_element = true;
  scan->begin = scan->end = at;
  scan->line = scan->now.line;
  scan->column = chunk->first_byte + at - scan->now.line_begin + 1;
}

/* The comma or bracket at `at` ends an element, but for the bracket of an empty array. */
static bool end_element(struct json_array *array, struct json_scan *scan, struct chunk *chunk, size_t at,
                        rowkey_cut *cut, struct failure *failure) {
  const bool last = chunk->bytes[at] == ']', is_empty = last && !scan->in_element && scan->now.elements == 0;
  if (!scan->in_element) begin_element(scan, chunk, at); /* one without a byte, which is not an object */
  if (!is_empty && !write_line(scan, chunk, cut, failure)) return false;
  scan->in_element = false;
  scan->now.elements++;
  if (last) scan->now.state = JSON_AFTER;
  cut->end = at + 1;
  *array = scan->now;
  return true;
}

static void scan_string(struct json_scan *scan, uint8_t byte) {
  if (scan->is_escaped)
    scan->is_escaped = false;
  else if (byte == '"')
    scan->in_string = false;
  else
    scan->is_escaped = byte == '\\';
}

static void scan_value(struct json_scan *scan, uint8_t byte) {
  if (byte == '"')
    scan->in_string = true;
  else if (byte == '{' || byte == '[')
    scan->depth++;
  else if ((byte == '}' || byte == ']') && scan->depth > 0)
    scan->depth--;
}

bool json_array_cut(struct json_array *array, struct json_scan *scan, struct chunk *chunk, rowkey_cut *cut,
                    struct failure *failure) {
  size_t i = cut->scanned;
  if (chunk->first_byte + i == 0) i = mark_size(chunk->bytes, chunk->size);
  for (; i < chunk->size; i++) {
    const uint8_t byte = chunk->bytes[i];
    if (byte == '\n') {
      scan->now.line++;
      scan->now.line_begin = chunk->first_byte + i + 1;
    }
    if (!scan->in_string && is_json_blank(byte)) continue;
    if (scan->now.state == JSON_AFTER && cut->records > 0) break; /* keys of these come before the error */
    if (scan->now.state == JSON_AFTER)
      return fail_at(scan, chunk, i, "something follows the JSON array (expected the end of the file)",
                     failure);
    if (scan->now.state == JSON_UNSEEN) { /* the array's own bracket */
      scan->now.state = JSON_ELEMENTS;
    } else if (!scan->in_string && scan->depth == 0 && (byte == ',' || byte == ']')) {
      if (!end_element(array, scan, chunk, i, cut, failure)) return false;
    } else {
      if (!scan->in_element) begin_element(scan, chunk, i);
      scan->end = i + 1;
      (scan->in_string ? scan_string : scan_value)(scan, byte);
    }
  }
  cut->scanned = i;
  if (scan->now.state == JSON_AFTER) {
    *array = scan->now;
    cut->end = i;
  }
  return true;
}

bool json_array_may_end(const struct json_scan *scan, const struct chunk *chunk, struct failure *failure) {
  return scan->now.state == JSON_AFTER ||
         fail_at(scan, chunk, chunk->size, "the file ends within its JSON array (expected a comma or ])",
                 failure);
}
