/* time against a calendar that is counted day by day: every day of the years 1 to 9999, every second of a
 * day, every digit of a second. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"
#include "types/column_type.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

struct date {
  int year, month, day;
};

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static struct date next_day(struct date date) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int length = lengths[date.month - 1] + (date.month == 2 && is_leap(date.year));
  if (date.day < length) return (struct date){date.year, date.month, date.day + 1};
  if (date.month < 12) return (struct date){date.year, date.month + 1, 1};
  return (struct date){date.year + 1, 1, 1};
}

static rowkey_column_type *parse(const char *text) {
  rowkey_error error;
  rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
  CHECK(type != NULL, "%s", error.text);
  return type;
}

/* Texts are read as the numbers, and the numbers written as `written`. All texts of a kind are of one width.
 */
static void check_times(const rowkey_column_type *type, const char *texts, size_t width, const char *written,
                        size_t written_width, const int64_t *times, size_t rows) {
  static int64_t numbers[4096];
  static char text[4096 * 80];
  static uint32_t offsets[4097];
  rowkey_error error;
  const rowkey_values read = rowkey_values_of_width(ROWKEY_KIND_TEXT, texts, width, rows);
  const rowkey_decoded to = rowkey_decoded_i64s(numbers, rows);
  CHECK(rowkey_column_type_read(type, &read, rows, &to, &error) == ROWKEY_OK, "row %zu: %s", error.row,
        error.text);
  for (size_t i = 0; i < rows; i++) {
    CHECK(numbers[i] == times[i], "%.*s is %" PRId64 ", not %" PRId64, (int)width, texts + i * width,
          numbers[i], times[i]);
  }
  const rowkey_values values = rowkey_kept_numbers(ROWKEY_I64, times, rows);
  const rowkey_decoded back = rowkey_decoded_text32(text, sizeof text, offsets, rows);
  CHECK(rowkey_column_type_write(type, &values, rows, &back, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t i = 0; i < rows; i++) {
    CHECK(offsets[i + 1] - offsets[i] == written_width &&
              memcmp(text + offsets[i], written + i * written_width, written_width) == 0,
          "%" PRId64 " is written %.*s, not %.*s", times[i], (int)(offsets[i + 1] - offsets[i]),
          text + offsets[i], (int)written_width, written + i * written_width);
  }
}

static void every_day(void) {
  enum { ROWS = 4096 };
  static char dates[ROWS * 10 + 1], whole[ROWS * 20 + 1], ordinal[ROWS * 12 + 1];
  static int64_t times[ROWS];
  rowkey_column_type *iso = parse("time(s)"), *pattern = parse("time(s, \"%Y/%j %a\")");
  struct date date = {1, 1, 1};
  int day_of_year = 1;
  unsigned weekday = 0; /* 0001-01-01 is a Monday, as 2001-01-01 is */
  int64_t seconds = INT64_C(-62135596800);
  while (date.year <= 9999) {
    size_t rows = 0;
    for (; rows < ROWS && date.year <= 9999; rows++) {
      static const char names[] = "MonTueWedThuFriSatSun";
      char text[64];
      snprintf(text, sizeof text, "%04d-%02d-%02dT00:00:00Z", date.year, date.month, date.day);
      memcpy(dates + rows * 10, text, 10);
      memcpy(whole + rows * 20, text, 20);
      snprintf(text, sizeof text, "%04d/%03d %.3s", date.year, day_of_year, names + (size_t)3 * weekday);
      memcpy(ordinal + rows * 12, text, 12);
      times[rows] = seconds;
      const int year = date.year;
      date = next_day(date);
      day_of_year = date.year == year ? day_of_year + 1 : 1;
      weekday = (weekday + 1) % 7;
      seconds += 86400;
    }
    check_times(iso, dates, 10, whole, 20, times, rows);
    check_times(pattern, ordinal, 12, ordinal, 12, times, rows);
  }
  CHECK(seconds == INT64_C(253402300800), "the last day ends at %" PRId64, seconds);
  rowkey_column_type_free(iso);
  rowkey_column_type_free(pattern);
}

/* In a century far from 1970 on both sides of it, where the count is negative and where it is not. */
static void every_second(void) {
  enum { ROWS = 3600 };
  static char whole[ROWS * 24 + 1], half_days[ROWS * 22 + 1];
  static int64_t times[ROWS];
  static const struct {
    const char *date;
    int64_t days;
  } dates[] = {{"1684-02-29", -104400}, {"2024-02-29", 19782}};
  rowkey_column_type *iso = parse("time(ms)"), *pattern = parse("time(ms, \"%F %I:%M:%S %p\")");
  for (size_t i = 0; i < COUNT_OF(dates); i++) {
    for (int hour = 0; hour < 24; hour++) {
      for (int rest = 0; rest < ROWS; rest++) {
        char text[64];
        snprintf(text, sizeof text, "%sT%02d:%02d:%02d.000Z", dates[i].date, hour, rest / 60, rest % 60);
        memcpy(whole + rest * 24, text, 24);
        const int clock = hour % 12 == 0 ? 12 : hour % 12;
        snprintf(text, sizeof text, "%s %02d:%02d:%02d %s", dates[i].date, clock, rest / 60, rest % 60,
                 hour < 12 ? "AM" : "PM");
        memcpy(half_days + rest * 22, text, 22);
        times[rest] = ((dates[i].days * 24 + hour) * 3600 + rest) * 1000;
      }
      check_times(iso, whole, 24, whole, 24, times, ROWS);
      check_times(pattern, half_days, 22, half_days, 22, times, ROWS);
    }
  }
  rowkey_column_type_free(iso);
  rowkey_column_type_free(pattern);
}

static void every_digit(void) {
  enum { ROWS = 1000 };
  static char whole[ROWS * 30 + 1], pattern_text[ROWS * 29 + 1];
  static int64_t times[ROWS];
  rowkey_column_type *iso = parse("time(ns)"), *pattern = parse("time(ns, \"%FT%T.%f\")");
  for (int64_t power = 1; power <= 1000000; power *= 1000) {
    for (int64_t i = 0; i < ROWS; i++) {
      char text[64];
      snprintf(text, sizeof text, "1969-12-31T23:59:59.%09" PRId64 "Z", i * power);
      memcpy(whole + i * 30, text, 30);
      memcpy(pattern_text + i * 29, text, 29);
      times[i] = i * power - 1000000000;
    }
    check_times(iso, whole, 30, whole, 30, times, ROWS);
    check_times(pattern, pattern_text, 29, pattern_text, 29, times, ROWS);
  }
  rowkey_column_type_free(iso);
  rowkey_column_type_free(pattern);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"every day of the years 1 to 9999", every_day},
      {"every second of a day", every_second},
      {"every digit of a second", every_digit},
  };
  return run_tests(tests, COUNT_OF(tests), argc, argv);
}
