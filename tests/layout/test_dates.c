/* Columns of instants: dates, times of day and the beginnings of periods, in every unit. */
#include <stdio.h>
#include <string.h>

#include "decoding.h"

/* 2024-02-29T23:59:59, 1969-12-31T23:59:59, 2026-11-23T17:30:00 and 1900-03-01T00:00:00, all UTC, a Thursday,
 * a Wednesday, a Monday and a Thursday. */
enum { ROWS = 4 };
static const int64_t seconds[ROWS] = {1709251199, -1, 1795455000, -2203891200};

static struct batch batch_of_unit(rowkey_time_unit unit) {
  struct batch batch = {.rows = ROWS};
  int64_t instants[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    instants[i] = seconds[i];
    for (int scale = ROWKEY_SECONDS; scale < (int)unit; scale++) instants[i] *= 1000;
  }
  add_i64(&batch, "ts", instants);
  batch.columns[0].unit = unit;
  return batch;
}

static const struct settings any = {.isa = NULL};

static void test_dates_of_every_unit(void) {
  for (rowkey_time_unit unit = ROWKEY_SECONDS; unit <= ROWKEY_NANOSECONDS; unit++) {
    const struct batch batch = batch_of_unit(unit);
    expect_keys(
        "{year(ts):04d}-{month(ts):02d}-{day(ts):02d}T{hour(ts):02d}:{minute(ts):02d}:{second(ts):02d}",
        &batch, any,
        (const char *[]){"2024-02-29T23:59:59", "1969-12-31T23:59:59", "2026-11-23T17:30:00",
                         "1900-03-01T00:00:00"});
    expect_keys("Q{quarter(ts)} {day_of_year(ts):03d} {day_of_week(ts)}", &batch, any,
                (const char *[]){"Q1 060 4", "Q4 365 3", "Q4 327 1", "Q1 060 4"});
  }
}

/* Python's datetime: of the instants above. */
static void test_several_units(void) {
  for (rowkey_time_unit unit = ROWKEY_SECONDS; unit <= ROWKEY_NANOSECONDS; unit++) {
    const struct batch batch = batch_of_unit(unit);
    expect_keys(
        "{hour(truncate(ts, 15 minutes)):02d}:{minute(truncate(ts, 15 minutes)):02d} "
        "{hour(truncate(ts, 6 hours)):02d} {day(truncate(ts, 10 days)):02d} {minute(truncate(ts, 1 minute))} "
        "{second(truncate(ts, 7 second))}",
        &batch, any,
        (const char *[]){"23:45 18 27 59 54", "23:45 18 22 59 53", "17:30 12 23 30 57", "00:00 00 27 0 0"});
  }
}

static void test_no_periods(void) {
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"{truncate(ts, 0 minutes)}", "this is not a period"},
      {"{truncate(ts, 18446744073709551615 days)}", "this is not a period"},
      {"{truncate(ts, 2 weeks)}", "units of the calendar are not counted here"},
      {"{truncate(ts, 2 fortnights)}", "fortnights is neither a constant nor a unit of time"},
  };
  const rowkey_column ts = rowkey_column_of_time("ts", ROWKEY_MILLISECONDS);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(cases[i].text, strlen(cases[i].text), &ts, 1, &error);
    CHECK(layout == NULL && error.offset == 14, "%s: offset %zu", cases[i].text, error.offset);
    CHECK(strncmp(error.text, cases[i].error, strlen(cases[i].error)) == 0, "%s: %s", cases[i].text,
          error.text);
  }
}

static void test_beginnings(void) {
  const struct batch batch = batch_of_unit(ROWKEY_SECONDS);
  expect_keys("{truncate(ts, second)} {truncate(ts, minute)} {truncate(ts, hour)} {truncate(ts, day)}",
              &batch, any,
              (const char *[]){"1709251199 1709251140 1709247600 1709164800", "-1 -60 -3600 -86400",
                               "1795455000 1795455000 1795453200 1795392000",
                               "-2203891200 -2203891200 -2203891200 -2203891200"});
  expect_keys(
      "{truncate(ts, week)} {truncate(ts, month)} {truncate(ts, quarter)} {truncate(ts, year)}", &batch, any,
      (const char *[]){"1708905600 1706745600 1704067200 1704067200", "-259200 -2678400 -7948800 -31536000",
                       "1795392000 1793491200 1790812800 1767225600",
                       "-2204150400 -2203891200 -2208988800 -2208988800"});
  const struct batch nanoseconds = batch_of_unit(ROWKEY_NANOSECONDS);
  expect_keys("{truncate(ts, month)} {truncate(ts, minute)}", &nanoseconds, any,
              (const char *[]){"1706745600000000000 1709251140000000000", "-2678400000000000 -60000000000",
                               "1793491200000000000 1795455000000000000",
                               "-2203891200000000000 -2203891200000000000"});
}

/* What is left of the period gives the instant back, with its beginning. */
static void test_recovery(void) {
  static const struct {
    const char *text;
    rowkey_recovery recovery;
  } cases[] = {
      {"{truncate(ts, month):i64}{ts - truncate(ts, month):u32}", ROWKEY_RECOVERED},
      {"{ts - truncate(ts, year):u32}{truncate(ts, year):i64}", ROWKEY_RECOVERED},
      {"{truncate(ts, week) / 86400:i32}{ts - truncate(ts, week):u32}", ROWKEY_REDUCED},
      {"{truncate(ts, day):i64}{ts - truncate(ts, day):u24}", ROWKEY_RECOVERED},
      {"{truncate(ts, day):i64}{floormod(ts, 86400):u24}", ROWKEY_RECOVERED},
      {"{truncate(ts, quarter):i64}{ts - truncate(ts, month):u32}", ROWKEY_REDUCED},
      {"{year(ts):04d}{month(ts):02d}{day(ts):02d}", ROWKEY_REDUCED},
      {"{year(ts):04d}{ts:i64}", ROWKEY_RECOVERED},
      {"{md5(month(ts)) % 7:u8}", ROWKEY_HASHED},
  };
  const struct batch batch = batch_of_unit(ROWKEY_SECONDS);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    CHECK(rowkey_layout_recovery(layout, 0) == cases[i].recovery, "%s: %d", cases[i].text,
          (int)rowkey_layout_recovery(layout, 0));
    EACH_ISA(kernels) {
      const struct encoded encoded =
          encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
      CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
      const struct keys keys = {encoded.keys, encoded.offsets, ROWS};
      const struct decoded decoded = decode(layout, &batch, keys, kernels->name, 0);
      CHECK(decoded.status == ROWKEY_OK, "%s: %s", cases[i].text, decoded.error.text);
      check_decoded(layout, &batch, &decoded, ROWS, cases[i].text);
    }
    rowkey_layout_free(layout);
  }
}

/* A date that cannot be: the key says month 13, or two fields disagree. */
static void test_bad_keys(void) {
  const struct batch batch = batch_of_unit(ROWKEY_SECONDS);
  rowkey_layout *layout = compile("{year(ts):04d}{month(ts):02d}|{ts:i64}", &batch);
  static const char *const keys[] = {"202402|\x80\x00\x00\x00\x65\xe1\x1a\x7f",
                                     "202403|\x80\x00\x00\x00\x65\xe1\x1a\x7f"};
  for (size_t i = 0; i < 2; i++) {
    const uint64_t offsets[] = {0, 15};
    const struct keys one = {(const uint8_t *)keys[i], offsets, 1};
    const struct decoded decoded = decode(layout, &batch, one, NULL, 0);
    CHECK(decoded.status == (i == 0 ? ROWKEY_OK : ROWKEY_ERROR_RANGE), "%s", decoded.error.text);
  }
  rowkey_layout_free(layout);
}

/* ---- The ends -------------------------------------------------------------------------------- */

static void test_ends_of_the_years(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "ts", (const int64_t[]){-62135596800, 253402300799});
  batch.columns[0].unit = ROWKEY_SECONDS;
  expect_keys("{year(ts):04d} {day_of_year(ts)} {truncate(ts, week)} {truncate(ts, year)}", &batch, any,
              (const char *[]){"0001 1 -62135596800 -62135596800", "9999 365 253401868800 253370764800"});
  static const char expected[] = "(column ts, -62135596800 to 253402300799, within the years 1 to 9999)";
  static const int64_t outside[] = {-62135596801, 253402300800, INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < 4; i++) {
    struct batch bad = {.rows = 2};
    add_i64(&bad, "ts", (const int64_t[]){0, outside[i]});
    bad.columns[0].unit = ROWKEY_SECONDS;
    char text[256];
    snprintf(text, sizeof text, "month(ts): ts = %lld has no date here %s", (long long)outside[i], expected);
    expect_refusal("{month(ts):02d}", &bad,
                   (struct refusal){.status = ROWKEY_ERROR_RANGE, .row = 1, .offset = 1, .text = text});
  }
  /* The time of day is defined for every instant. */
  struct batch all = {.rows = 2};
  add_i64(&all, "ts", (const int64_t[]){INT64_MIN, INT64_MAX});
  all.columns[0].unit = ROWKEY_SECONDS;
  expect_keys("{hour(ts)}:{minute(ts)}:{second(ts)}", &all, any, (const char *[]){"8:29:52", "15:30:7"});
}

/* Every i64 of nanoseconds has a date; of the least ones the week, month, quarter and year began before any
 * i64.
 */
static void test_ends_of_nanoseconds(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "ns", (const int64_t[]){INT64_MIN, INT64_MAX});
  batch.columns[0].unit = ROWKEY_NANOSECONDS;
  expect_keys("{year(ns)}-{month(ns)}-{day(ns)} {hour(ns)}:{minute(ns)}:{second(ns)}", &batch, any,
              (const char *[]){"1677-9-21 0:12:43", "2262-4-11 23:47:16"});
  static const struct {
    const char *text;
    int64_t first; /* the first beginning that is an i64 */
  } cases[] = {{"{truncate(ns, week)}", INT64_C(-9222854400000000000)},    /* 1677-09-27 */
               {"{truncate(ns, month)}", INT64_C(-9222508800000000000)},   /* 1677-10-01 */
               {"{truncate(ns, quarter)}", INT64_C(-9222508800000000000)}, /* the same */
               {"{truncate(ns, year)}", INT64_C(-9214560000000000000)}};   /* 1678-01-01 */
  for (size_t i = 0; i < 4; i++) {
    struct batch first = {.rows = 2};
    add_i64(&first, "ns", (const int64_t[]){cases[i].first, cases[i].first - 1});
    first.columns[0].unit = ROWKEY_NANOSECONDS;
    char name[32], text[256];
    snprintf(name, sizeof name, "%.*s", (int)strlen(cases[i].text) - 2, cases[i].text + 1);
    snprintf(text, sizeof text,
             "%s: ns = %lld has no date here (column ns, %lld to 9223372036854775807, within the "
             "years 1 to 9999)",
             name, (long long)cases[i].first - 1, (long long)cases[i].first);
    expect_refusal(cases[i].text, &first,
                   (struct refusal){.status = ROWKEY_ERROR_RANGE, .row = 1, .offset = 1, .text = text});
  }
}

/* ---- Units ----------------------------------------------------------------------------------- */

static void test_what_keeps_the_unit(void) {
  static const struct {
    const char *text;
    bool compiles;
  } cases[] = {
      {"{day(ts)}", true},
      {"{day(ts + 3600)}", true},
      {"{day(3600 + ts)}", true},
      {"{day(ts - 3600)}", true},
      {"{day(coalesce(ts, 0))}", true},
      {"{day(truncate(ts, week))}", true},
      {"{day(truncate(ts, 7))}", true},
      {"{day(ts - floormod(ts, 7))}", true},
      {"{truncate(truncate(ts, hour), year)}", true},
      {"{day(seen)}", true},
      {"{day(3600 - ts)}", false},
      {"{day(ts / 1000)}", false},
      {"{day(ts * 1)}", false},
      {"{day(ts % 3600)}", false},
      {"{day(ts + seen)}", false},
      {"{day(ts - seen)}", false},
      {"{day(-ts)}", false},
      {"{day(year(ts))}", false},
      {"{day(reverse_time(ts))}", false},
      {"{day(ts - truncate(ts, day))}", false},
      {"{day(id)}", false},
  };
  struct batch batch = batch_of_unit(ROWKEY_MILLISECONDS);
  add_u64(&batch, "seen", (const uint64_t[ROWS]){0});
  batch.columns[1].unit = ROWKEY_SECONDS;
  add_u64(&batch, "id", (const uint64_t[ROWS]){0});
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_error error;
    rowkey_layout *layout =
        rowkey_layout_compile(cases[i].text, strlen(cases[i].text), batch.columns, batch.count, &error);
    CHECK((layout != NULL) == cases[i].compiles, "%s: %s", cases[i].text, layout == NULL ? error.text : "");
    CHECK(layout != NULL || strstr(error.text, " is not an instant\n") != NULL, "%s", error.text);
    rowkey_layout_free(layout);
  }
}

/* Where a period stands, `day` is the unit; elsewhere it is the column. */
static void test_columns_named_like_units(void) {
  struct batch batch = batch_of_unit(ROWKEY_SECONDS);
  add_u64(&batch, "day", (const uint64_t[]){5, 6, 7, 8});
  add_u64(&batch, "year", (const uint64_t[]){1, 2, 3, 4});
  expect_keys("{day}|{truncate(ts, day)}|{day(ts)}|{year + year(ts)}", &batch, any,
              (const char *[]){"5|1709164800|29|2025", "6|-86400|31|1971", "7|1795392000|23|2029",
                               "8|-2203891200|1|1904"});
}

/* A u64 has the same dates, up to the greatest i64. */
static void test_unsigned_instants(void) {
  struct batch batch = {.rows = 3};
  add_u64(&batch, "ts", (const uint64_t[]){0, 1709251199, UINT64_C(1) << 63});
  batch.columns[0].unit = ROWKEY_SECONDS;
  batch.rows = 2;
  expect_keys("{year(ts):04d}{day_of_week(ts)} {truncate(ts, week)} {ts - truncate(ts, month)}", &batch, any,
              (const char *[]){"19704 -259200 0", "20244 1708905600 2505599"});
  rowkey_layout *layout = compile("{truncate(ts, month):i64}{ts - truncate(ts, month):u32}", &batch);
  CHECK(rowkey_layout_recovery(layout, 0) == ROWKEY_RECOVERED, "the instant does not come back");
  const struct encoded encoded = encode(layout, &batch, (struct settings){.side = GUARD_END});
  const struct decoded decoded =
      decode(layout, &batch, (struct keys){encoded.keys, encoded.offsets, 2}, NULL, 0);
  CHECK(decoded.status == ROWKEY_OK, "%s", decoded.error.text);
  check_decoded(layout, &batch, &decoded, 2, "unsigned");
  rowkey_layout_free(layout);
  batch.rows = 3;
  expect_refusal(
      "{year(ts):04d}", &batch,
      (struct refusal){.status = ROWKEY_ERROR_RANGE,
                       .row = 2,
                       .offset = 6,
                       .text = "ts = 9223372036854775808 is too large for the i64 that it is used with "
                               "(column ts, 0 to 9223372036854775807)"});
}

/* What a date can be is known: no row has to be looked at, and formats that hold no value are refused. */
static void test_ranges_are_known(void) {
  static const struct {
    const char *text, *low, *high;
  } cases[] = {{"{year(ts):u16}", "1", "9999"},
               {"{quarter(ts):u8}", "1", "4"},
               {"{month(ts):u8}", "1", "12"},
               {"{day(ts):u8}", "1", "31"},
               {"{day_of_year(ts):u16}", "1", "366"},
               {"{day_of_week(ts):u8}", "1", "7"},
               {"{hour(ts):u8}", "0", "23"},
               {"{minute(ts):u8}", "0", "59"},
               {"{second(ts):u8}", "0", "59"},
               {"{ts - truncate(ts, day):u32}", "0", "86399999"},
               {"{ts - truncate(ts, month):u32}", "0", "2678399999"},
               {"{truncate(ts, year):i64}", "-62135596800000", "253370764800000"},
               {"{year(ns):u16}", "1677", "2262"}};
  const rowkey_column columns[] = {rowkey_column_of_time("ts", ROWKEY_MILLISECONDS),
                                   rowkey_column_of_time("ns", ROWKEY_NANOSECONDS)};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(cases[i].text, strlen(cases[i].text), columns, 2, &error);
    CHECK(layout != NULL, "%s", error.text);
    rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
    CHECK(explanation != NULL, "%s", error.text);
    CHECK(strcmp(explanation->fields[0].low, cases[i].low) == 0 &&
              strcmp(explanation->fields[0].high, cases[i].high) == 0,
          "%s: %s to %s", cases[i].text, explanation->fields[0].low, explanation->fields[0].high);
    rowkey_explanation_free(explanation);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"dates and times of day in every unit", test_dates_of_every_unit},
      {"beginnings of periods", test_beginnings},
      {"several units", test_several_units},
      {"what is not a period", test_no_periods},
      {"what comes back", test_recovery},
      {"keys whose fields disagree", test_bad_keys},
      {"the ends of the years", test_ends_of_the_years},
      {"the ends of nanoseconds", test_ends_of_nanoseconds},
      {"what keeps the unit", test_what_keeps_the_unit},
      {"columns named like units", test_columns_named_like_units},
      {"unsigned instants", test_unsigned_instants},
      {"what dates can be", test_ranges_are_known},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
