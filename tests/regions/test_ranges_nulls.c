/* Ranges of keys with markers of nulls. */
#include "question.h"

#include <string.h>

#include "testing.h"

static struct question question(const char *text, const rowkey_condition *conditions, size_t count) {
  struct question asked = {.text = text,
                           .columns = {COLUMN("a", U64), COLUMN("s", TEXT), COLUMN("id", U64)},
                           .column_count = 3,
                           .count = count};
  memcpy(asked.conditions, conditions, count * sizeof *conditions);
  return asked;
}

static void expect(const char *text, const rowkey_condition *conditions, size_t count, const char *expected,
                   bool exact) {
  const struct question asked = question(text, conditions, count);
  expect_ranges(&asked, expected, exact);
}

static void test_nulls(void) {
  const rowkey_value five = rowkey_value_u64(5);
  const rowkey_condition null = {.column = 0, .comparison = ROWKEY_IS_NULL},
                         no_null = {.column = 0, .comparison = ROWKEY_IS_NOT_NULL};
  const rowkey_condition null_text = {.column = 1, .comparison = ROWKEY_IS_NULL};
  const rowkey_condition both[] = {null, rowkey_condition_of(2, ROWKEY_EQUAL, &five)};
  expect("{null_first(a):u8}{coalesce(a, 7):u8}{id:u8}", &null, 1, "\\x00\\x07..\\x00\\x08", true);
  expect("{null_first(a):u8}{coalesce(a, 7):u8}{id:u8}", both, 2, "\\x00\\x07\\x05", true);
  expect("{coalesce(a, 7):u8}{null_last(a)}", &null, 1, "\\x071", true);
  expect("{null_last(a):u8}{id:u8}", &null, 1, "\\x01..\\x02", true);
  expect("{null_last(a):u8}{id:u8}", &no_null, 1, "\\x00..\\x01", true);
  expect("{null_last(s):u8}{coalesce(s, \"-\"):esc}", &null_text, 1, "\\x01-\\x00\\x01", true);
}

/* A null is less than nothing, though 7 stands in its place. */
static void test_values(void) {
  const rowkey_value seven = rowkey_value_u64(7), nine = rowkey_value_u64(9);
  const rowkey_condition is_seven = rowkey_condition_of(0, ROWKEY_EQUAL, &seven);
  const rowkey_condition below = rowkey_condition_of(0, ROWKEY_LESS, &nine);
  expect("{null_first(a):u8}{coalesce(a, 7):u8}", &is_seven, 1, "\\x01\\x07", true);
  expect("{null_first(a):u8}{coalesce(a, 7):u8}", &below, 1, "\\x01..\\x01\\x09", true);
  expect("{coalesce(a, 7):u8}{null_first(a):u8}", &is_seven, 1, "\\x07\\x01", true);
}

static void test_refused(void) {
  const rowkey_value five = rowkey_value_u64(5);
  const rowkey_condition null = {.column = 0, .comparison = ROWKEY_IS_NULL};
  const rowkey_condition both[] = {null, rowkey_condition_of(0, ROWKEY_EQUAL, &five)};
  struct question asked = question("{coalesce(a, 7):u8}", &null, 1);
  expect_no_ranges(
      &asked, ROWKEY_ERROR_TYPE, 0,
      "a condition on column a tests for null, which its keys do not show (expected null_first or "
      "null_last of the column in the layout)");
  asked = question("{null_last(a):u8}{coalesce(a, 7):u8}", both, 2);
  expect_no_ranges(
      &asked, ROWKEY_ERROR_RANGE, 0,
      "a condition on column a asks for nulls, which its other conditions exclude: no row meets all");
  rowkey_condition with_value = null;
  with_value.values = &five;
  with_value.value_count = 1;
  asked = question("{null_last(a):u8}{coalesce(a, 7):u8}", &with_value, 1);
  expect_no_ranges(&asked, ROWKEY_ERROR_ARGUMENT, 0,
                   "a condition on column a tests for null and has values (expected none)");
}

int main(int argc, char **argv) {
  static const struct test tests[] = {{"tests for null", test_nulls},
                                      {"comparisons, which no null meets", test_values},
                                      {"tests that are refused", test_refused}};
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
