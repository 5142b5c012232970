#include "question.h"

#include <stdio.h>
#include <string.h>

#include "testing.h"

rowkey_layout *layout_of_question(const struct question *question) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(question->text, strlen(question->text), question->columns,
                                                question->column_count, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

rowkey_ranges *ask(const struct question *question) {
  rowkey_layout *layout = layout_of_question(question);
  rowkey_error error;
  rowkey_ranges *ranges =
      rowkey_ranges_find(layout, question->conditions, question->count, question->most, &error);
  CHECK(ranges != NULL, "%s: %s", question->text, error.text);
  rowkey_layout_free(layout);
  return ranges;
}

static size_t bytes_text(char *out, const void *bytes, size_t size) {
  const uint8_t *byte = bytes;
  size_t length = 0;
  for (size_t i = 0; i < size; i++)
    length += (size_t)(byte[i] > ' ' && byte[i] < 127 ? sprintf(out + length, "%c", byte[i])
                                                      : sprintf(out + length, "\\x%02x", byte[i]));
  return length;
}

const char *ranges_text(const rowkey_ranges *ranges) {
  static char text[65536];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < ranges->count && length < sizeof text - 4096; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (i > 0) text[length++] = ' ';
    length += bytes_text(text + length, range->start, range->start_size);
    if (range->is_key) continue;
    length += (size_t)sprintf(text + length, "..");
    length += bytes_text(text + length, range->stop, range->stop_size);
  }
  text[length] = '\0';
  return text;
}

void expect_ranges(const struct question *question, const char *expected, bool exact) {
  rowkey_ranges *ranges = ask(question);
  const char *seen = ranges_text(ranges);
  CHECK(strcmp(seen, expected) == 0, "%s: %s, not %s", question->text, seen, expected);
  CHECK(ranges->exact == exact, "%s: exact is %d", question->text, ranges->exact);
  rowkey_ranges_free(ranges);
}

void expect_no_ranges(const struct question *question, rowkey_status status, size_t column,
                      const char *expected) {
  rowkey_layout *layout = layout_of_question(question);
  rowkey_error error;
  rowkey_ranges *ranges =
      rowkey_ranges_find(layout, question->conditions, question->count, question->most, &error);
  CHECK(ranges == NULL, "%s has ranges %s", question->text, ranges_text(ranges));
  CHECK(error.status == status && error.column == column, "status %d, column %zu: %s", (int)error.status,
        error.column, error.text);
  CHECK(strcmp(error.text, expected) == 0, "%s, not %s", error.text, expected);
  CHECK(rowkey_ranges_find(layout, question->conditions, question->count, question->most, NULL) == NULL,
        "without an error there are ranges");
  rowkey_layout_free(layout);
}
