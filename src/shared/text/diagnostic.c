#include "text/diagnostic.h"

#include "text/buffer.h"

/* Characters of a template that are shown before the caret, and in all: one line of a usual terminal. */
enum { SHOWN_BEFORE = 60, SHOWN_IN_ALL = 100 };

static size_t character_length(const struct diagnostic *diagnostic, size_t at) {
  size_t length = rowkey_printable_length(diagnostic->text + at, diagnostic->length - at);
  return length == 0 ? 1 : length;
}

static void show_template(const struct diagnostic *diagnostic, size_t offset, struct text_buffer *text) {
  size_t before = 0;
  for (size_t at = 0; at < offset; at += character_length(diagnostic, at)) before++;
  size_t begin = 0;
  size_t indent = before;
  if (before > SHOWN_BEFORE) {
    for (size_t skip = before - SHOWN_BEFORE; skip > 0; skip--) begin += character_length(diagnostic, begin);
    indent = SHOWN_BEFORE + 3;
  }
  size_t end = begin;
  for (size_t shown = 0; shown < SHOWN_IN_ALL && end < diagnostic->length; shown++)
    end += character_length(diagnostic, end);

  rowkey_text_printf(text, "\n%s", begin > 0 ? "..." : "");
  rowkey_text_show(text, diagnostic->text + begin, end - begin, end - begin);
  rowkey_text_printf(text, "%s\n%*s^", end < diagnostic->length ? "..." : "", (int)indent, "");
}

bool rowkey_fail(const struct diagnostic *diagnostic, rowkey_status status, size_t offset,
                 const char *expected, const char *format, ...) {
  rowkey_error *error = diagnostic->error;
  if (error == NULL) return false;
  error->status = status;
  error->row = ROWKEY_NONE;
  error->column = ROWKEY_NONE;
  error->offset = offset;
  /* Sentences stay below 400 bytes and a window of 100 characters of 4 bytes below 420: nothing is left off.
   */
  struct text_buffer text = {error->text, sizeof error->text};
  va_list arguments;
  va_start(arguments, format);
  rowkey_text_vprintf(&text, format, arguments);
  va_end(arguments);
  show_template(diagnostic, offset, &text);
  rowkey_text_printf(&text, " expected %s", expected);
  return false;
}

bool rowkey_fail_as(const struct diagnostic *diagnostic, size_t offset, const rowkey_error *error) {
  static const char opening[] = " (expected ";
  const char *found = strstr(error->text, opening), *end = found == NULL ? NULL : strrchr(found, ')');
  if (end == NULL) {
    if (diagnostic->error == NULL) return false;
    *diagnostic->error = *error;
    diagnostic->error->row = diagnostic->error->column = ROWKEY_NONE;
    diagnostic->error->offset = offset;
    return false;
  }
  char expected[sizeof error->text];
  const char *begin = found + strlen(opening);
  memcpy(expected, begin, (size_t)(end - begin));
  expected[end - begin] = '\0';
  return rowkey_fail(diagnostic, error->status, offset, expected, "%.*s", (int)(found - error->text),
                     error->text);
}

struct shown rowkey_show(struct slice slice) {
  struct shown result;
  struct text_buffer text = {result.text, sizeof result.text};
  result.text[0] = '\0';
  rowkey_text_show(&text, slice.at, slice.size, sizeof result.text - 8);
  return result;
}
