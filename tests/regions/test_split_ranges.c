/* Split points for the keys in ranges: every region gets as many of those keys as another, but for one. */
#include <rowkey/conditions.h>
#include <stdio.h>
#include <string.h>

#include "failing_memory.h"
#include "point_lists.h"

struct question {
  struct small_layout small; /* whose records all meet the conditions */
  const char *where;
};

static const struct question questions[] = {
    {{.text = "{a:u16}", .a = {100, 399}}, "a >= 100, a < 400"},
    {{.text = "{a:u64}", .a = {0, 99}}, "a < 100"},
    {{.text = "{a:~u64}", .a = {0, 99}}, "a < 100"},
    {{.text = "{a:u16le}", .a = {7, 300}}, "a >= 7, a <= 300"},
    {{.text = "{a:010d}", .a = {95, 1205}}, "a > 94, a <= 1205"},
    {{.text = "{a:~04x}", .a = {95, 1205}}, "a > 94, a <= 1205"},
    {{.text = "{x:i64}", .x = {-50, 49}}, "x >= -50, x < 50"},
    {{.text = "{x:~i32}", .x = {-50, 49}}, "x >= -50, x < 50"},
    {{.text = "{x:i32}", .x = {0, 49}}, "x >= 0, x < 50"},
    /* All fields before the one that is divided have one value. */
    {{.text = "t{b:u16}_r{x:i64}", .b = {5, 5}, .x = {0, 999}}, "b = 5, x >= 0, x < 1000"},
    {{.text = "{b}-{x:i64}", .b = {5, 5}, .x = {0, 999}}, "b = 5, x >= 0, x < 1000"},
    {{.text = "{b:u8}{md5(b) % 16:x}|{a:u32}", .b = {17, 17}, .a = {1, 60}}, "b = 17, a >= 1, a <= 60"},
    {{.text = "{a:u16}{b:u16}{x:i16}", .a = {9, 9}, .b = {300, 300}, .x = {-4, 95}},
     "a = 9, b = 300, x >= -4, x < 96"},
    /* Digits without padding, which sort as text does. */
    {{.text = "{a}", .a = {0, 9012}}, "a <= 9012"},
    {{.text = "user{a}", .a = {9, 9345}}, "a >= 9, a <= 9345"},
    {{.text = "user{a}-", .a = {9, 2345}}, "a >= 9, a <= 2345"},
    {{.text = "{a:x}\\x00", .a = {200, 2345}}, "a >= 200, a <= 2345"},
    {{.text = "{a:X}", .a = {200, 2345}}, "a >= 200, a <= 2345"},
    /* Several ranges. */
    {{.text = "{a % 10:u8}{a:u64}", .a = {0, 99}}, "a < 100"},
    {{.text = "{a:u64}", .a = {5, 8}}, "a in (5, 6, 7, 8)"},
    {{.text = "{b:u16}{a:u64}", .b = {2, 4}, .a = {0, 0}}, "b in (2, 3, 4), a = 0"},
};

static rowkey_ranges *find_ranges(const rowkey_layout *layout, const char *where) {
  rowkey_error error;
  rowkey_conditions *conditions = rowkey_conditions_parse(layout, NULL, where, strlen(where), &error);
  CHECK(conditions != NULL, "%s", error.text);
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions->conditions, conditions->count, 0, &error);
  CHECK(ranges != NULL, "%s: %s", where, error.text);
  rowkey_conditions_free(conditions);
  return ranges;
}

/* How many of the sorted keys are less than the point. */
static size_t keys_below(const struct key_list *list, struct key point) {
  size_t low = 0, high = list->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_keys(list->keys[middle], point) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void check_even(const struct question *question, const struct key_list *list,
                       const rowkey_ranges *ranges, size_t regions) {
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_of_ranges(list->layout, ranges, regions, &error);
  CHECK(splits != NULL, "%s, %s, %zu regions: %s", question->small.text, question->where, regions,
        error.text);
  CHECK(splits->count == regions - 1, "%zu points", splits->count);
  CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s: %s", question->small.text, error.text);
  /* Values are as many as keys, but where a field before the last is divided: of those each has as many. */
  size_t begin = 0;
  for (size_t i = 0; i < regions; i++) {
    const size_t end = i + 1 == regions ? list->count : keys_below(list, point_at(splits, i));
    const size_t exact = list->count / regions, found = end - begin;
    const size_t tolerance = strchr(question->small.text, '%') != NULL ? 10 : 1;
    CHECK(found + tolerance > exact && found <= exact + tolerance, "%s, %s: region %zu of %zu has %zu of %zu",
          question->small.text, question->where, i, regions, found, list->count);
    begin = end;
  }
  rowkey_splits_free(splits);
}

static void test_even(void) {
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
    struct key_list list = all_keys(&questions[i].small);
    drop_repeated(&list);
    rowkey_ranges *ranges = find_ranges(list.layout, questions[i].where);
    for (size_t regions = 1; regions <= 9 && regions <= list.count; regions++)
      check_even(&questions[i], &list, ranges, regions);
    rowkey_ranges_free(ranges);
    free_keys(&list);
  }
}

/* Of all keys, the points are those of rowkey_splits_of_layout. */
static void test_all(void) {
  static const char *const texts[] = {"{a:u64}",
                                      "x{x:~i64}{name}",
                                      "{md5(a) % 4096:03x}{a:u64}",
                                      "{a}",
                                      "{md5(name)}{name}",
                                      "{abs(md5(name)):039d}",
                                      "{a % 12}|{name}"};
  rowkey_error error;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct small_layout small = {.text = texts[i], .a = {1, 2}};
    struct key_list list = all_keys(&small);
    rowkey_ranges *ranges = rowkey_ranges_find(list.layout, NULL, 0, 0, &error);
    CHECK(ranges != NULL, "%s", error.text);
    rowkey_splits *some = rowkey_splits_of_ranges(list.layout, ranges, 7, &error);
    rowkey_splits *all = rowkey_splits_of_layout(list.layout, 7, &error);
    CHECK(some != NULL && all != NULL, "%s", error.text);
    for (size_t k = 0; k < 6; k++)
      CHECK(compare_keys(point_at(some, k), point_at(all, k)) == 0, "%s, point %zu: %s", texts[i], k,
            shown_key(point_at(some, k)));
    rowkey_splits_free(some);
    rowkey_splits_free(all);
    rowkey_ranges_free(ranges);
    free_keys(&list);
  }
}

static void expect_error(const char *text, const char *where, size_t regions, rowkey_status status,
                         const char *expected) {
  rowkey_error error;
  const struct small_layout small = {.text = text, .a = {1, 2}};
  struct key_list list = all_keys(&small);
  rowkey_ranges *ranges = find_ranges(list.layout, where);
  CHECK(rowkey_splits_of_ranges(list.layout, ranges, regions, &error) == NULL, "%s, %s", text, where);
  CHECK(error.status == status && strncmp(error.text, expected, strlen(expected)) == 0, "%s: %s", text,
        error.text);
  rowkey_ranges_free(ranges);
  free_keys(&list);
}

static void test_errors(void) {
  expect_error("{a:u32}", "a < 3", 4, ROWKEY_ERROR_RANGE,
               "{a:u32} has 3 values in the ranges, which cannot be shared by 4 regions\n");
  expect_error("{a:u8}{name}", "a = 3", 4, ROWKEY_ERROR_TYPE,
               "the layout does not say which texts {name} can be\n");
  expect_error("{a % 5:u8}{a:u8}", "a > 255", 4, ROWKEY_ERROR_RANGE, "the ranges hold no key of the layout");
  expect_error("{a:u8}", "a < 3", 0, ROWKEY_ERROR_ARGUMENT, "there cannot be 0 regions");
}

/* Each allocation fails once. */
static void test_memory(void) {
  const struct small_layout small = {.text = "t{b:u16}_r{x:i64}", .b = {5, 5}};
  struct key_list list = all_keys(&small);
  rowkey_ranges *ranges = find_ranges(list.layout, "b = 5, x >= 0");
  rowkey_error error;
  size_t failed = 0;
  for (bool fails = true; fails; failed++) {
    allocations_allowed = failed;
    rowkey_splits *splits = rowkey_splits_of_ranges(list.layout, ranges, 4, &error);
    fails = allocation_failed();
    CHECK(fails == (splits == NULL), "allocation %zu", failed);
    CHECK(!fails || error.status == ROWKEY_ERROR_MEMORY, "%s", error.text);
    rowkey_splits_free(splits);
  }
  CHECK(failed > 3, "%zu allocations", failed);
  rowkey_ranges_free(ranges);
  free_keys(&list);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"regions get as many keys as others", test_even},
                               {"points for all keys", test_all},
                               {"what cannot be split says why", test_errors},
                               {"memory that runs out", test_memory}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
