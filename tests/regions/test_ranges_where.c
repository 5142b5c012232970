/* Ranges of conditions that are a text, and the place in it that an error names. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "testing.h"

static rowkey_layout *layout;

static void open_layout(void) {
  const rowkey_column columns[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_U64),
                                   rowkey_column_of("other", ROWKEY_U64)};
  static const char template[] = "{md5(host) % 1000:03d}|{host}|{ts:u64}";
  rowkey_error error;
  layout = rowkey_layout_compile(template, sizeof template - 1, columns, 3, &error);
  CHECK(layout != NULL, "%s", error.text);
}

static rowkey_ranges *ranges_where(const char *text, rowkey_error *error) {
  return rowkey_ranges_where(layout, NULL, text, strlen(text), 0, error);
}

static void some_ranges(void) {
  open_layout();
  rowkey_error error;
  rowkey_ranges *ranges = ranges_where("host = web-1, ts >= 17, ts < 18", &error);
  CHECK(ranges != NULL, "%s", error.text);
  CHECK(ranges->count == 1 && ranges->exact, "%zu ranges (expected one that is exact)", ranges->count);
  rowkey_ranges_free(ranges);
  rowkey_layout_free(layout);
}

static void expect_error(const char *text, rowkey_status status, size_t column, size_t offset,
                         const char *expected) {
  rowkey_error error;
  CHECK(ranges_where(text, &error) == NULL, "%s: there are ranges", text);
  CHECK(error.status == status && error.column == column && error.offset == offset,
        "%s: status %d, column %zu, offset %zu (expected %d, %zu, %zu)", text, (int)error.status,
        error.column, error.offset, (int)status, column, offset);
  CHECK(strcmp(error.text, expected) == 0, "%s:\n%s\n(expected:)\n%s", text, error.text, expected);
  CHECK(ranges_where(text, NULL) == NULL, "%s: there are ranges where nobody asks why not", text);
}

static void errors_have_a_place(void) {
  open_layout();
  expect_error("host = b, ts = 1, host = c", ROWKEY_ERROR_RANGE, 0, 18,
               "host = \"b\" and host = \"c\" contradict each other: no row meets both\n"
               "host = b, ts = 1, host = c\n"
               "                  ^ expected conditions that some row meets");
  expect_error("other = 1", ROWKEY_ERROR_TYPE, 2, 0,
               "the keys do not hold column other: a condition on it would scan the whole table\n"
               "other = 1\n"
               "^ expected a column that the layout uses");
  expect_error("host = b, ts ~ 1", ROWKEY_ERROR_SYNTAX, ROWKEY_NONE, 13,
               "unknown comparison\n"
               "host = b, ts ~ 1\n"
               "             ^ expected = < <= > >= or in");
  rowkey_layout_free(layout);
}

static const struct test tests[] = {
    {"a text has its ranges", some_ranges},
    {"errors show the condition", errors_have_a_place},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
