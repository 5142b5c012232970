/* Further split points: the old ones stay, and the new ones go where a search through all values puts them.
 */
#include <stdlib.h>
#include <string.h>

#include "point_lists.h"

/* ---- An oracle ------------------------------------------------------------------------------- */

/* The values of the first field with the literal text before them, in order. */
struct values {
  const struct key *at;
  size_t count;
  bool end_keys; /* a key has nothing after them, so that those that begin a point are before it */
};

/* Those that begin in the region, or that it begins in. */
struct region {
  size_t first, count, pieces;
};

static struct region region_of(const struct values *values, const rowkey_splits *splits, size_t index) {
  struct region region = {.pieces = 1};
  for (size_t i = 0; i < values->count; i++) {
    const struct key value = values->at[i];
    if (index > 0 && compare_keys(value, point_at(splits, index - 1)) < 0 &&
        (values->end_keys || !key_begins(value, point_at(splits, index - 1))))
      continue;
    if (index < splits->count && compare_keys(value, point_at(splits, index)) >= 0) break;
    if (region.count++ == 0) region.first = i;
  }
  return region;
}

/* The region whose pieces hold the most; `count` of them when none can be parted. */
static size_t largest_of(const struct region *regions, size_t count) {
  size_t largest = count;
  for (size_t i = 0; i < count; i++) {
    if (regions[i].count <= regions[i].pieces) continue;
    if (largest == count ||
        regions[i].count * regions[largest].pieces > regions[largest].count * regions[i].pieces)
      largest = i;
  }
  return largest;
}

/* The points, or count == 0 when there is no room for them. */
static struct key_list expected_points(const struct values *values, const rowkey_splits *splits,
                                       size_t more) {
  const size_t count = splits->count + 1;
  struct region *regions = guarded(count * sizeof *regions, GUARD_END);
  for (size_t i = 0; i < count; i++) regions[i] = region_of(values, splits, i);
  for (size_t i = 0; i < more; i++) {
    const size_t largest = largest_of(regions, count);
    if (largest == count) return (struct key_list){.count = 0};
    regions[largest].pieces++;
  }
  struct key_list list = {.keys = guarded((count + more) * sizeof(struct key), GUARD_END)};
  for (size_t i = 0; i < count; i++) {
    for (size_t piece = 1; piece < regions[i].pieces; piece++)
      list.keys[list.count++] = values->at[regions[i].first + piece * regions[i].count / regions[i].pieces];
    if (i < splits->count) list.keys[list.count++] = point_at(splits, i);
  }
  return list;
}

/* ---- Small domains --------------------------------------------------------------------------- */

/* The layout, and its first field alone with what stands before it and shows where it ends. */
struct pair {
  struct small_layout whole, first;
};

static const struct pair pairs[] = {
    {{.text = "{a % 60:04d}{x % 3:i8}", .a = {0, 59}, .x = {-2, 2}}, {.text = "{a % 60:04d}", .a = {0, 59}}},
    {{.text = "({a % 40:x},{b % 5:d})", .a = {0, 39}, .b = {0, 4}}, {.text = "({a % 40:x},", .a = {0, 39}}},
    {{.text = "{x % 30}|{name}", .x = {-29, 29}}, {.text = "{x % 30}|", .x = {-29, 29}}},
    {{.text = "{a % 130}", .a = {0, 129}}, {.text = "{a % 130}", .a = {0, 129}}},
    {{.text = "{x:i8be}{b % 7:a}", .b = {0, 6}, .x = {-128, 127}}, {.text = "{x:i8be}", .x = {-128, 127}}},
    {{.text = "{a % 50:~u16}x", .a = {0, 49}}, {.text = "{a % 50:~u16}", .a = {0, 49}}},
    {{.text = "{a % 4:a}-{b % 9}", .a = {0, 3}, .b = {0, 8}}, {.text = "{a % 4:a}", .a = {0, 3}}},
    {{.text = "\\xff{a % 300:u16le}{b % 2:u8}", .a = {0, 299}, .b = {0, 1}},
     {.text = "\\xff{a % 300:u16le}", .a = {0, 299}}},
};

static void check_add(const struct pair *pair, const struct key_list *list, const struct values *values,
                      const rowkey_splits *splits) {
  const size_t more = (size_t)random_below(random_below(4) == 0 ? values->count : 8);
  const struct key_list expected = expected_points(values, splits, more);
  rowkey_error error;
  rowkey_splits *added = rowkey_splits_add(list->layout, splits, more, &error);
  if (expected.count == 0 && more != 0) {
    CHECK(added == NULL && error.status == ROWKEY_ERROR_RANGE, "%s and %zu more", pair->whole.text, more);
    return;
  }
  CHECK(added != NULL && added->count == expected.count, "%s and %zu more", pair->whole.text, more);
  for (size_t i = 0; i < added->count; i++)
    CHECK(compare_keys(point_at(added, i), expected.keys[i]) == 0, "%s, point %zu: %s instead of %s",
          pair->whole.text, i, shown_key(point_at(added, i)), shown_key(expected.keys[i]));
  CHECK(rowkey_splits_check(added, &error) == ROWKEY_OK, "%s: %s", pair->whole.text, error.text);
  rowkey_splits_free(added);
}

static void test_small(void) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    struct key_list list = all_keys(&pairs[i].whole), first = all_keys(&pairs[i].first);
    drop_repeated(&first);
    const struct values values = {first.keys, first.count,
                                  strcmp(pairs[i].whole.text, pairs[i].first.text) == 0};
    const struct key_list strings = random_strings(&list, 400);
    for (size_t round = 0; round < strings.count; round++) {
      const rowkey_splits splits = random_points(&strings, 12);
      check_add(&pairs[i], &list, &values, &splits);
    }
    free_keys(&list);
    free_keys(&first);
  }
}

/* ---- Large domains --------------------------------------------------------------------------- */

static rowkey_layout *compile_text(const char *text) {
  static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                          {.name = "name", .type = ROWKEY_TEXT}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, 2, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

/* From no points to a list is the even list, and from an even list to one that is a multiple of it as well.
 */
static void check_grown(const char *text, size_t regions, size_t factor) {
  rowkey_error error;
  rowkey_layout *layout = compile_text(text);
  const rowkey_splits none = {.count = 0, .bytes = NULL, .offsets = NULL};
  rowkey_splits *even = rowkey_splits_of_layout(layout, regions, &error);
  rowkey_splits *grown = rowkey_splits_add(layout, &none, regions - 1, &error);
  CHECK(even != NULL && grown != NULL, "%s: %s", text, error.text);
  CHECK(even->count == grown->count, "%s: %zu points", text, grown->count);
  for (size_t i = 0; i < even->count; i++)
    CHECK(compare_keys(point_at(even, i), point_at(grown, i)) == 0, "%s, point %zu: %s", text, i,
          shown_key(point_at(grown, i)));
  rowkey_splits *more = rowkey_splits_add(layout, even, regions * (factor - 1), &error);
  CHECK(more != NULL && more->count == regions * factor - 1, "%s: %s", text, error.text);
  CHECK(rowkey_splits_check(more, &error) == ROWKEY_OK, "%s: %s", text, error.text);
  for (size_t i = 0; i < even->count; i++)
    CHECK(compare_keys(point_at(even, i), point_at(more, (i + 1) * factor - 1)) == 0,
          "%s: point %zu is not %zu times further", text, i, factor);
  rowkey_splits_free(more);
  rowkey_splits_free(grown);
  rowkey_splits_free(even);
  rowkey_layout_free(layout);
}

static void test_large(void) {
  check_grown("{md5(id) % 1000000:07d}{id:010d}", 55, 4);
  check_grown("{md5(id) % 1000000:07d}{id:010d}", 10000, 2);
  check_grown("{md5(id):x}", 64, 3);
  check_grown("{md5(id):039d}", 10, 10);
  check_grown("({id:u64})", 1000, 11);
  check_grown("{md5(id)}", 1, 220);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void test_errors(void) {
  rowkey_error error;
  rowkey_layout *layout = compile_text("k{id % 4:a}-{name}");
  const rowkey_splits points = points_of_texts((const char *const[]){"kb", "kc-x", "z", NULL});
  CHECK(rowkey_splits_add(layout, &points, 3, &error) == NULL, "more points than there is room for");
  CHECK(error.status == ROWKEY_ERROR_RANGE && error.offset == 1, "status %d, offset %zu", (int)error.status,
        error.offset);
  CHECK(strcmp(error.text,
               "the values of {id % 4:a} leave no room for 3 more split points between the given ones\n"
               "k{id % 4:a}-{name}\n"
               " ^ expected at most 2 more, more values, or a sample of keys") == 0,
        "%s", error.text);
  CHECK(rowkey_splits_add(layout, &points, SIZE_MAX, &error) == NULL, "SIZE_MAX more");
  CHECK(error.status == ROWKEY_ERROR_ARGUMENT, "%s", error.text);
  const rowkey_splits twice = points_of_texts((const char *const[]){"kb", "kb", NULL});
  CHECK(rowkey_splits_add(layout, &twice, 1, &error) == NULL && error.row == 1, "a point twice");
  rowkey_layout_free(layout);

  layout = compile_text("{name}");
  CHECK(rowkey_splits_add(layout, &points, 1, &error) == NULL, "text");
  CHECK(error.status == ROWKEY_ERROR_TYPE, "%s", error.text);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"new points go where the most values are", test_small},
                               {"an even list grows into an even one", test_large},
                               {"what cannot be added says why", test_errors}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
