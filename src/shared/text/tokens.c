#include "text/tokens.h"

#include <string.h>

size_t rowkey_name_length(const char *text, size_t size) {
  size_t length = 0;
  while (length < size) {
    const bool is_part = is_letter(text[length]) || is_digit(text[length]);
    const bool is_dot = text[length] == '.' && length > 0 && length + 1 < size && is_letter(text[length + 1]);
    if (!is_part && !is_dot) break;
    length++;
  }
  return length;
}

bool rowkey_is_name(const char *text, size_t size) {
  return size > 0 && is_letter(text[0]) && rowkey_name_length(text, size) == size;
}

/* In backquotes. */
static struct written_name read_quoted_name(const char *text, size_t size) {
  size_t end = 1;
  while (end < size && text[end] != '`' && (unsigned char)text[end] >= ' ') end++;
  if (end == size || text[end] != '`' || end == 1) return (struct written_name){.size = 0};
  return (struct written_name){{text + 1, end - 1}, end + 1};
}

struct written_name rowkey_read_name(const char *text, size_t size) {
  if (size > 0 && text[0] == '`') return read_quoted_name(text, size);
  const size_t length = rowkey_name_length(text, size);
  return (struct written_name){{text, length}, length};
}

const char *rowkey_name_quote(const char *name) { return rowkey_is_name(name, strlen(name)) ? "" : "`"; }

int rowkey_hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* The byte at `at`, NUL beyond the end. */
static char byte_at(const struct diagnostic *diagnostic, size_t at) {
  return at < diagnostic->length ? diagnostic->text[at] : '\0';
}

static bool syntax_error(const struct diagnostic *diagnostic, size_t offset, const char *expected,
                         const char *problem) {
  return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, offset, expected, "%s", problem);
}

bool rowkey_read_escape(const struct diagnostic *diagnostic, size_t *at, char **resolved, bool in_string) {
  char next = byte_at(diagnostic, *at + 1);
  if (next == '\\' || (in_string && next == '"')) {
    *(*resolved)++ = next;
    *at += 2;
    return true;
  }
  if (next != 'x')
    return syntax_error(diagnostic, *at, in_string ? "\\xHH, \\\\ or \\\"" : "\\xHH or \\\\",
                        "unknown escape");
  int high = rowkey_hex_digit(byte_at(diagnostic, *at + 2));
  int low = rowkey_hex_digit(byte_at(diagnostic, *at + 3));
  if (high < 0 || low < 0)
    return syntax_error(diagnostic, *at, "\\x and two hex digits, such as \\x1f", "incomplete escape");
  *(*resolved)++ = (char)(high * 16 + low);
  *at += 4;
  return true;
}

bool rowkey_read_string(const struct diagnostic *diagnostic, size_t *at, char **resolved,
                        struct slice *string) {
  const size_t begin = (*at)++;
  string->at = *resolved;
  for (char c; (c = byte_at(diagnostic, *at)) != '"' && *at < diagnostic->length;) {
    if (c == '\\') {
      if (!rowkey_read_escape(diagnostic, at, resolved, true)) return false;
    } else {
      *(*resolved)++ = c;
      ++*at;
    }
  }
  if (*at >= diagnostic->length)
    return syntax_error(diagnostic, begin, "a second \" that ends it", "unterminated string");
  ++*at;
  string->size = (size_t)(*resolved - string->at);
  return true;
}
