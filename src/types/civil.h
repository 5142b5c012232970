/* The calendar: days since 1970-01-01 and dates of the proleptic Gregorian calendar, years 0 to 9999.
 *
 * A year that begins in March has its leap day last, and its months from March to January are 31, 30, 31, 30,
 * 31 days long, again and again: month m, from 0, begins after (153*m + 2)/5 days, and is (5*day + 2)/153 of
 * a day of the year, from 0. */
#ifndef ROWKEY_SRC_TYPES_CIVIL_H
#define ROWKEY_SRC_TYPES_CIVIL_H

#include <stdbool.h>
#include <stdint.h>

enum {
  DAYS_TO_1970 = 719468, /* from 1 March of the year 0 */
  DAYS_OF_400_YEARS = 146097,
  DAYS_OF_4_YEARS = 1461,
  SECONDS_OF_DAY = 86400
};

#define FIRST_SECOND INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define LAST_SECOND INT64_C(253402300799)  /* 9999-12-31T23:59:59Z */

static inline bool is_leap_year(unsigned year) {
  /* Of multiples of 4, those of 25 are those of 100; of these, those of 16 are those of 400. */
  return year % 4 == 0 && (year % 25 != 0 || year % 16 == 0);
}

/* 0 for a month that is not 1…12, of 0…15. */
static inline unsigned days_of_month(unsigned year, unsigned month) {
  static const uint8_t days[16] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0};
  return days[month] + (unsigned)(month == 2 && is_leap_year(year));
}

/* year 1…9999, month 1…12; for months 0 and 13…15 it is some number. */
static inline int64_t days_of_date(unsigned year, unsigned month, unsigned day) {
  /* From 1 March on. */
  static const uint16_t before[16] = {0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 0, 0, 0};
  const unsigned years = year - (month <= 2), centuries = years / 100;
  const unsigned days = 365 * years + years / 4 - centuries + centuries / 4 + before[month] + day - 1;
  return (int64_t)days - DAYS_TO_1970;
}

/* The inverse, of days from 1 March of the year 0 on. */
static inline void date_of_days(int64_t days_since_1970, unsigned *year, unsigned *month, unsigned *day) {
  const uint32_t days = (uint32_t)(days_since_1970 + DAYS_TO_1970);
  const uint32_t era = days / DAYS_OF_400_YEARS, day_of_era = days % DAYS_OF_400_YEARS;
  /* What leap days have added, taken away: all years have 365 days then. */
  const uint32_t year_of_era = (day_of_era - day_of_era / (DAYS_OF_4_YEARS - 1) + day_of_era / 36524 -
                                day_of_era / (DAYS_OF_400_YEARS - 1)) /
                               365;
  const uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const uint32_t months = (5 * day_of_year + 2) / 153;
  *day = day_of_year - (153 * months + 2) / 5 + 1;
  *month = months < 10 ? months + 3 : months - 9;
  *year = 400 * era + year_of_era + (*month <= 2);
}

#endif
