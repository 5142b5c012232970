/* Ranges of dates: conditions on instants become ranges of years, months and days. */
#include <stdio.h>
#include <string.h>

#include "question.h"
#include "testing.h"

#define TS {.name = "ts", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS}

/* Instants, as seconds since 1970. */
#define FEBRUARY_28 INT64_C(1709078400) /* 2024-02-28T00:00:00Z */
#define MARCH_2 INT64_C(1709337600)     /* 2024-03-02T00:00:00Z */
#define NOON INT64_C(43200)
#define NEW_YEAR_2023 INT64_C(1672531200)
#define NEW_YEAR_2026 INT64_C(1767225600)

#define BETWEEN(first, last) {WHERE(0, GREATER_EQUAL, I64(first)), WHERE(0, LESS, I64(last))}

static void years_months_days(void) {
  static const char layout[] = "{year(ts):04d}{month(ts):02d}{day(ts):02d}|{host}";
  const struct question days = {layout, {TS, COLUMN("host", TEXT)}, 2, BETWEEN(FEBRUARY_28, MARCH_2), 2, 0};
  expect_ranges(&days, "20240228..202403 20240301|..20240301}", true);
  /* The days at the ends are read whole. */
  const struct question hours = {
      layout, {TS, COLUMN("host", TEXT)}, 2, BETWEEN(FEBRUARY_28 + NOON, MARCH_2 + NOON), 2, 0};
  expect_ranges(&hours, "20240228|..20240228} 20240229|..20240229} 20240301|..20240301} 20240302|..20240302}",
                false);
  const struct question years = {
      layout, {TS, COLUMN("host", TEXT)}, 2, BETWEEN(NEW_YEAR_2023, NEW_YEAR_2026), 2, 0};
  expect_ranges(&years, "2023..2026", true);
  struct question host = {layout, {TS, COLUMN("host", TEXT)}, 2, BETWEEN(FEBRUARY_28, MARCH_2), 3, 0};
  host.conditions[2] = (rowkey_condition)WHERE(1, EQUAL, TEXT("a"));
  expect_ranges(&host, "20240228|a 20240229|a 20240301|a", true);
}

/* A month without its year follows no instants: all twelve are looked at. */
static void months_alone(void) {
  const struct question spring = {"{month(ts):02d}{year(ts):04d}", {TS}, 1,
                                  BETWEEN(FEBRUARY_28, MARCH_2),   2,    0};
  expect_ranges(&spring, "022024 032024", false);
}

/* Below a hash, one instant of those that make the same is enough: the salts are those of single instants. */
static void salts_of_periods(void) {
  static const struct {
    const char *salt;
    size_t values; /* from the beginning of February 28 to the end of March 1 */
  } salts[] = {{"md5(truncate(ts, day):i64)", 3},
               {"md5(\"d\", year(ts):04d, month(ts):02d)", 2},
               {"md5(year(ts):u16, day_of_year(ts):u16)", 3},
               {"md5(year(ts):u16)", 1},
               {"md5(ts / 86400 * 24)", 3},
               {"md5(ts - ts % 3600)", 72},
               {"md5(ts >> 17)", 3},
               {"md5(day(ts):u8)", 3},
               {"bit_reverse(ts / 86400, 20)", 3}};
  for (size_t i = 0; i < sizeof salts / sizeof *salts; i++) {
    char text[100];
    snprintf(text, sizeof text, "{%s:x}|{ts:i64}", salts[i].salt);
    const rowkey_column ts = TS;
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), &ts, 1, &error);
    CHECK(layout != NULL, "%s", error.text);
    const rowkey_value first = rowkey_value_i64(FEBRUARY_28), last = rowkey_value_i64(MARCH_2 - 1);
    const rowkey_condition conditions[] = {rowkey_condition_of(0, ROWKEY_GREATER_EQUAL, &first),
                                           rowkey_condition_of(0, ROWKEY_LESS_EQUAL, &last)};
    rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions, 2, 1000, &error);
    CHECK(ranges != NULL, "%s: %s", text, error.text);
    CHECK(ranges->count == salts[i].values && ranges->exact, "%s: %zu ranges", text, ranges->count);
    rowkey_ranges_free(ranges);
    rowkey_layout_free(layout);
  }
}

static void beginnings_and_rests(void) {
  const struct question question = {"{truncate(ts, month):u64}{ts - truncate(ts, month):u32}",
                                    {TS},
                                    1,
                                    BETWEEN(FEBRUARY_28 + 1, MARCH_2),
                                    2,
                                    0};
  expect_ranges(
      &question,
      "\\x00\\x00\\x00\\x00e\\xba\\xdf\\x00\\x00#\\x98\\x81..\\x00\\x00\\x00\\x00e\\xe1\\x1a\\x80\\x00\\x01Q\\x80",
      true);
}

/* Instants without a date have no key. */
static void outside_of_the_years(void) {
  const struct question late = {"{year(ts):04d}", {TS}, 1, BETWEEN(INT64_C(253402300800), INT64_MAX), 2, 0};
  expect_ranges(&late, "", true);
  const struct question last = {
      "{year(ts):04d}", {TS}, 1, {WHERE(0, GREATER, I64(INT64_C(253370764799)))}, 1, 0};
  expect_ranges(&last, "9999", true);
}

static const struct test tests[] = {
    {"years, months and days", years_months_days},
    {"months alone", months_alone},
    {"salts of periods", salts_of_periods},
    {"beginnings of periods, and what is left of them", beginnings_and_rests},
    {"instants without a date", outside_of_the_years},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
