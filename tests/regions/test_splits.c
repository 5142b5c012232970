/* Split points from a layout: known lists byte for byte, bad input, and even pieces by counting. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failing_memory.h"
#include "point_lists.h"

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "name", .type = ROWKEY_TEXT},
                                        {.name = "ts", .type = ROWKEY_I64},
                                        {.name = "real", .type = ROWKEY_F64}};

static rowkey_layout *compile_text(const char *text) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, 4, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

static rowkey_splits *split(const char *text, size_t regions) {
  rowkey_error error;
  rowkey_layout *layout = compile_text(text);
  rowkey_splits *splits = rowkey_splits_of_layout(layout, regions, &error);
  CHECK(splits != NULL, "%s into %zu regions: %s", text, regions, error.text);
  CHECK(splits->count == regions - 1, "%s into %zu regions: %zu points", text, regions, splits->count);
  CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s into %zu regions: %s", text, regions,
        error.text);
  rowkey_layout_free(layout);
  return splits;
}

/* ---- Known lists ----------------------------------------------------------------------------- */

/* i * MP / R, as wide as MP is, for every number of regions of the paper's experiments and more. */
static void check_paper(const char *text, const char *before, unsigned modulus, int width, size_t regions) {
  rowkey_splits *splits = split(text, regions);
  for (size_t i = 0; i < splits->count; i++) {
    char expected[64];
    snprintf(expected, sizeof expected, "%s%0*" PRIu64, before, width, (uint64_t)(i + 1) * modulus / regions);
    CHECK(compare_keys(point_at(splits, i), key_of(expected)) == 0, "%s, point %zu: %s instead of %s", text,
          i + 1, shown_key(point_at(splits, i)), expected);
  }
  rowkey_splits_free(splits);
}

static void test_paper(void) {
  static const size_t regions[] = {1, 2, 4, 8, 16, 32, 55, 110, 165, 220, 1000, 10000, 1000000};
  for (size_t i = 0; i < sizeof regions / sizeof *regions; i++) {
    if (regions[i] > 1000 && !effort_is_full()) break;
    check_paper("{md5(id) % 1000000:07d}{id:010d}", "", 1000000, 7, regions[i]);
    check_paper("{id % 1000000:07d}{id:010d}", "", 1000000, 7, regions[i]);
    check_paper("({md5(id) % 1000000:07d},{id:010d})", "(", 1000000, 7, regions[i]);
    if (regions[i] <= 1000) check_paper("{md5(name) % 1000:04d}{name:16s}{ts:u64}", "", 1000, 4, regions[i]);
  }
  rowkey_splits *splits = split("{md5(id) % 1000000:07d}{id:010d}", 55);
  CHECK(compare_keys(point_at(splits, 53), key_of("0981818")) == 0, "%s", shown_key(point_at(splits, 53)));
  rowkey_splits_free(splits);
}

/* {1} … {n - 1} for n buckets. */
static void test_phoenix(void) {
  for (size_t buckets = 1; buckets <= 256; buckets++) {
    char text[64];
    snprintf(text, sizeof text, "{abs(h31(rest) %% %zu):u8}{ts:i64}", buckets);
    rowkey_splits *splits = split(text, buckets);
    for (size_t i = 0; i < splits->count; i++) {
      const uint8_t byte = (uint8_t)(i + 1);
      CHECK(compare_keys(point_at(splits, i), (struct key){&byte, 1}) == 0, "%zu buckets, point %zu: %s",
            buckets, i + 1, shown_key(point_at(splits, i)));
    }
    rowkey_splits_free(splits);
  }
}

/* Points as shown_key shows them, with spaces between. Made by Python's sorted() of all values, or by its
 * integers. */
static void expect_points(const char *text, size_t regions, const char *expected) {
  rowkey_splits *splits = split(text, regions);
  char list[1024] = "";
  size_t length = 0;
  for (size_t i = 0; i < splits->count; i++)
    length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : " ",
                               shown_key(point_at(splits, i)));
  CHECK(strcmp(list, expected) == 0, "%s into %zu regions: %s", text, regions, list);
  rowkey_splits_free(splits);
}

static void test_formats(void) {
  expect_points("{random() % 4:a}-{name}", 4, "b c d");
  expect_points("{random() % 4:a}-{name}", 3, "b c");
  expect_points("{reverse(id % 10000000000:010d)}", 3, "3333333333 6666666666");
  expect_points("{md5(name):x}", 4,
                "40000000000000000000000000000000 80000000000000000000000000000000 "
                "c0000000000000000000000000000000");
  expect_points("{md5(name):032X}{name}", 3,
                "55555555555555555555555555555555 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  expect_points("{md5(name)}", 3,
                "UUUUUUUUUUUUUUUU \\xaa\\xaa\\xaa\\xaa\\xaa\\xaa\\xaa\\xaa\\xaa\\xaa\\xaa"
                "\\xaa\\xaa\\xaa\\xaa\\xaa");
  expect_points("{md5(name):039d}", 3,
                "113427455640312821154458202477256070485 226854911280625642308916404954512140970");
  expect_points("{abs(md5(name)):039d}", 2, "085070591730234615865843651857942052864");
  expect_points("{id:u64}", 2, "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00");
  expect_points("{id:~u64}", 2, "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00");
  expect_points("{ts:i16}", 4, "@\\x00 \\x80\\x00 \\xc0\\x00");
  expect_points("{ts % 3:i8}", 5, "\\x7f \\x80 \\x81 \\x82");
  expect_points("{id:020d}", 2, "09223372036854775808");
  expect_points("{id % 12}|{name}", 4, "1| 4| 7|");
  expect_points("{id % 12}", 4, "11 4 7");
  /* 2^64 numbers, of which those of 20 digits, nearly half of all, begin with 1. */
  expect_points("user{id}", 4, "user14150517416584649103 user18301034833169298217 user5849482583415350879");
  expect_points("{id % 4000000:x}-", 4, "1e4e19- 2c9c35- 3aea51-");
  expect_points("{ts % 3:d}|", 5, "-2| 0| 1| 2|");
  expect_points("{id % 512:u16le}", 4, "@\\x00 \\x80\\x00 \\xc0\\x00");
  expect_points("{{\\x00{2:u8}{id % 10:~02d}", 3, "{\\x00\\x02\\xcf\\xc9 {\\x00\\x02\\xcf\\xcc");
}

static void test_one_region(void) {
  static const char *const texts[] = {"{id % 10:d}", "{name}", "literal", "{real:f64}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) rowkey_splits_free(split(texts[i], 1));
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void expect_error(const char *text, size_t regions, rowkey_status status, size_t offset,
                         const char *expected) {
  rowkey_error error;
  rowkey_layout *layout = compile_text(text);
  CHECK(rowkey_splits_of_layout(layout, regions, &error) == NULL, "%s into %zu regions", text, regions);
  CHECK(error.status == status && strcmp(error.text, expected) == 0, "%s: status %d, %s", text,
        (int)error.status, error.text);
  CHECK(error.offset == offset, "%s: offset %zu", text, error.offset);
  CHECK(rowkey_splits_of_layout(layout, regions, NULL) == NULL, "%s without an error", text);
  rowkey_layout_free(layout);
}

static void test_errors(void) {
  expect_error("{id % 4:a}", 0, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE,
               "there cannot be 0 regions (expected 1 to 16777216)");
  expect_error("{id:u64}", ROWKEY_MOST_REGIONS + 1, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE,
               "there cannot be 16777217 regions (expected 1 to 16777216)");
  expect_error("x{md5(name) % 4:a}-{name}", 5, ROWKEY_ERROR_RANGE, 1,
               "{md5(name) % 4:a} has 4 values, which cannot be shared by 5 regions\n"
               "x{md5(name) % 4:a}-{name}\n"
               " ^ expected at most 4 regions, more values, or split points from a sample of keys");
  expect_error("{id % 1:u8}{name}", 100000, ROWKEY_ERROR_RANGE, 0,
               "{id % 1:u8} has 1 value, which cannot be shared by 100000 regions\n"
               "{id % 1:u8}{name}\n"
               "^ expected at most 1 region, more values, or split points from a sample of keys");
  expect_error("a literal", 2, ROWKEY_ERROR_RANGE, 0,
               "all keys are the same, so there can be only one region\n"
               "a literal\n"
               "^ expected a field");
  expect_error("{name:16s}{id:u64}", 2, ROWKEY_ERROR_TYPE, 0,
               "the layout does not say which texts {name:16s} can be\n"
               "{name:16s}{id:u64}\n"
               "^ expected a hash or a number before it, or split points from a sample of keys");
  expect_error("({real:f64}", 2, ROWKEY_ERROR_TYPE, 1,
               "the values of {real:f64} are floating-point numbers, which are not counted\n"
               "({real:f64}\n"
               " ^ expected a hash or an integer before it, or split points from a sample of keys");
  expect_error(
      "k={id}|", 2, ROWKEY_ERROR_TYPE, 2,
      "the values of {id} do not sort as numbers and are too many to be listed\n"
      "k={id}|\n"
      "  ^ expected a format whose bytes sort as the numbers do, such as 010d or u64, or split points "
      "from a sample of keys");
  expect_error("{reverse(id)}", 2, ROWKEY_ERROR_TYPE, 0,
               "the layout does not say which texts {reverse(id)} can be\n"
               "{reverse(id)}\n"
               "^ expected a hash or a number before it, or split points from a sample of keys");
}

struct list {
  const char *points[4]; /* of one byte or more, "" for an empty one */
  size_t bad;
  rowkey_status status;
  const char *text;
};

static void test_check(void) {
  static const struct list lists[] = {
      {{"a", "b", "ba", "\xff"}, 0, ROWKEY_OK, NULL},
      {{"a", "c", "b", "d"},
       2,
       ROWKEY_ERROR_RANGE,
       "the split point \"b\" comes after \"c\", which is greater (expected points in the order of their "
       "unsigned bytes)"},
      {{"a", "\xff", "\x7f", "b"},
       2,
       ROWKEY_ERROR_RANGE,
       "the split point \"\\x7F\" comes after \"\\xFF\", which is greater (expected points in the order "
       "of their unsigned bytes)"},
      {{"a", "ab", "abc", "ab"},
       3,
       ROWKEY_ERROR_RANGE,
       "the split point \"ab\" comes after \"abc\", which is greater (expected points in the order of "
       "their unsigned bytes)"},
      {{"a", "b", "b", "b"},
       2,
       ROWKEY_ERROR_RANGE,
       "the split point \"b\" is there twice (expected points that differ)"},
      {{"", "a", "b", "c"},
       0,
       ROWKEY_ERROR_RANGE,
       "a split point is empty (expected one byte at least: the empty key is in the first region)"},
      {{"a", "b", "", "c"},
       2,
       ROWKEY_ERROR_RANGE,
       "a split point is empty (expected one byte at least: the empty key is in the first region)"},
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    struct key points[4];
    for (size_t j = 0; j < 4; j++) points[j] = key_of(lists[i].points[j]);
    rowkey_error error;
    const rowkey_splits splits = points_of(points, 4);
    const rowkey_status status = rowkey_splits_check(&splits, &error);
    CHECK(status == lists[i].status, "list %zu: status %d", i, (int)status);
    CHECK(rowkey_splits_check(&splits, NULL) == status, "list %zu without an error", i);
    if (status == ROWKEY_OK) continue;
    CHECK(error.status == status && error.row == lists[i].bad, "list %zu: row %zu", i, error.row);
    CHECK(strcmp(error.text, lists[i].text) == 0, "list %zu: %s", i, error.text);
  }
}

static void test_check_arguments(void) {
  rowkey_error error;
  const uint64_t falling[] = {0, 2, 1};
  CHECK(
      rowkey_splits_check(&(rowkey_splits){.count = 0, .bytes = NULL, .offsets = NULL}, &error) == ROWKEY_OK,
      "no points");
  CHECK(rowkey_splits_check(NULL, &error) == ROWKEY_ERROR_ARGUMENT, "NULL");
  CHECK(rowkey_splits_check(&(rowkey_splits){.count = 1, .bytes = "a", .offsets = NULL}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "no offsets");
  CHECK(rowkey_splits_check(&(rowkey_splits){.count = 2, .bytes = NULL, .offsets = falling}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "no bytes");
  CHECK(rowkey_splits_check(&(rowkey_splits){.count = 2, .bytes = "ab", .offsets = falling}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "offsets that decrease");
  CHECK(error.row == 1, "row %zu", error.row);
  const uint64_t endless[] = {0, 1, UINT64_MAX};
  CHECK(rowkey_splits_check(&(rowkey_splits){.count = 2, .bytes = "ab", .offsets = endless}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "an offset beyond all memory");
  const rowkey_splits odd = {.count = 1, .bytes = "ab", .offsets = (const void *)((const char *)falling + 1)};
  CHECK(rowkey_splits_check(&odd, &error) == ROWKEY_ERROR_ARGUMENT, "offsets that are not aligned");
  rowkey_splits_free(NULL);
}

/* ---- Memory that runs out ---------------------------------------------------------------------- */

enum call { OF_LAYOUT, ADD, SHARES, CALLS };

static bool call_with(enum call call, const rowkey_layout *layout, const rowkey_splits *points,
                      rowkey_error *error) {
  rowkey_region_share shares[3];
  if (call == SHARES) return rowkey_splits_shares(layout, points, shares, error) == ROWKEY_OK;
  rowkey_splits *splits = call == OF_LAYOUT ? rowkey_splits_of_layout(layout, 7, error)
                                            : rowkey_splits_add(layout, points, 5, error);
  rowkey_splits_free(splits);
  return splits != NULL;
}

static void check_memory(const char *text) {
  rowkey_layout *layout = compile_text(text);
  const rowkey_splits points = points_of_texts((const char *const[]){"2|", "4|x", NULL});
  for (enum call call = OF_LAYOUT; call < CALLS; call++) {
    for (size_t failures = 0;; failures++) {
      rowkey_error error = {.status = ROWKEY_OK};
      allocations_allowed = failures;
      const bool done = call_with(call, layout, &points, &error);
      const size_t left = allocations_allowed;
      allocations_allowed = SIZE_MAX;
      if (done) {
        CHECK(left != SIZE_MAX && failures > 0, "call %d: a failed allocation went unnoticed", (int)call);
        break;
      }
      CHECK(error.status == ROWKEY_ERROR_MEMORY && strncmp(error.text, "out of memory while ", 20) == 0,
            "call %d, allocation %zu: %s", (int)call, failures, error.text);
    }
  }
  rowkey_layout_free(layout);
}

static void test_memory(void) {
  check_memory("{id % 50}|{ts % 30:d}.");
  check_memory("{reverse(id % 50:02d)}|");
  check_memory("{reverse(\"x\", id % 50:u8)}");
  check_memory("{md5(id) % 1000:03d}");
}

/* Many points make a list grow, whichever of its parts it grows for. */
static void test_memory_for_many_points(void) {
  rowkey_layout *layout = compile_text("{md5(id) % 1000:03d}");
  rowkey_error error;
  rowkey_splits *points = rowkey_splits_of_layout(layout, 300, &error);
  CHECK(points != NULL, "%s", error.text);
  for (size_t failures = 0;; failures++) {
    allocations_allowed = failures;
    rowkey_splits *splits = rowkey_splits_add(layout, points, 3, &error);
    allocations_allowed = SIZE_MAX;
    rowkey_splits_free(splits);
    if (splits != NULL) break;
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
  }
  rowkey_splits_free(points);
  rowkey_layout_free(layout);
}

/* ---- By counting ----------------------------------------------------------------------------- */

static const struct small_layout small_layouts[] = {
    {.text = "{a % 1000:04d}", .a = {0, 999}},  {.text = "({a % 100:x},", .a = {0, 99}},
    {.text = "{a % 300:~X}-", .a = {0, 299}},   {.text = "{x % 50}|", .x = {-49, 49}},
    {.text = "{x:i8be}", .x = {-128, 127}},     {.text = "{x % 20:~i8}", .x = {-19, 19}},
    {.text = "{a % 700:u16le}", .a = {0, 699}}, {.text = "{reverse(a % 300:03d)}", .a = {0, 299}},
    {.text = "k{a % 26:a}", .a = {0, 25}},
};

/* The values are shared evenly, and each point is the beginning of a key, for every number of regions. */
static void test_even(void) {
  for (size_t i = 0; i < sizeof small_layouts / sizeof *small_layouts; i++) {
    struct key_list list = all_keys(&small_layouts[i]);
    drop_repeated(&list);
    rowkey_error error;
    for (size_t regions = 1; regions <= list.count; regions++) {
      rowkey_splits *splits = rowkey_splits_of_layout(list.layout, regions, &error);
      CHECK(splits != NULL && splits->count == regions - 1, "%s into %zu: %s", small_layouts[i].text, regions,
            error.text);
      for (size_t j = 0; j < splits->count; j++) {
        const struct key point = point_at(splits, j), key = list.keys[(j + 1) * list.count / regions];
        CHECK(key_begins(point, key), "%s into %zu, point %zu: %s does not begin %s", small_layouts[i].text,
              regions, j, shown_key(point), shown_key(key));
      }
      rowkey_splits_free(splits);
    }
    CHECK(rowkey_splits_of_layout(list.layout, list.count + 1, &error) == NULL, "%s", small_layouts[i].text);
    CHECK(error.status == ROWKEY_ERROR_RANGE, "%s: %s", small_layouts[i].text, error.text);
    free_keys(&list);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"the paper's split points", test_paper},
                               {"Phoenix's split points", test_phoenix},
                               {"points are written as the keys are", test_formats},
                               {"one region needs no points", test_one_region},
                               {"the values are shared evenly", test_even},
                               {"what cannot be split says why", test_errors},
                               {"memory that runs out", test_memory},
                               {"memory that runs out for many points", test_memory_for_many_points},
                               {"points that do not rise are refused", test_check},
                               {"arguments of the check", test_check_arguments}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
