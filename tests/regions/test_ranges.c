/* Ranges of known designs, written out by hand, and cut at split points. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "testing.h"

/* ---- Salts ----------------------------------------------------------------------------------- */

static void expect_all_salts(const struct question *question, const char *start_day, const char *stop_day) {
  rowkey_ranges *ranges = ask(question);
  CHECK(ranges->exact && ranges->count == 1000, "%zu ranges, exact %d", ranges->count, ranges->exact);
  for (size_t i = 0; i < ranges->count; i++) {
    char start[40], stop[40];
    const size_t start_size = (size_t)sprintf(start, "%03zu|%s", i, start_day);
    const size_t stop_size = (size_t)sprintf(stop, "%03zu|%s", i, stop_day);
    const rowkey_range *range = &ranges->ranges[i];
    CHECK(range->start_size == start_size && memcmp(range->start, start, start_size) == 0 &&
              range->stop_size == stop_size && memcmp(range->stop, stop, stop_size) == 0 && !range->is_key,
          "range %zu", i);
  }
  rowkey_ranges_free(ranges);
}

static void all_salts_of_a_day(void) {
  struct question question = {
      "{abs(java_hash(date, \"|\", name) % 1000):03d}|{date}|{name}",
      {COLUMN("date", TEXT), COLUMN("name", TEXT)},
      2,
      {WHERE(0, GREATER_EQUAL, TEXT("2015-04-26")), WHERE(0, LESS, TEXT("2015-04-27"))},
      2,
      0};
  expect_all_salts(&question, "2015-04-26", "2015-04-27");
  question.conditions[0].comparison = ROWKEY_EQUAL;
  expect_all_salts(&question, "2015-04-26|", "2015-04-26}");
}

static void hashed_ids_one_by_one(void) {
  const struct question question = {"{md5(id) % 1000000:07d}{id:010d}",
                                    {COLUMN("id", U64)},
                                    1,
                                    {WHERE(0, GREATER_EQUAL, U64(100)), WHERE(0, LESS, U64(200))},
                                    2,
                                    0};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->exact && ranges->count == 100, "%zu ranges, exact %d", ranges->count, ranges->exact);
  uint64_t sum = 0;
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    CHECK(range->is_key && range->start_size == 17, "range %zu is not a key", i);
    char id[11] = {0};
    memcpy(id, (const char *)range->start + 7, 10);
    sum += strtoul(id, NULL, 10);
  }
  CHECK(sum == 14950, "ids add up to %" PRIu64, sum);
  rowkey_ranges_free(ranges);
}

/* md5("1") modulo 1000000 is 88411. */
static void one_hashed_id(void) {
  const struct question one = {
      "{md5(id) % 1000000:07d}{id:010d}", {COLUMN("id", U64)}, 1, {WHERE(0, EQUAL, U64(1))}, 1, 0};
  expect_ranges(&one, "00884110000000001", true);
  const struct question tuple = {"({md5(id) % 1000000:07d},{id:010d})",
                                 {COLUMN("id", U64)},
                                 1,
                                 {WHERE(0, LESS, U64(2)), WHERE(0, GREATER, U64(0))},
                                 2,
                                 0};
  expect_ranges(&tuple, "(0088411,0000000001)", true);
}

static void salts_of_ids_that_fit_few(void) {
  const struct question question = {
      "{md5(id) % 4:a}{id:u8}", {COLUMN("id", U64)}, 1, {WHERE(0, GREATER_EQUAL, U64(250))}, 1, 0};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->exact && ranges->count <= 4 && ranges->count > 1, "%s", ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

static void opentsdb(void) {
  const struct question hours = {
      "{abs(h31(metric:u24, tags) % 2):u8}{metric:u24}{ts - ts % 3600:u32}{tags}",
      {COLUMN("metric", U64), COLUMN("ts", U64), COLUMN("tags", TEXT)},
      3,
      {WHERE(0, EQUAL, U64(1)), WHERE(1, GREATER_EQUAL, U64(3600)), WHERE(1, LESS, U64(10800))},
      3,
      0};
  expect_ranges(&hours,
                "\\x00\\x00\\x00\\x01\\x00\\x00\\x0e\\x10..\\x00\\x00\\x00\\x01\\x00\\x00\\x1c! "
                "\\x01\\x00\\x00\\x01\\x00\\x00\\x0e\\x10..\\x01\\x00\\x00\\x01\\x00\\x00\\x1c!",
                true);
  struct question minutes = hours;
  const rowkey_value later = U64(10801);
  minutes.conditions[2].values = &later;
  rowkey_ranges *ranges = ask(&minutes);
  CHECK(!ranges->exact && ranges->count == 2 && ranges->filter[1] && !ranges->filter[0] && !ranges->filter[2],
        "%s", ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

static void random_salts_are_tried_all(void) {
  const struct question question = {
      "{random() % 3:a}-{key}", {COLUMN("key", TEXT)}, 1, {WHERE(0, EQUAL, TEXT("row"))}, 1, 0};
  expect_ranges(&question, "a-row b-row c-row", true);
  const struct question one = {
      "{random() % 1:a}-{key}", {COLUMN("key", TEXT)}, 1, {WHERE(0, EQUAL, TEXT("row"))}, 1, 0};
  expect_ranges(&one, "a-row", true);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

static void ends_carry(void) {
  const struct question carry = {
      "{a:u16}{b:u8}", {COLUMN("a", U64), COLUMN("b", U64)}, 2, {WHERE(0, EQUAL, U64(511))}, 1, 0};
  expect_ranges(&carry, "\\x01\\xff..\\x02", true);
  const struct question open = {
      "{a:u16}{b:u8}", {COLUMN("a", U64), COLUMN("b", U64)}, 2, {WHERE(0, EQUAL, U64(65535))}, 1, 0};
  expect_ranges(&open, "\\xff\\xff..", true);
  const struct question from = {"{a:u16}", {COLUMN("a", U64)}, 1, {WHERE(0, GREATER_EQUAL, U64(65280))}, 1,
                                0};
  expect_ranges(&from, "\\xff\\x00..", true);
  const struct question none = {"k{a:u16}", {COLUMN("a", U64)}, 1, {{0}}, 0, 0};
  expect_ranges(&none, "k..l", true);
}

static void descending(void) {
  const struct question time = {"{host:2s}{9223372036854775807 - ts:u64}",
                                {COLUMN("host", TEXT), COLUMN("ts", I64)},
                                2,
                                {WHERE(0, EQUAL, TEXT("h")), WHERE(1, GREATER_EQUAL, I64(INT64_MAX - 15))},
                                2,
                                0};
  expect_ranges(&time, "h\\x00..h\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x10", true);
  const struct question inverted = {
      "{ts:~u8}", {COLUMN("ts", U64)}, 1, {WHERE(0, GREATER, U64(250)), WHERE(0, LESS, U64(254))}, 2, 0};
  expect_ranges(&inverted, "\\x02..\\x05", true);
}

static void signed_numbers_of_two_complements(void) {
  const struct question question = {
      "{a:i8be}", {COLUMN("a", I64)}, 1, {WHERE(0, GREATER_EQUAL, I64(-3)), WHERE(0, LESS_EQUAL, I64(3))}, 2,
      0};
  expect_ranges(&question, "\\x00..\\x04 \\xfd..", true);
}

static void only_what_fields_hold(void) {
  const struct question more = {"{a:03d}", {COLUMN("a", U64)}, 1, {WHERE(0, GREATER, U64(999))}, 1, 0};
  expect_ranges(&more, "", true);
  const struct question edge = {"{a:03d}", {COLUMN("a", U64)}, 1, {WHERE(0, GREATER, U64(997))}, 1, 0};
  expect_ranges(&edge, "998..", true);
}

static void prefixes_do_not_spill(void) {
  const struct question question = {
      "{a}:{b}", {COLUMN("a", U64), COLUMN("b", U64)}, 2, {WHERE(0, EQUAL, U64(10))}, 1, 0};
  expect_ranges(&question, "10:..10;", true);
}

/* The field before says how many. */
static void digits_of_one_length(void) {
  struct question question = {"{a / 1000000:u16}{a}|{b:u8}",
                              {COLUMN("a", U64), COLUMN("b", U64)},
                              2,
                              {WHERE(0, GREATER_EQUAL, U64(100200000)), WHERE(0, LESS, U64(100700000))},
                              2,
                              0};
  expect_ranges(&question, "\\x00d100200000..\\x00d10069999:", true);
  question.text = "{a / 1000000:u16}{a:~d}|{b:u8}";
  expect_ranges(&question,
                "\\x00d\\xce\\xcf\\xcf\\xc9\\xc6\\xc6\\xc6\\xc6\\xc6.."
                "\\x00d\\xce\\xcf\\xcf\\xcd\\xcf\\xcf\\xcf\\xcf\\xd0",
                true);
}

static void text_that_begins_another(void) {
  const struct question from = {"{date}|{name}",
                                {COLUMN("date", TEXT), COLUMN("name", TEXT)},
                                2,
                                {WHERE(0, GREATER_EQUAL, TEXT("ab")), WHERE(0, LESS, TEXT("b"))},
                                2,
                                0};
  expect_ranges(&from, "ab..a| a}..b", true);
  const struct question begins = {"{date}|{name}",
                                  {COLUMN("date", TEXT), COLUMN("name", TEXT)},
                                  2,
                                  {WHERE(0, BEGINS_WITH, TEXT("ab"))},
                                  1,
                                  0};
  expect_ranges(&begins, "ab..ac", true);
}

static void floats_that_fit(void) {
  const struct question question = {
      "{f:f32}", {COLUMN("f", F64)},
      1,         {WHERE(0, GREATER_EQUAL, F64(-0.0)), WHERE(0, LESS_EQUAL, F64(0.0))},
      2,         0};
  expect_ranges(&question, "\\x7f\\xff\\xff\\xff..\\x80\\x00\\x00\\x01", true);
  const struct question between = {
      "{f:f32}", {COLUMN("f", F64)}, 1, {WHERE(0, GREATER, F64(1.0)), WHERE(0, LESS, F64(1.00000001))}, 2, 0};
  expect_ranges(&between, "", true);
}

static void lists_of_values(void) {
  const rowkey_value values[] = {U64(9), U64(3), U64(4), U64(5), U64(3)};
  const struct question question = {"{a:u8}", {COLUMN("a", U64)}, 1, {AMONG(0, values, 5)}, 1, 0};
  expect_ranges(&question, "\\x03..\\x06 \\x09", true);
}

static void hour_and_second(void) {
  const struct question question = {"{ts - ts % 60:u16}{ts % 60:u8}",
                                    {COLUMN("ts", U64)},
                                    1,
                                    {WHERE(0, GREATER_EQUAL, U64(62)), WHERE(0, LESS, U64(183))},
                                    2,
                                    0};
  expect_ranges(&question, "\\x00<\\x02..\\x00\\xb4\\x03", true);
}

static void fewer_ranges_than_exact_ones(void) {
  struct question question = {"{a:02d}-{b:02d}",
                              {COLUMN("a", U64), COLUMN("b", U64)},
                              2,
                              {WHERE(0, LESS, U64(10)), WHERE(1, EQUAL, U64(5))},
                              2,
                              0};
  expect_ranges(&question, "00-05 01-05 02-05 03-05 04-05 05-05 06-05 07-05 08-05 09-05", true);
  question.most = 3;
  rowkey_ranges *ranges = ask(&question);
  CHECK(!ranges->exact && ranges->count <= 3 && ranges->filter[1], "%s", ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

/* What lies between is the less, the more bytes the two ends have in common. */
static void least_gaps_are_closed(void) {
  static const rowkey_value values[] = {U64(0x6162), U64(0x6164), U64(0x6167),
                                        U64(0x6178), U64(0x6241), U64(0x6243)};
  enum { VALUES = sizeof values / sizeof *values };
  static const char *const expected[VALUES] = {"ab..bC\\x00",
                                               "ab..ax\\x00 bA..bC\\x00",
                                               "ab..ag\\x00 ax bA..bC\\x00",
                                               "ab..ad\\x00 ag ax bA..bC\\x00",
                                               "ab..ad\\x00 ag ax bA bC",
                                               "ab ad ag ax bA bC"};
  for (size_t most = 1; most <= VALUES; most++) {
    const struct question question = {"{a:u16}", {COLUMN("a", U64)}, 1, {AMONG(0, values, VALUES)}, 1, most};
    expect_ranges(&question, expected[most - 1], most == VALUES);
  }
}

/* Each of the fields that say nothing is looked at for each value of the first one. */
static void expect_end_of_search(const char *field, size_t conditions) {
  enum { VALUES = 10000 };
  static rowkey_value values[VALUES];
  for (size_t i = 0; i < VALUES; i++) values[i] = rowkey_value_u64(2 * i + 1);
  for (size_t fields = 2; fields <= 32; fields += 30) {
    char text[1000] = "{a:u16}";
    for (size_t i = 0; i < fields; i++) strcat(text, field);
    strcat(text, "{b:u8}{a:u16}");
    const struct question question = {text,
                                      {COLUMN("a", U64), COLUMN("b", U64), COLUMN("c", U64)},
                                      3,
                                      {AMONG(0, values, VALUES), WHERE(1, EQUAL, U64(5)),
                                       WHERE(2, GREATER_EQUAL, U64(10)), WHERE(2, LESS, U64(20))},
                                      conditions,
                                      VALUES};
    rowkey_ranges *ranges = ask(&question);
    CHECK(ranges->count == VALUES && ranges->filter[1] == (fields != 2) && ranges->limited == (fields != 2),
          "%zu fields, filter %d, limited %d: %s", fields, ranges->filter[1], ranges->limited,
          ranges_text(ranges));
    rowkey_ranges_free(ranges);
  }
}

/* As many ranges as values: no two of them touch. */
static void many_single_values(void) {
  static const char *const texts[] = {"{a:u16}{b:u8}", "{a:u16}{b:u8}{a:u16}", "{a:u16le}{b:u8}{a:u16}"};
  enum { VALUES = 500 };
  static rowkey_value values[VALUES];
  for (size_t i = 0; i < VALUES; i++) values[i] = U64(2 * i);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct question question = {texts[i], {COLUMN("a", U64), COLUMN("b", U64)},
                                      2,        {AMONG(0, values, VALUES), WHERE(1, EQUAL, U64(5))},
                                      2,        VALUES};
    rowkey_ranges *ranges = ask(&question);
    CHECK(ranges->exact && ranges->count == VALUES, "%s: %zu ranges, exact %d", texts[i], ranges->count,
          ranges->exact);
    rowkey_ranges_free(ranges);
  }
}

/* Whole tens, and one of the last: that the same follows all of the others leaves time for what follows it.
 */
static void many_tens(void) {
  enum { TENS = 500, VALUES = 10 * TENS + 1 };
  static rowkey_value values[VALUES];
  for (size_t i = 0; i < VALUES; i++) values[i] = U64(i / 10 * 20 + i % 10);
  const struct question question = {"{a / 10:u16}{b:u8}",
                                    {COLUMN("a", U64), COLUMN("b", U64)},
                                    2,
                                    {AMONG(0, values, VALUES), WHERE(1, EQUAL, U64(5))},
                                    2,
                                    TENS + 1};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->count == TENS + 1 && ranges->filter[0] && !ranges->filter[1], "%zu ranges, filter %d %d",
        ranges->count, ranges->filter[0], ranges->filter[1]);
  rowkey_ranges_free(ranges);
}

static void long_searches(void) {
  expect_end_of_search("{random() % 1:u8}", 2);
  expect_end_of_search("{c / 100:u8}", 4);
}

/* All values from one on, as many as there are, after the other column. */
static void sums_of_two(void) {
  const struct question question = {"{b:u8}{a + b:u32}",
                                    {COLUMN("a", U64), COLUMN("b", U64)},
                                    2,
                                    {WHERE(0, GREATER_EQUAL, U64(0x61626361)), WHERE(1, EQUAL, U64(3))},
                                    2,
                                    0};
  expect_ranges(&question, "\\x03abcd..\\x04", true);
}

/* Low bits, wherever the constant stands, follow what lies between two multiples. */
static void low_bits(void) {
  static const char *const texts[] = {"{a & 63:u8}", "{63 & a:u8}"};
  for (size_t i = 0; i < 2; i++) {
    const struct question question = {
        texts[i], {COLUMN("a", U64)}, 1, {WHERE(0, GREATER_EQUAL, U64(112)), WHERE(0, LESS, U64(115))}, 2, 0};
    expect_ranges(&question, "0 1 2", false);
  }
}

/* More low bits than are tried one by one. */
static void many_low_bits(void) {
  const struct question question = {
      "{a / 16777216:u32}{a & 16777215:u32}",
      {COLUMN("a", U64)},
      1,
      {WHERE(0, GREATER_EQUAL, U64(0x61626364100000)), WHERE(0, LESS, U64(0x61626364600000))},
      2,
      0};
  expect_ranges(&question, "abcd\\x00\\x10\\x00\\x00..abcd\\x00`", true);
}

static void sums_of_one(void) {
  static const char *const texts[] = {"{a + a:u32}", "{a + (a * 0 & 6) + a:u32}"};
  for (size_t i = 0; i < 2; i++) {
    const struct question question = {
        texts[i], {COLUMN("a", U64)}, 1, {WHERE(0, GREATER_EQUAL, U64(0x30b131b2))}, 1, 0};
    expect_ranges(&question, "abcd..", true);
  }
}

static void signed_minutes(void) {
  const struct question question = {"{x - floormod(x, 60):i16}",
                                    {COLUMN("x", I64)},
                                    1,
                                    {WHERE(0, GREATER_EQUAL, I64(-60)), WHERE(0, LESS, I64(60))},
                                    2,
                                    0};
  expect_ranges(&question, "\\x7f\\xc4..\\x80\\x01", true);
}

static void as_many_hashed_as_ranges(void) {
  const struct question question = {
      "{md5(id)}", {COLUMN("id", U64)}, 1, {AMONG(0, ((const rowkey_value[]){U64(1), U64(2)}), 2)}, 1, 2};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->count == 2, "%s", ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

static void replaced_floats(void) {
  const struct question question = {
      "{coalesce(x, 0):f64}", {COLUMN("x", F64)}, 1, {WHERE(0, GREATER_EQUAL, F64(1.0))}, 1, 0};
  expect_ranges(&question, "\\xbf\\xf0\\x00\\x00\\x00\\x00\\x00\\x00..", true);
}

/* ---- Little to ask ---------------------------------------------------------------------------- */

/* A layout of literal text alone has one key, which no condition can be on. */
static void no_columns(void) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("key", 3, NULL, 0, &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t most = 1; most != 0; most = most == 1 ? SIZE_MAX : 0) {
    rowkey_ranges *ranges = rowkey_ranges_find(layout, NULL, 0, most, &error);
    CHECK(ranges != NULL, "%s", error.text);
    CHECK(ranges->exact && ranges->count == 1, "%s", ranges_text(ranges));
    rowkey_ranges_free(ranges);
  }
  rowkey_layout_free(layout);
}

/* Text of no bytes needs no address. */
static void empty_text(void) {
  const struct question question = {
      "{name}|", {COLUMN("name", TEXT)}, 1, {WHERE(0, EQUAL, TEXT_OF(NULL, 0))}, 1, 0};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->exact && strcmp(ranges_text(ranges), "|") == 0, "%s", ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

#define NAMES_AND_IDS "{name}|{id:u32}", {COLUMN("name", TEXT), COLUMN("id", U64)}, 2

/* Only one of the bounds is long, or there is only one. */
static void one_long_bound(void) {
  static char low[301], stop[301];
  memset(low, 'k', 300);
  memset(stop, 'm', 300);
  const struct question questions[] = {
      {NAMES_AND_IDS, {WHERE(0, GREATER_EQUAL, TEXT("a")), WHERE(0, LESS, TEXT(stop))}, 2, 0},
      {NAMES_AND_IDS, {WHERE(0, GREATER_EQUAL, TEXT(low)), WHERE(0, LESS, TEXT("z"))}, 2, 0},
      {NAMES_AND_IDS, {WHERE(0, GREATER, TEXT(low))}, 1, 0},
  };
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    rowkey_ranges *ranges = ask(&questions[i]);
    CHECK(!ranges->exact && ranges->count > 0, "question %zu: %s", i, ranges_text(ranges));
    rowkey_ranges_free(ranges);
  }
}

/* Bounds are looked at as far as 256 bytes: what is beyond makes the ranges wider, never narrower. */
static void long_bounds(void) {
  static char low[301], stop[301], ones[301];
  memset(low, 'k', 300);
  memset(stop, 'm', 300);
  memset(ones, 0xff, 300);
  const char *stops[] = {stop, ones};
  for (size_t i = 0; i < 2; i++) {
    const struct question question = {
        NAMES_AND_IDS,
        {WHERE(0, GREATER_EQUAL, TEXT(low)),
         {.column = 0, .comparison = ROWKEY_LESS, .values = &TEXT_OF(stops[i], 300), .value_count = 1}},
        2,
        0};
    rowkey_ranges *ranges = ask(&question);
    CHECK(!ranges->exact && ranges->count > 0, "%zu ranges, exact %d", ranges->count, ranges->exact);
    const rowkey_range *first = &ranges->ranges[0], *last = &ranges->ranges[ranges->count - 1];
    CHECK(first->start_size == 256 && memcmp(first->start, low, 256) == 0, "from %s", ranges_text(ranges));
    if (i == 0)
      CHECK(memcmp(last->stop, stop, last->stop_size < 256 ? last->stop_size : 255) >= 0,
            "up to another text");
    else
      CHECK(last->stop_size == 0, "nothing comes after the greatest text");
    rowkey_ranges_free(ranges);
  }
}

/* ---- Arithmetic on several columns ----------------------------------------------------------- */

static void several_columns(void) {
  const rowkey_value few[] = {U64(1), U64(2)};
  const struct question questions[] = {
      {"{a % b:u8}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, GREATER_EQUAL, U64(0x90)), WHERE(0, LESS, U64(0xa0)), WHERE(1, EQUAL, U64(0x60))},
       3,
       0},
      {"{floormod(a, b):u8}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, GREATER_EQUAL, U64(0x90)), WHERE(0, LESS, U64(0xa0)), WHERE(1, EQUAL, U64(0x60))},
       3,
       0},
      {"{a % b:u8}{a:u8}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, EQUAL, U64(0x62)), WHERE(1, EQUAL, U64(0x61))},
       2,
       0},
      {"{floormod(a, b):u8}{a:u8}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, EQUAL, U64(0x62)), WHERE(1, EQUAL, U64(0x61))},
       2,
       0},
      {"{a / b:u8}{a:u8}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, EQUAL, U64(0x64)), AMONG(1, few, 2)},
       2,
       0},
      {"{a * b + c:u8}",
       {COLUMN("a", U64), COLUMN("b", U64), COLUMN("c", U64)},
       3,
       {WHERE(0, LESS, U64(9)), WHERE(1, EQUAL, U64(0)), WHERE(2, EQUAL, U64(0x61))},
       3,
       0},
      {"{(a & b) + c:u8}",
       {COLUMN("a", U64), COLUMN("b", U64), COLUMN("c", U64)},
       3,
       {WHERE(0, EQUAL, U64(0x61)), WHERE(1, EQUAL, U64(0x41)), WHERE(2, LESS, U64(0x22))},
       3,
       0},
  };
  const char *const expected[] = {"0 1 2 3 4 5 6 7 8 9 : ; < = > ?",
                                  "0 1 2 3 4 5 6 7 8 9 : ; < = > ?",
                                  "\\x01b",
                                  "\\x01b",
                                  "2d dd",
                                  "a",
                                  "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z [ \\ ] ^ _ ` a b"};
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    rowkey_ranges *ranges = ask(&questions[i]);
    CHECK(strcmp(ranges_text(ranges), expected[i]) == 0, "%s: %s", questions[i].text, ranges_text(ranges));
    rowkey_ranges_free(ranges);
  }
}

/* ---- Cut ------------------------------------------------------------------------------------- */

static void cut_at_splits(void) {
  static const uint64_t offsets[] = {0, 1, 3, 4};
  const rowkey_splits splits = {.count = 3, .bytes = "bc1d", .offsets = offsets};
  const struct question question = {
      "{name}", {COLUMN("name", TEXT)}, 1, {WHERE(0, GREATER_EQUAL, TEXT("a"))}, 1, 0};
  rowkey_ranges *ranges = ask(&question);
  rowkey_error error;
  rowkey_ranges *parts = rowkey_ranges_cut(ranges, &splits, &error);
  CHECK(parts != NULL, "%s", error.text);
  CHECK(strcmp(ranges_text(parts), "a..b b..c1 c1..d d..") == 0, "%s", ranges_text(parts));
  for (size_t i = 0; i < parts->count; i++)
    CHECK(parts->ranges[i].region == i, "part %zu in region %zu", i, parts->ranges[i].region);
  CHECK(parts->exact && ranges->ranges[0].region == ROWKEY_NONE, "exact %d", parts->exact);
  rowkey_ranges_free(parts);
  const rowkey_splits unsorted = {.count = 3, .bytes = "dc1b", .offsets = offsets};
  CHECK(rowkey_ranges_cut(ranges, &unsorted, &error) == NULL && error.status == ROWKEY_ERROR_RANGE, "%s",
        error.text);
  rowkey_ranges_free(ranges);
}

/* ---- Many ------------------------------------------------------------------------------------ */

static void many_ids_and_salts(void) {
  static rowkey_value ids[10000];
  for (size_t i = 0; i < 10000; i++) ids[i] = U64(7919 * i);
  const struct question list = {
      "{md5(id) % 1000000:07d}{id:010d}", {COLUMN("id", U64)}, 1, {AMONG(0, ids, 10000)}, 1, 0};
  rowkey_ranges *ranges = ask(&list);
  CHECK(ranges->exact && ranges->count == 10000, "%zu ranges", ranges->count);
  rowkey_ranges_free(ranges);
  const struct question salts = {
      "{md5(id) % 10000:04d}{id:010d}", {COLUMN("id", U64)}, 1, {WHERE(0, GREATER, U64(5))}, 1, 0};
  ranges = ask(&salts);
  CHECK(ranges->exact && ranges->count == 10000, "%zu ranges", ranges->count);
  rowkey_ranges_free(ranges);
}

static const struct test tests[] = {
    {"a range of days has a range for each salt", all_salts_of_a_day},
    {"few hashed ids are single keys", hashed_ids_one_by_one},
    {"one hashed id is its key", one_hashed_id},
    {"ids that fit a field are looked for in their salts", salts_of_ids_that_fit_few},
    {"whole hours are exact, and parts of them are reported as inexact", opentsdb},
    {"random salts are tried all", random_salts_are_tried_all},
    {"stops carry, and are open after ff", ends_carry},
    {"descending fields turn ranges round", descending},
    {"numbers in two's complement are two ranges", signed_numbers_of_two_complements},
    {"values that fields cannot hold have no ranges", only_what_fields_hold},
    {"a prefix does not reach longer numbers", prefixes_do_not_spill},
    {"numbers of as many digits sort", digits_of_one_length},
    {"text that begins another one is distinguished from it", text_that_begins_another},
    {"floats are rounded inwards", floats_that_fit},
    {"values that follow one another are one range", lists_of_values},
    {"a coarse and a fine field of one column are one range", hour_and_second},
    {"there are no more ranges than allowed", fewer_ranges_than_exact_ones},
    {"the least gaps between ranges are closed first", least_gaps_are_closed},
    {"many single values are as many ranges", many_single_values},
    {"what follows many values alike takes no time", many_tens},
    {"a search that takes too long gives up, and says so", long_searches},
    {"floats whose nulls are replaced have ranges", replaced_floats},
    {"a sum has ranges after its other column", sums_of_two},
    {"low bits have ranges", low_bits},
    {"many low bits have one range", many_low_bits},
    {"a column and itself have a sum that sorts", sums_of_one},
    {"minutes below 0 are rounded down", signed_minutes},
    {"as many hashed values as ranges are not too many", as_many_hashed_as_ranges},
    {"a layout without columns has one key", no_columns},
    {"text of no bytes is a value", empty_text},
    {"long bounds make wider ranges", long_bounds},
    {"one long bound makes wider ranges", one_long_bound},
    {"arithmetic on several columns", several_columns},
    {"ranges are cut at split points", cut_at_splits},
    {"ten thousand ids and salts", many_ids_and_salts},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
