/* What part of the keys each region gets, and whether it gets any: every key of small layouts counted, and
 * lists of split points that are known to be good or bad. */
#include <math.h>
#include <rowkey/named.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "point_lists.h"
#include "regions/open_field.h"

static rowkey_region_share *shares_of(const rowkey_layout *layout, const rowkey_splits *splits) {
  rowkey_error error;
  rowkey_region_share *shares = guarded((splits->count + 1) * sizeof *shares, GUARD_END);
  CHECK(rowkey_splits_shares(layout, splits, shares, &error) == ROWKEY_OK, "%s", error.text);
  return shares;
}

static double sum_of(const rowkey_region_share *shares, size_t regions) {
  double sum = 0;
  for (size_t i = 0; i < regions; i++) sum += shares[i].share;
  return sum;
}

/* ---- Every key of small layouts --------------------------------------------------------------- */

/* Keys of each region; they are in order. */
static size_t count_keys(const struct key_list *list, const rowkey_splits *splits, size_t region) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++)
    count += (region == 0 || compare_keys(list->keys[i], point_at(splits, region - 1)) >= 0) &&
             (region == splits->count || compare_keys(list->keys[i], point_at(splits, region)) < 0);
  return count;
}

/* No column is in two fields, and all values of each field are equally frequent. */
static const struct small_layout counted_layouts[] = {
    {.text = "{a % 20:02d}{b % 7:a}{x % 3:i8}", .a = {0, 19}, .b = {0, 6}, .x = {-2, 2}},
    {.text = "{a % 12}|{b % 20:x}-{x % 2:d}", .a = {0, 11}, .b = {0, 19}, .x = {-1, 1}},
    {.text = "k{a % 16:01x}{b % 16:01X}", .a = {0, 15}, .b = {0, 15}},
    {.text = "{a % 16:u8}", .a = {0, 15}},
    {.text = "{a % 150}", .a = {0, 149}},
    {.text = "({a % 20:03d},{b % 20:d})", .a = {0, 19}, .b = {0, 19}},
    {.text = "{x % 20:~i8}{a % 9:~02d}:", .a = {0, 8}, .x = {-19, 19}},
    {.text = "{x:i8be}{a % 5:u8}", .a = {0, 4}, .x = {-128, 127}},
    {.text = "{a % 300:u16le}{b % 4:u8}", .a = {0, 299}, .b = {0, 3}},
    {.text = "{reverse(a % 100:02d)}{{{b % 12:X}", .a = {0, 99}, .b = {0, 11}},
    {.text = "\\xff\\xff{a % 3:u8}\\xff", .a = {0, 2}},
    {.text = "{a % 6:u8}{b % 6:u8}{x % 4:i8}", .a = {0, 5}, .b = {0, 5}, .x = {-3, 3}},
    {.text = "{x % 9}|{a % 3:u8}\\x00\\x00{b % 30:~d}", .a = {0, 2}, .b = {0, 29}, .x = {-8, 8}},
    {.text = "{abs(x % 4):u8}-{a % 2:a}-{b % 2:a}-", .a = {0, 1}, .b = {0, 1}, .x = {0, 3}},
};

static void test_counted(void) {
  for (size_t i = 0; i < sizeof counted_layouts / sizeof *counted_layouts; i++) {
    const char *text = counted_layouts[i].text;
    struct key_list list = all_keys(&counted_layouts[i]);
    const struct key_list strings = random_strings(&list, 200);
    for (size_t round = 0; round < strings.count; round++) {
      const rowkey_splits splits = random_points(&strings, round % 40);
      const rowkey_region_share *shares = shares_of(list.layout, &splits);
      for (size_t region = 0; region <= splits.count; region++) {
        const size_t count = count_keys(&list, &splits, region);
        const double share = (double)count / (double)list.count;
        const struct key next = region < splits.count ? point_at(&splits, region) : key_of("the end");
        CHECK(shares[region].reachable == (count > 0), "%s: %zu keys before %s", text, count,
              shown_key(next));
        CHECK(fabs(shares[region].share - share) <= 1e-14, "%s: %.17g instead of %.17g before %s", text,
              shares[region].share, share, shown_key(next));
      }
    }
    free_keys(&list);
  }
}

/* Text and numbers that are not counted: a region that has a key is never called empty, and a share that is
 * known is right. The text depends on a, which is all the same to layouts that write nothing else of it. */
static const struct small_layout open_layouts[] = {
    {.text = "{name}", .a = {0, 200}},
    {.text = "{name:x}", .a = {0, 200}},
    {.text = "{name:X}|{b % 9:u8}", .a = {0, 50}, .b = {0, 8}},
    {.text = "{b % 4:a}-{name}", .a = {0, 50}, .b = {0, 3}},
    {.text = "{b % 4:a}-{name:6s}{x:i8}", .a = {0, 20}, .b = {0, 3}, .x = {-128, 127}},
    {.text = "{name:esc}{b % 3:u8}", .a = {0, 50}, .b = {0, 2}},
    {.text = "{name:~mem}", .a = {0, 50}},
    {.text = "{b % 8:u8}{real:f64}", .a = {0, 50}, .b = {0, 7}},
    {.text = "{a}|{b % 5:a}", .a = {0, 120}, .b = {0, 4}},
    {.text = "{x:d}", .x = {-200, 200}},
    {.text = "{reverse(name)}/{b % 5:a}", .a = {0, 120}, .b = {0, 4}},
    {.text = "{reverse(a % 5000000:07d)}{b % 3:u8}", .a = {0, 120}, .b = {0, 2}},
    {.text = "{a % 5000000:u24le}{b % 3:u8}", .a = {0, 1200}, .b = {0, 2}},
    {.text = "{x:~d}\\x00{name}", .a = {0, 10}, .x = {-30, 30}},
};

static void test_open(void) {
  size_t known = 0, empty = 0;
  for (size_t i = 0; i < sizeof open_layouts / sizeof *open_layouts; i++) {
    const char *text = open_layouts[i].text;
    struct key_list list = all_keys(&open_layouts[i]);
    const struct key_list strings = random_strings(&list, 200);
    for (size_t round = 0; round < strings.count; round++) {
      const rowkey_splits splits = random_points(&strings, round % 20);
      const rowkey_region_share *shares = shares_of(list.layout, &splits);
      for (size_t region = 0; region <= splits.count; region++) {
        const size_t count = count_keys(&list, &splits, region);
        const double share = (double)count / (double)list.count;
        const bool is_known = !isnan(shares[region].share);
        CHECK(count == 0 || shares[region].reachable, "%s: %zu keys before %s", text, count,
              shown_key(region < splits.count ? point_at(&splits, region) : key_of("the end")));
        CHECK(!is_known || fabs(shares[region].share - share) <= 1e-14, "%s: %.17g instead of %.17g", text,
              shares[region].share, share);
        known += is_known;
        empty += !shares[region].reachable;
      }
    }
    free_keys(&list);
  }
  /* Both kinds were met, unless there were too few rounds to promise that. */
  CHECK((known > 100 && empty > 20) || !effort_is_full(), "%zu known shares, %zu empty regions", known,
        empty);
}

/* ---- Bytes of fields that are not counted ------------------------------------------------------ */

/* All strings of at most `size` bytes of these. */
enum { TAIL_BYTES = 6, WORD_MAX = 4 };
static const uint8_t tail_bytes[TAIL_BYTES] = {'\0', '/', '0', '1', '|', 0xff};

struct words {
  uint8_t bytes[2000][WORD_MAX];
  size_t sizes[2000];
  size_t count;
};

static struct key word_at(const struct words *words, size_t index) {
  return (struct key){words->bytes[index], words->sizes[index]};
}

static void list_words(struct words *words) {
  for (size_t size = 0, first = 0, end = 1; size <= WORD_MAX; size++) {
    words->count = end;
    if (size == WORD_MAX) break;
    for (size_t i = first; i < words->count; i++) {
      for (size_t j = 0; j < TAIL_BYTES; j++, end++) {
        memcpy(words->bytes[end], words->bytes[i], size);
        words->bytes[end][size] = tail_bytes[j];
        words->sizes[end] = size + 1;
      }
    }
    first = words->count;
  }
}

static bool can_be(const struct open_field *field, struct key word) {
  size_t digits = 0;
  while (digits < word.size && (word.bytes[digits] == '0' || word.bytes[digits] == '1')) digits++;
  if (field->width != 0) return digits >= field->width;
  if (digits == 0 && !field->may_be_empty) return false;
  if (field->delimiter < 0) return digits == word.size;
  return digits < word.size && word.bytes[digits] == field->delimiter;
}

static void test_bytes(void) {
  static struct words words;
  list_words(&words);
  static const struct open_field fields[] = {
      {.delimiter = '|', .may_be_empty = true},
      {.delimiter = '/', .may_be_empty = true},
      {.delimiter = -1, .may_be_empty = true},
      {.delimiter = '|'},
      {.delimiter = '/'},
      {.delimiter = -1},
      {.delimiter = -1, .width = 1},
      {.delimiter = -1, .width = 2},
  };
  for (size_t kind = 0; kind < sizeof fields / sizeof *fields; kind++) {
    struct open_field field = fields[kind];
    field.bytes['0' / 8] = 3; /* 0 and 1 */
    for (size_t round = 0; round < 20000; round++) {
      /* Ends of at most 2 bytes: a word of 4 lies between them if any does. */
      const struct key low = word_at(&words, random_below(1 + TAIL_BYTES + TAIL_BYTES * TAIL_BYTES));
      const struct key high = word_at(&words, random_below(1 + TAIL_BYTES + TAIL_BYTES * TAIL_BYTES));
      const bool ends = random_below(4) != 0;
      if (ends && compare_keys(low, high) >= 0) continue;
      bool expected = false;
      for (size_t i = 0; i < words.count && !expected; i++)
        expected = can_be(&field, word_at(&words, i)) && compare_keys(word_at(&words, i), low) >= 0 &&
                   (!ends || compare_keys(word_at(&words, i), high) < 0);
      CHECK(rowkey_open_field_between(&field, low.bytes, low.size, ends ? high.bytes : NULL, high.size) ==
                expected,
            "kind %zu, %s to %s", kind, shown_key(low), ends ? shown_key(high) : "the end");
    }
  }
}

/* ---- Known lists ----------------------------------------------------------------------------- */

static rowkey_layout *compile_text(const char *text) {
  static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                          {.name = "name", .type = ROWKEY_TEXT},
                                          {.name = "ts", .type = ROWKEY_I64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, 3, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

/* Shares in the order of regions, -1 for one that no key reaches. */
static void expect_shares(const char *text, const rowkey_splits *splits, const double *expected) {
  rowkey_layout *layout = compile_text(text);
  const rowkey_region_share *shares = shares_of(layout, splits);
  for (size_t i = 0; i <= splits->count; i++) {
    CHECK(shares[i].reachable == (expected[i] != -1), "%s: region %zu", text, i);
    const double share = expected[i] == -1 ? 0 : expected[i];
    CHECK(isnan(share) ? isnan(shares[i].share) : fabs(shares[i].share - share) <= 1e-15 * share,
          "%s: region %zu has %.17g instead of %.17g", text, i, shares[i].share, share);
  }
  rowkey_layout_free(layout);
}

#define EMPTY (-1)

/* The reference guide's lesson: bytes that are parted evenly from "0" x 16 to "f" x 16, here up to the last
 * byte of each, leave regions between 9 and a empty for ever. */
static void test_guide(void) {
  static const uint8_t firsts[9] = {0x30, 0x36, 0x3d, 0x44, 0x4b, 0x52, 0x58, 0x5f, 0x66};
  static const uint8_t others[9] = {0x30, 0xf6, 0xbd, 0x84, 0x4b, 0x12, 0xd8, 0x9f, 0x66};
  uint8_t bytes[9][16];
  struct key points[9];
  for (size_t i = 0; i < 9; i++) {
    memset(bytes[i], others[i], sizeof bytes[i]);
    bytes[i][0] = firsts[i];
    points[i] = (struct key){bytes[i], sizeof bytes[i]};
  }
  const rowkey_splits splits = points_of(points, 9);
  const double last = ldexp(1, -64);
  expect_shares(
      "{md5(id):x}", &splits,
      (const double[]){EMPTY, 7 / 16., 3 / 16., EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, 6 / 16. - last, last});
  expect_shares(
      "{md5(id):X}", &splits,
      (const double[]){EMPTY, 7 / 16., 3 / 16., 4 / 16., 2 / 16., EMPTY, EMPTY, EMPTY, EMPTY, EMPTY});
  /* Without text at all the key is empty, or begins with its |. */
  expect_shares("{name:x}", &splits,
                (const double[]){NAN, NAN, NAN, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, NAN, NAN});
  expect_shares("{name:X}|{ts:i64}", &splits,
                (const double[]){EMPTY, NAN, NAN, NAN, NAN, EMPTY, EMPTY, EMPTY, EMPTY, NAN});
}

static void test_known(void) {
  const rowkey_splits salts = points_of_texts((const char *const[]){"a", "a-m", "b", "c-", "d-x", "e", NULL});
  expect_shares("{md5(id) % 4:a}-{name}", &salts, (const double[]){EMPTY, NAN, NAN, .25, NAN, NAN, EMPTY});
  const rowkey_splits paper =
      points_of_texts((const char *const[]){"(0250000", "(0500000,5", "(1", ")", NULL});
  expect_shares("({md5(id) % 1000000:07d},{id % 10:d})", &paper,
                (const double[]){.25, .2500005, .4999995, EMPTY, EMPTY});
  const rowkey_splits numbers = points_of_texts((const char *const[]){"0", "1|", ":", NULL});
  expect_shares("{id}|{name}", &numbers, (const double[]){EMPTY, NAN, NAN, EMPTY});
  const rowkey_splits letters = points_of_texts((const char *const[]){"a", "m", NULL});
  expect_shares("{name:16s}{id:u64}", &letters, (const double[]){NAN, NAN, NAN});
  expect_shares("literal", &letters, (const double[]){EMPTY, 1, EMPTY});
  expect_shares("{id:u8}", &(rowkey_splits){.count = 0, .bytes = NULL, .offsets = NULL}, (const double[]){1});
  expect_shares("{name}", &(rowkey_splits){.count = 0, .bytes = NULL, .offsets = NULL}, (const double[]){1});
}

/* ---- Large layouts --------------------------------------------------------------------------- */

/* "id:u64,key:text,..." and `line`. */
static rowkey_layout *compile_named(const rowkey_named_layout *named) {
  static char names[16][32];
  rowkey_column columns[16];
  size_t count = 0;
  for (const char *at = named->columns; *at != '\0' && *at != '.'; count++) {
    char type[8] = "";
    CHECK(sscanf(at, "%31[^:]:%7[^,]", names[count], type) == 2, "%s: %s", named->name, at);
    columns[count] = (rowkey_column){.name = names[count],
                                     .type = strcmp(type, "u64") == 0   ? ROWKEY_U64
                                             : strcmp(type, "i64") == 0 ? ROWKEY_I64
                                                                        : ROWKEY_TEXT};
    at += strcspn(at, ",");
    at += *at == ',';
  }
  columns[count++] = (rowkey_column){.name = "line", .type = ROWKEY_TEXT};
  char text[64], expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  rowkey_error error;
  const int length = snprintf(text, sizeof text, "@%s", named->name);
  CHECK(rowkey_named_expand(text, (size_t)length, NULL, expansion, sizeof expansion, &error) == ROWKEY_OK,
        "%s", error.text);
  rowkey_layout *layout = rowkey_layout_compile(expansion, strlen(expansion), columns, count, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

static bool check_even(const char *name, const rowkey_layout *layout, size_t regions, double tolerance) {
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_of_layout(layout, regions, &error);
  if (splits == NULL) return false;
  const rowkey_region_share *shares = shares_of(layout, splits);
  for (size_t i = 0; i < regions; i++)
    CHECK(shares[i].reachable && fabs(shares[i].share * (double)regions - 1) <= tolerance,
          "%s: region %zu of %zu has %.17g", name, i, regions, shares[i].share);
  CHECK(fabs(sum_of(shares, regions) - 1) <= 1e-9, "%s: %zu regions have %.17g together", name, regions,
        sum_of(shares, regions));
  rowkey_splits_free(splits);
  return true;
}

/* Even points make even regions. */
static void test_named(void) {
  size_t even = 0;
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    rowkey_layout *layout = compile_named(named);
    even += check_even(named->name, layout, 4, 0.2);
    rowkey_layout_free(layout);
  }
  CHECK(even > 15, "only %zu named layouts have known values", even);
}

static void test_large(void) {
  static const char *const texts[] = {
      "{md5(id) % 1000000:07d}{id:010d}", "{md5(id):x}", "{md5(id)}", "({md5(id):~039d}", "{id:u64}{name}",
      "{reverse(id % 10000000000:010d)}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rowkey_layout *layout = compile_text(texts[i]);
    CHECK(check_even(texts[i], layout, effort_is_full() ? 10000 : 1000, 1e-2), "%s", texts[i]);
    CHECK(check_even(texts[i], layout, 2, 1e-12), "%s", texts[i]);
    rowkey_layout_free(layout);
  }
}

/* Random points, some of which lie in one another's values, part all keys without gap or overlap. */
static void test_sum(void) {
  static const char *const texts[] = {"{md5(id):x}{md5(name)}", "{id:u64}{ts:~i64}{name}", "{md5(name):039d}",
                                      "{md5(id) % 1000:04d}|{ts:i64be}{id:020d}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rowkey_layout *layout = compile_text(texts[i]);
    for (size_t round = 0; round < 40; round++) {
      static uint8_t bytes[300][24];
      struct key keys[300];
      for (size_t j = 0; j < 300; j++) {
        for (size_t k = 0; k < sizeof bytes[j]; k++)
          bytes[j][k] = (uint8_t)(random_below(2) == 0 ? random_u64() : '0' + random_below(3));
        keys[j] = (struct key){bytes[j], 1 + (size_t)random_below(sizeof bytes[j])};
      }
      const struct key_list strings = {.count = 300, .keys = keys};
      const rowkey_splits splits = random_points(&strings, strings.count);
      const rowkey_region_share *shares = shares_of(layout, &splits);
      const double sum = sum_of(shares, splits.count + 1);
      CHECK(isnan(sum) ? strstr(texts[i], "{name}") != NULL : fabs(sum - 1) <= 1e-12, "%s: %.17g", texts[i],
            sum);
      for (size_t j = 0; j <= splits.count; j++)
        CHECK(shares[j].reachable ? !(shares[j].share <= 0) : shares[j].share == 0, "%s: region %zu has %g",
              texts[i], j, shares[j].share);
    }
    rowkey_layout_free(layout);
  }
}

static void test_errors(void) {
  rowkey_error error;
  rowkey_region_share shares[4];
  rowkey_layout *layout = compile_text("{id:u8}");
  const rowkey_splits falling = points_of_texts((const char *const[]){"a", "c", "b", NULL});
  CHECK(rowkey_splits_shares(layout, &falling, shares, &error) == ROWKEY_ERROR_RANGE && error.row == 2,
        "status %d, row %zu", (int)error.status, error.row);
  CHECK(rowkey_splits_shares(layout, NULL, shares, NULL) == ROWKEY_ERROR_ARGUMENT, "NULL");
  const rowkey_splits one = points_of_texts((const char *const[]){"a", NULL});
  CHECK(rowkey_splits_shares(layout, &one, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no room for shares");
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"shares are those of all keys", test_counted},
                               {"what is not known is not empty", test_open},
                               {"bytes decide which strings can occur", test_bytes},
                               {"the guide's empty regions", test_guide},
                               {"shares of known lists", test_known},
                               {"even points of named layouts", test_named},
                               {"even points of large layouts", test_large},
                               {"shares add up", test_sum},
                               {"points that do not rise are refused", test_errors}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
