/* The calendar kernel of every instruction set: all days of the years 1 to 9999 against a calendar that is
 * leafed through day by day; and the reference against dates that another system made. */
#include <stdio.h>
#include <string.h>

#include "each_isa.h"
#include "kernels/divisor.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { FIELDS = ROWKEY_CALENDAR_YEAR_START + 1, SECONDS_OF_DAY = 86400 };

static const uint64_t units_of_day[] = {SECONDS_OF_DAY, UINT64_C(86400000), UINT64_C(86400000000),
                                        UINT64_C(86400000000000)};

static struct rowkey_divisor_constants constants_of(uint64_t value) {
  rowkey_divisor divisor;
  CHECK(rowkey_divisor_init(&divisor, value, NULL) == ROWKEY_OK, "divisor");
  struct rowkey_divisor_constants constants;
  memcpy(&constants, divisor.opaque, sizeof constants);
  return constants;
}

/* ---- Every day ------------------------------------------------------------------------------- */

/* A calendar, and how it is turned to the next day. */
struct page {
  int64_t day; /* since 1970-01-01 */
  int64_t year, month, of_month, of_year, of_week;
  int64_t month_start, quarter_start, year_start; /* as days, too */
};

static bool is_leap(int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int64_t length_of(int64_t year, int64_t month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static void turn(struct page *page) {
  page->day++;
  page->of_year++;
  page->of_week = page->of_week % 7 + 1;
  if (++page->of_month <= length_of(page->year, page->month)) return;
  page->of_month = 1;
  page->month_start = page->day;
  if (++page->month > 12) {
    page->month = page->of_year = 1;
    page->year++;
    page->year_start = page->day;
  }
  if (page->month % 3 == 1) page->quarter_start = page->day;
}

static int64_t field_of(const struct page *page, enum rowkey_calendar field, int64_t units) {
  switch (field) {
    case ROWKEY_CALENDAR_YEAR:
      return page->year;
    case ROWKEY_CALENDAR_QUARTER:
      return 1 + (page->month - 1) / 3;
    case ROWKEY_CALENDAR_MONTH:
      return page->month;
    case ROWKEY_CALENDAR_DAY:
      return page->of_month;
    case ROWKEY_CALENDAR_DAY_OF_YEAR:
      return page->of_year;
    case ROWKEY_CALENDAR_DAY_OF_WEEK:
      return page->of_week;
    case ROWKEY_CALENDAR_WEEK_START:
      return (page->day - page->of_week + 1) * units;
    case ROWKEY_CALENDAR_MONTH_START:
      return page->month_start * units;
    case ROWKEY_CALENDAR_QUARTER_START:
      return page->quarter_start * units;
    case ROWKEY_CALENDAR_YEAR_START:
      return page->year_start * units;
  }
  return 0;
}

/* Blocks of days, each at some time of day: its first and its last unit among them. */
static void every_day(void) {
  enum { BLOCK = 1024 };
  static int64_t instants[BLOCK], expected[FIELDS][BLOCK];
  static uint64_t out[BLOCK];
  const int64_t first = -719162;
  struct page page = {first, 1, 1, 1, 1, 1, first, first, first};
  const struct rowkey_divisor_constants day = constants_of(SECONDS_OF_DAY);
  while (page.year <= 9999) {
    size_t rows = 0;
    for (; rows < BLOCK && page.year <= 9999; rows++, turn(&page)) {
      const int64_t time = rows % 4 == 0   ? 0
                           : rows % 4 == 1 ? SECONDS_OF_DAY - 1
                                           : (int64_t)random_below(SECONDS_OF_DAY);
      instants[rows] = page.day * SECONDS_OF_DAY + time;
      for (int field = 0; field < FIELDS; field++)
        expected[field][rows] = field_of(&page, (enum rowkey_calendar)field, SECONDS_OF_DAY);
    }
    EACH_KERNEL(kernels, calendar) {
      for (int field = 0; field < FIELDS; field++) {
        kernels->calendar(&day, (enum rowkey_calendar)field, (const uint64_t *)instants, rows, out);
        for (size_t i = 0; i < rows; i++)
          CHECK((int64_t)out[i] == expected[field][i], "%s: field %d of %lld is %lld, not %lld",
                kernels->name, field, (long long)instants[i], (long long)out[i],
                (long long)expected[field][i]);
      }
    }
  }
  CHECK(page.day == 2932897, "the years have %lld days", (long long)(page.day - first));
}

/* ---- Dates made elsewhere -------------------------------------------------------------------- */

/* datetime of CPython 3.11.7: year, quarter, month, day, tm_yday, isoweekday, and the beginnings of week,
 * month, quarter and year, for seconds since 1970-01-01T00:00:00Z. The week of the first days begins on one.
 */
static const struct {
  int64_t instant, fields[FIELDS];
} vectors[] = {
    /* 0001-01-01T00:00:00 */
    {-62135596800, {1, 1, 1, 1, 1, 1, -62135596800, -62135596800, -62135596800, -62135596800}},
    /* 0001-12-31T23:59:59 */
    {-62104060801, {1, 4, 12, 31, 365, 1, -62104147200, -62106739200, -62112009600, -62135596800}},
    /* 0004-02-29T12:00:00 */
    {-62035848000, {4, 1, 2, 29, 60, 7, -62036409600, -62038310400, -62040988800, -62040988800}},
    /* 0100-02-28T23:59:59 */
    {-59006361601, {100, 1, 2, 28, 59, 7, -59006966400, -59008780800, -59011459200, -59011459200}},
    /* 0100-03-01T00:00:00 */
    {-59006361600, {100, 1, 3, 1, 60, 1, -59006361600, -59006361600, -59011459200, -59011459200}},
    /* 0400-02-29T00:00:01 */
    {-49539340799, {400, 1, 2, 29, 60, 2, -49539427200, -49541760000, -49544438400, -49544438400}},
    /* 1582-10-10T06:07:08 */
    {-12219702772, {1582, 4, 10, 10, 283, 7, -12220243200, -12220502400, -12220502400, -12244089600}},
    /* 1600-02-29T00:00:00 */
    {-11670998400, {1600, 1, 2, 29, 60, 2, -11671084800, -11673417600, -11676096000, -11676096000}},
    /* 1677-09-21T00:12:43 */
    {-9223372037, {1677, 3, 9, 21, 264, 2, -9223459200, -9225100800, -9230457600, -9246096000}},
    /* 1899-12-31T23:59:59 */
    {-2208988801, {1899, 4, 12, 31, 365, 7, -2209593600, -2211667200, -2216937600, -2240524800}},
    /* 1900-02-28T00:00:00 */
    {-2203977600, {1900, 1, 2, 28, 59, 3, -2204150400, -2206310400, -2208988800, -2208988800}},
    /* 1900-03-01T00:00:00 */
    {-2203891200, {1900, 1, 3, 1, 60, 4, -2204150400, -2203891200, -2208988800, -2208988800}},
    /* 1969-12-28T23:59:59 */
    {-259201, {1969, 4, 12, 28, 362, 7, -864000, -2678400, -7948800, -31536000}},
    /* 1969-12-31T23:59:59 */
    {-1, {1969, 4, 12, 31, 365, 3, -259200, -2678400, -7948800, -31536000}},
    /* 1970-01-01T00:00:00 */
    {0, {1970, 1, 1, 1, 1, 4, -259200, 0, 0, 0}},
    /* 1972-02-29T00:00:00 */
    {68169600, {1972, 1, 2, 29, 60, 2, 68083200, 65750400, 63072000, 63072000}},
    /* 2000-02-29T13:14:15 */
    {951830055, {2000, 1, 2, 29, 60, 2, 951696000, 949363200, 946684800, 946684800}},
    /* 2000-12-31T00:00:00 */
    {978220800, {2000, 4, 12, 31, 366, 7, 977702400, 975628800, 970358400, 946684800}},
    /* 2023-03-31T00:00:00 */
    {1680220800, {2023, 1, 3, 31, 90, 5, 1679875200, 1677628800, 1672531200, 1672531200}},
    /* 2024-02-29T23:59:59 */
    {1709251199, {2024, 1, 2, 29, 60, 4, 1708905600, 1706745600, 1704067200, 1704067200}},
    /* 2024-07-01T00:00:00 */
    {1719792000, {2024, 3, 7, 1, 183, 1, 1719792000, 1719792000, 1719792000, 1704067200}},
    /* 2024-12-31T00:00:00 */
    {1735603200, {2024, 4, 12, 31, 366, 2, 1735516800, 1733011200, 1727740800, 1704067200}},
    /* 2026-11-23T17:30:00 */
    {1795455000, {2026, 4, 11, 23, 327, 1, 1795392000, 1793491200, 1790812800, 1767225600}},
    /* 2100-02-28T00:00:00 */
    {4107456000, {2100, 1, 2, 28, 59, 7, 4106937600, 4105123200, 4102444800, 4102444800}},
    /* 2262-04-11T23:47:16 */
    {9223372036, {2262, 2, 4, 11, 101, 5, 9222940800, 9222422400, 9222422400, 9214646400}},
    /* 9999-12-31T23:59:59 */
    {253402300799, {9999, 4, 12, 31, 365, 5, 253401868800, 253399622400, 253394352000, 253370764800}},
};

static void dates_of_another_system(void) {
  for (size_t i = 0; i < COUNT_OF(vectors); i++) {
    for (int field = 0; field < FIELDS; field++) {
      for (size_t unit = 0; unit < COUNT_OF(units_of_day); unit++) {
        const int64_t scale = (int64_t)(units_of_day[unit] / SECONDS_OF_DAY);
        int64_t instant, wanted = vectors[i].fields[field];
        if (__builtin_mul_overflow(vectors[i].instant, scale, &instant)) continue;
        if (field >= ROWKEY_CALENDAR_WEEK_START && __builtin_mul_overflow(wanted, scale, &wanted)) continue;
        int64_t result;
        CHECK(reference_calendar(units_of_day[unit], (enum rowkey_calendar)field, instant, &result) &&
                  result == wanted,
              "field %d of %lld is %lld, not %lld", field, (long long)instant, (long long)result,
              (long long)wanted);
      }
    }
  }
}

static void outside_of_the_years(void) {
  int64_t result;
  for (int field = 0; field < FIELDS; field++) {
    const enum rowkey_calendar calendar = (enum rowkey_calendar)field;
    CHECK(!reference_calendar(SECONDS_OF_DAY, calendar, -62135596801, &result), "year 0");
    CHECK(!reference_calendar(SECONDS_OF_DAY, calendar, 253402300800, &result), "year 10000");
    CHECK(reference_calendar(units_of_day[3], calendar, INT64_MAX, &result), "the greatest i64");
    /* 1677-09-21: the beginning of its week is no i64 either. */
    CHECK(reference_calendar(units_of_day[3], calendar, INT64_MIN, &result) ==
              (field < ROWKEY_CALENDAR_WEEK_START),
          "the least i64");
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every day of the years 1 to 9999", every_day},
      {"dates of another system", dates_of_another_system},
      {"instants without a date", outside_of_the_years},
  };
  return run_kernel_tests(tests, COUNT_OF(tests), argc, argv);
}
