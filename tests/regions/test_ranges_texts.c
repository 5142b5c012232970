/* Ranges of layouts with functions of text, written out by hand. */
#include <stdio.h>
#include <string.h>

#include "question.h"
#include "testing.h"

/* Checks the ranges of rows whose s is in the relation to the text. */
static void expect(const char *layout, rowkey_comparison comparison, const char *text, const char *ranges,
                   bool exact) {
  const rowkey_value value = rowkey_value_text(text, strlen(text));
  const struct question question = {
      layout, {COLUMN("s", TEXT), COLUMN("n", U64)},
      2,      {{.column = 0, .comparison = comparison, .values = &value, .value_count = 1}},
      1,      0};
  expect_ranges(&question, ranges, exact);
}

/* Bounds that the prefix holds are exact, longer ones leave a prefix to filter. */
static void prefixes(void) {
  expect("{prefix(s, 3):3s}{n:u8}", ROWKEY_BEGINS_WITH, "ab", "ab\\x00..ac\\x00", true);
  expect("{prefix(s, 3):3s}{n:u8}", ROWKEY_BEGINS_WITH, "abc", "abc..abd", true);
  expect("{prefix(s, 3):3s}{n:u8}", ROWKEY_BEGINS_WITH, "abcd", "abc..abd", false);
  expect("{prefix(s, 3):3s}{n:u8}", ROWKEY_LESS, "abcd", "\\x00\\x00\\x00..abd", false);
  expect("{prefix(s, 3):~3s}{n:u8}", ROWKEY_LESS, "bcd", "\\x9d\\x9c\\x9c..", true);
  expect("{prefix(prefix(s, 5), 3):esc}{n:u8}", ROWKEY_GREATER_EQUAL, "bcd", "bcd\\x00\\x01..", true);
  expect("{prefix(s, 2):esc}{n:u8}", ROWKEY_LESS_EQUAL, "bcd", "\\x00\\x01..bc\\x00\\x02", false);
}

/* A value makes one prefix, length or text in lower case, which other values make too. */
static void one_value(void) {
  expect("{prefix(s, 2):2s}{n:u8}", ROWKEY_EQUAL, "abc", "ab..ac", false);
  expect("{lower(s)}|{length(s):u8}", ROWKEY_EQUAL, "Ab", "ab|\\x02", false);
  expect("{lower(s)}|{s}", ROWKEY_EQUAL, "Ab", "ab|Ab", true);
  expect("{md5(lower(s)) % 4:a}{s}", ROWKEY_EQUAL, "Ab", "aAb", true);
}

/* What follows each place is the same. Searched for anew it would take more steps than there are, and the
 * ranges of most places would hold all of the place. */
static void equal_rests(void) {
  enum { PLACES = 1000, TEXTS = 600 };
  static char texts[TEXTS][8];
  static rowkey_value values[TEXTS];
  for (size_t i = 0; i < TEXTS; i++) {
    snprintf(texts[i], sizeof texts[i], "a%03u", (unsigned)i);
    values[i] = rowkey_value_text(texts[i], 4);
  }
  const struct question question = {"{place}|{prefix(s, 1):esc}",
                                    {COLUMN("place", U64), COLUMN("s", TEXT)},
                                    2,
                                    {WHERE(0, LESS, U64(PLACES)), AMONG(1, values, TEXTS)},
                                    2,
                                    0};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->count == PLACES, "%zu ranges", ranges->count);
  for (size_t i = 0; i < PLACES; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    const char *bar = memchr(range->start, '|', range->start_size),
               *end = (const char *)range->start + range->start_size;
    CHECK(bar != NULL && end - bar == 4 && bar[1] == 'a', "range %zu begins in another place", i);
  }
  rowkey_ranges_free(ranges);
}

static const struct test tests[] = {
    {"bounds of a text are bounds of its prefix", prefixes},
    {"one value makes one key, exact where the key holds it whole", one_value},
    {"what follows many values is searched for once", equal_rests},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
