/* Ranges when memory is exhausted: every allocation is made to fail once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rowkey/rowkey.h>

#include "failing_memory.h"
#include "question.h"
#include "testing.h"
#include "types/column_type.h"

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "ts", .type = ROWKEY_I64},
                                        {.name = "name", .type = ROWKEY_TEXT}};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

/* Whether the names are listed, too: the other conditions leave some of them. */
static bool names_are_listed;

static rowkey_ranges *find(const rowkey_layout *layout, size_t most, rowkey_error *error) {
  static const rowkey_value ids[] = {U64(7), U64(900), U64(8), U64(12)};
  static const rowkey_value from = I64(62), to = I64(500);
  static const rowkey_value prefix = TEXT("ab"), below = TEXT("abx");
  static const rowkey_value names[] = {TEXT("aba"), TEXT("c"), TEXT("abb")};
  const rowkey_condition all[] = {
      {.column = 0, .comparison = ROWKEY_EQUAL, .values = ids, .value_count = 4},
      {.column = 1, .comparison = ROWKEY_GREATER_EQUAL, .values = &from, .value_count = 1},
      {.column = 1, .comparison = ROWKEY_LESS, .values = &to, .value_count = 1},
      {.column = 2, .comparison = ROWKEY_BEGINS_WITH, .values = &prefix, .value_count = 1},
      {.column = 2, .comparison = ROWKEY_LESS, .values = &below, .value_count = 1},
      {.column = 2, .comparison = ROWKEY_EQUAL, .values = names, .value_count = 3}};
  rowkey_condition used[6];
  size_t count = 0;
  for (size_t i = 0; i < (names_are_listed ? 6 : 5); i++)
    if (rowkey_layout_uses(layout, all[i].column)) used[count++] = all[i];
  return rowkey_ranges_find(layout, used, count, most, error);
}

static rowkey_ranges *find_and_cut(const rowkey_layout *layout, size_t most, rowkey_error *error) {
  static const uint64_t offsets[] = {0, 1, 2};
  const rowkey_splits splits = {.count = 2, .bytes = "1a", .offsets = offsets};
  rowkey_ranges *ranges = find(layout, most, error);
  rowkey_ranges *parts = ranges == NULL ? NULL : rowkey_ranges_cut(ranges, &splits, error);
  rowkey_ranges_free(ranges);
  return parts;
}

static void exhaust(const char *text, size_t most) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, COLUMN_COUNT, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_ranges *expected = find_and_cut(layout, most, &error);
  CHECK(expected != NULL, "%s: %s", text, error.text);
  rowkey_ranges *ranges = NULL;
  for (size_t allowed = 0; ranges == NULL; allowed++) {
    memset(&error, 0, sizeof error);
    allocations_allowed = allowed;
    ranges = find_and_cut(layout, most, &error);
    allocations_allowed = SIZE_MAX;
    CHECK(ranges != NULL || error.status == ROWKEY_ERROR_MEMORY, "%s with %zu allocations: status %d: %s",
          text, allowed, (int)error.status, error.text);
  }
  CHECK(ranges->count == expected->count && ranges->exact == expected->exact, "%zu ranges, not %zu",
        ranges->count, expected->count);
  rowkey_ranges_free(ranges);
  rowkey_ranges_free(expected);
  rowkey_layout_free(layout);
}

/* Conditions with values of all kinds of memory: numbers, text, and what a type reads. */
static void exhaust_text(void) {
  static const char text[] =
      "name in (a, \"b c\"), id = 7, ts >= 2024-03-01, uuid = 123e4567e89b12d3a456426614174000";
  static const rowkey_column schema[] = {{.name = "name", .type = ROWKEY_TEXT},
                                         {.name = "id", .type = ROWKEY_U64},
                                         {.name = "ts", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS},
                                         {.name = "uuid", .type = ROWKEY_TEXT, .width = 16}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("{name:esc}{id:u64}{ts:i64}{uuid}", 32, schema, 4, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_column_type *const time = rowkey_column_type_parse("time(s)", 7, &error);
  rowkey_column_type *const uuid = rowkey_column_type_parse("uuid", 4, &error);
  const rowkey_column_type *const types[] = {NULL, NULL, time, uuid};
  rowkey_conditions *conditions = NULL;
  size_t allowed = 0;
  for (; conditions == NULL; allowed++) {
    memset(&error, 0, sizeof error);
    allocations_allowed = allowed;
    conditions = rowkey_conditions_parse(layout, types, text, sizeof text - 1, &error);
    allocations_allowed = SIZE_MAX;
    CHECK(conditions != NULL || error.status == ROWKEY_ERROR_MEMORY, "with %zu allocations: status %d: %s",
          allowed, (int)error.status, error.text);
  }
  CHECK(allowed > 4 && conditions->count == 4, "%zu allocations, %zu conditions", allowed, conditions->count);
  rowkey_conditions_free(conditions);
  rowkey_column_type_free(time);
  rowkey_column_type_free(uuid);
  rowkey_layout_free(layout);
}

static void exhausted(void) {
  for (int listed = 0; listed < 2; listed++) {
    names_are_listed = listed != 0;
    exhaust("{name}|{id}", 0);
    exhaust("{name:x}!{ts:i32}", 0);
    exhaust("{name:mem}{id:~u64}", 1);
    exhaust("{name:~s}|{reverse(id:04d)}", 0);
    exhaust("{coalesce(name, \"ab\"):8s}{ts / 10:i32}{ts % 10:u8}", 0);
    exhaust("{md5(id, name) % 7:u8}{id:~u64}{name:~esc}", 0);
    exhaust("{id * 3 + 5:u32}{name}", 0);
    exhaust("{id & 7:u8}{name}\\x00{reverse(id % 20:d)}", 0);
  }
  names_are_listed = false;
  exhaust("{md5(id) % 1000:03d}{id:05d}", 0);
  exhaust("{md5(id) % 1000:03d}{id:05d}", 2);
  exhaust("{md5(name) % 5:a}{id:u32}{ts - ts % 60:i32}{ts % 60:u8}{name}", 0);
  exhaust("{random() % 3:a}-{name}|{id:x}", 0);
  exhaust("{name:esc}{ts:~i64}", 0);
  exhaust("{id % 7:d}:{name:6s}{ts}", 0);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* The ranges of rows with id < ids, a ts from `from` on below `to`, and b = 7, of which `most` are allowed;
 * the bytes that were allocated go to *bytes. */
struct asked {
  const char *text;
  uint64_t ids;
  int64_t from, to;
  size_t most;
};

static size_t count_ranges(struct asked asked, size_t *bytes) {
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64},
                                         {.name = "ts", .type = ROWKEY_I64},
                                         {.name = "b", .type = ROWKEY_U64}};
  const rowkey_value id = rowkey_value_u64(asked.ids), from = rowkey_value_i64(asked.from),
                     to = rowkey_value_i64(asked.to);
  const rowkey_value seven = U64(7);
  const rowkey_condition conditions[] = {
      {.column = 0, .comparison = ROWKEY_LESS, .values = &id, .value_count = 1},
      {.column = 1, .comparison = ROWKEY_GREATER_EQUAL, .values = &from, .value_count = 1},
      {.column = 1, .comparison = ROWKEY_LESS, .values = &to, .value_count = 1},
      {.column = 2, .comparison = ROWKEY_EQUAL, .values = &seven, .value_count = 1}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(asked.text, strlen(asked.text), schema, 3, &error);
  CHECK(layout != NULL, "%s", error.text);
  const size_t before = allocated_bytes;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions, 4, asked.most, &error);
  *bytes = allocated_bytes - before;
  CHECK(ranges != NULL, "%s: %s", asked.text, error.text);
  const size_t count = ranges->count;
  rowkey_ranges_free(ranges);
  rowkey_layout_free(layout);
  return count;
}

/* Values that are too many to go on after each are not listed to find that out: where more ranges are
 * allowed, of which none is needed, nothing more is done. */
static void counted_first(void) {
  static const char *const texts[] = {"{id:u8}{ts:i64}{b:u8}", "{md5(id) % 100:u8}{ts:i64}{b:u8}",
                                      "{md5(id) % 100:u8}{ts + id:i64}{b:u8}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct asked asked = {texts[i], 100, 0, INT64_MAX / 2, 2000};
    size_t few, many;
    const size_t expected = count_ranges(asked, &few);
    asked.most = 1000000;
    const size_t found = count_ranges(asked, &many);
    CHECK(found == expected, "%s: %zu ranges, and %zu where more are allowed", texts[i], expected, found);
    CHECK(many < few + few / 2, "%s: %zu bytes, and %zu where more ranges are allowed", texts[i], few, many);
  }
}

/* Nor, where they can only be counted by listing them, for each of many values before. */
static void counted_once(void) {
  static const char *const texts[] = {"{id:u8}{ts / 7:i64}{b:u8}", "{md5(id) % 100:u8}{ts / 7:i64}{b:u8}",
                                      "{md5(id) % 100:u8}{ts - ts % 60:i64}{ts % 60:u8}{b:u8}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct asked asked = {texts[i], 2, 0, INT64_MAX / 2, 20000};
    size_t few, many;
    const size_t ranges = count_ranges(asked, &few);
    asked.ids = 100;
    CHECK(count_ranges(asked, &many) > ranges, "%s: more ids have no more ranges", texts[i]);
    CHECK(many < 10 * few, "%s: %zu bytes, and %zu for 50 times the ids", texts[i], few, many);
  }
}

/* As many as are allowed are listed, and one more is too many. */
static void counted_exactly(void) {
  static const char *const texts[] = {"{id % 2:u8}{ts:i64}{b:u8}", "{id % 2:u8}{ts:~i64}{b:u8}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    size_t bytes;
    struct asked asked = {texts[i], 1, 10, 20, 10};
    CHECK(count_ranges(asked, &bytes) == 10, "%s: %zu ranges", texts[i], count_ranges(asked, &bytes));
    asked.to++;
    CHECK(count_ranges(asked, &bytes) == 1, "%s: %zu ranges", texts[i], count_ranges(asked, &bytes));
  }
}

/* Of the doubles between, of which there are 1.5 billion, four are floats. */
static void floats_that_are_allowed(void) {
  struct question question = {
      "{f:f32}{b:u8}",
      {COLUMN("f", F64), COLUMN("b", U64)},
      2,
      {WHERE(0, GREATER_EQUAL, F64(1.0)), WHERE(0, LESS_EQUAL, F64(1.0000004)), WHERE(1, EQUAL, U64(7))},
      3,
      4};
  expect_ranges(&question,
                "\\xbf\\x80\\x00\\x00\\x07 \\xbf\\x80\\x00\\x01\\x07 \\xbf\\x80\\x00\\x02\\x07 "
                "\\xbf\\x80\\x00\\x03\\x07",
                true);
  question.most = 3;
  expect_ranges(&question, "\\xbf\\x80\\x00\\x00..\\xbf\\x80\\x00\\x04", false);
}

static const struct test tests[] = {
    {"values that are too many are counted and not listed", counted_first},
    {"values that are too many are listed once", counted_once},
    {"as many values as ranges are allowed are not too many", counted_exactly},
    {"as many floats as ranges are allowed are not too many", floats_that_are_allowed},
    {"without memory there is an error, and nothing is lost", exhausted},
    {"nor is anything lost of conditions that are read", exhaust_text},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
