/* Dates of the proleptic Gregorian calendar, counted year by year and month by month. */
#include "reference.h"

static bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static unsigned days_of_month(unsigned year, unsigned month) {
  static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

static unsigned days_of_year(unsigned year) { return is_leap(year) ? 366 : 365; }

/* 0001-01-01, a Monday, is day 0. Periods of 400 years are all alike, and of whole weeks. */
enum { DAYS_OF_400_YEARS = 146097, DAYS_BEFORE_1970 = 719162, DAYS_OF_ALL_YEARS = 3652059 };

struct date {
  unsigned year, month, day, day_of_year; /* from 1 */
};

static struct date date_of(unsigned days) {
  struct date date = {1 + days / DAYS_OF_400_YEARS * 400, 1, 1, 1};
  for (days %= DAYS_OF_400_YEARS; days >= days_of_year(date.year); date.year++)
    days -= days_of_year(date.year);
  date.day_of_year += days;
  for (; days >= days_of_month(date.year, date.month); date.month++)
    days -= days_of_month(date.year, date.month);
  date.day += days;
  return date;
}

/* How many days before it the quarter began. */
static unsigned day_of_quarter(struct date date) {
  unsigned days = date.day - 1;
  while (--date.month % 3 != 0) days += days_of_month(date.year, date.month);
  return days;
}

bool reference_calendar(uint64_t units_of_day, enum rowkey_calendar field, int64_t instant, int64_t *result) {
  const int64_t units = (int64_t)units_of_day;
  const int64_t rest = instant % units < 0 ? instant % units + units : instant % units;
  /* The beginning of the day may lie below every i64. */
  const int64_t number = instant / units - (instant % units < 0) + DAYS_BEFORE_1970;
  if (number < 0 || number >= DAYS_OF_ALL_YEARS) return false;
  const struct date date = date_of((unsigned)number);
  const unsigned day_of_week = (unsigned)number % 7;
  unsigned days = 0;
  switch (field) {
    case ROWKEY_CALENDAR_YEAR:
      *result = date.year;
      return true;
    case ROWKEY_CALENDAR_QUARTER:
      *result = (date.month + 2) / 3;
      return true;
    case ROWKEY_CALENDAR_MONTH:
      *result = date.month;
      return true;
    case ROWKEY_CALENDAR_DAY:
      *result = date.day;
      return true;
    case ROWKEY_CALENDAR_DAY_OF_YEAR:
      *result = date.day_of_year;
      return true;
    case ROWKEY_CALENDAR_DAY_OF_WEEK:
      *result = day_of_week + 1;
      return true;
    case ROWKEY_CALENDAR_WEEK_START:
      days = day_of_week;
      break;
    case ROWKEY_CALENDAR_MONTH_START:
      days = date.day - 1;
      break;
    case ROWKEY_CALENDAR_QUARTER_START:
      days = day_of_quarter(date);
      break;
    case ROWKEY_CALENDAR_YEAR_START:
      days = date.day_of_year - 1;
      break;
  }
  return !__builtin_sub_overflow(instant, days * units + rest, result);
}
