/* The proleptic Gregorian calendar, from dates to days; simd/kernels/dates.h has the way back. */
#ifndef ROWKEY_SRC_SHARED_CIVIL_H
#define ROWKEY_SRC_SHARED_CIVIL_H

#include <stdbool.h>
#include <stdint.h>

enum {
  DAYS_TO_1970 = 719468, /* from 1 March of the year 0: leap days end the years that begin so */
  FIRST_DAY = -719162,   /* 0001-01-01, from 1970-01-01 on */
  LAST_DAY = 2932896,    /* 9999-12-31 */
  SECONDS_OF_DAY = 86400
};

#define FIRST_SECOND (INT64_C(1) * FIRST_DAY * SECONDS_OF_DAY)
#define LAST_SECOND (INT64_C(1) * LAST_DAY * SECONDS_OF_DAY + SECONDS_OF_DAY - 1)

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

#endif
