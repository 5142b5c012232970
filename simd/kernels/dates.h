/* Dates of the proleptic Gregorian calendar, in UTC (Neri, Schneider: Euclidean affine functions and their
 * application to calendar algorithms, 2022). Years begin with March here, so that leap days end them. */
#ifndef ROWKEY_SIMD_KERNELS_DATES_H
#define ROWKEY_SIMD_KERNELS_DATES_H

#include "civil.h"

/* Days from 1 March to 1 January. */
enum { CALENDAR_JANUARY = 306 };

/* A date; days are counted from 0 here, and `january` is 1 in January and February, whose year began with the
 * March before them. */
struct calendar_date {
  vec64 century, year; /* the year of the century in the higher half, in the lower one how far it has gone */
  vec64 day_of_year, day_of_month;
  vec64 month; /* 3 to 14 */
  vec64 january;
};

/* One day of the year in calendar_date.year: 2^32 / 1461 = 2939744.9 in quarters of days, rounded up, so that
 * at the end of the 100th year 149 * 99 are too many, less than a 700th of a day. */
#define CALENDAR_DAY UINT64_C(11758980)

/* From days since 0000-03-01, below 2^22. */
V_INLINE struct calendar_date calendar_date_of(vec64 days) {
  struct calendar_date date;
  /* n / 146097, the days of 400 years: ceil(2^42 / 146097) = 30103606, error below 2^18, n below 2^24. */
  const vec64 n = v64_add(v64_sll(days, 2), v64_set1(3));
  date.century = v64_srl(v64_mul_u32(n, v64_set1(30103606)), 42);
  /* Quarters of days, of which 1461 are a year: those of whole days, and 3. */
  const vec64 of_century = v64_or(v64_sub(n, v64_mul_u32(date.century, v64_set1(146097))), v64_set1(3));
  date.year = v64_mul_u32(of_century, v64_set1(CALENDAR_DAY / 4));
  /* The lower half / CALENDAR_DAY: ceil(2^55 / CALENDAR_DAY) = 3063938966, error below 2^-23, and the
   * quotient is never closer than 0.24 below a whole day. */
  date.day_of_year = v64_srl(v64_mul_u32(date.year, v64_set1(UINT64_C(3063938966))), 55);
  /* Months as a line: month = k / 2^16, and the day is what is left of k, divided by 2141: ceil(2^28 / 2141)
   * = 125379, error below 2^12, what is left below 2^16. */
  const vec64 k = v64_add(v64_mul_u32(date.day_of_year, v64_set1(2141)), v64_set1(197913));
  date.month = v64_srl(k, 16);
  date.day_of_month = v64_srl(v64_mul_u32(v64_and(k, v64_set1(0xffff)), v64_set1(125379)), 28);
  /* 1 from 306 to 511. */
  date.january = v64_srl(v64_add(date.day_of_year, v64_set1(512 - CALENDAR_JANUARY)), 9);
  return date;
}

/* ---- What a date has ------------------------------------------------------------------------- */

/* What is left of the year from January on carries into the next one. */
V_INLINE vec64 calendar_year(const struct calendar_date *date) {
  const uint64_t left = (UINT64_C(1) << 32) - CALENDAR_JANUARY * CALENDAR_DAY;
  const vec64 year_of_century = v64_srl(v64_add(date->year, v64_set1(left)), 32);
  return v64_add(v64_mul_u32(date->century, v64_set1(100)), year_of_century);
}

/* x where the condition, 0 or 1, is 1, else 0. */
V_INLINE vec64 calendar_if(vec64 condition, uint64_t x) {
  return v64_and(v64_sub(v64_set1(0), condition), v64_set1(x));
}

/* 1 to 12 */
V_INLINE vec64 calendar_month(const struct calendar_date *date) {
  return v64_sub(date->month, calendar_if(date->january, 12));
}

/* 1 to 4: m / 3 as 11 m / 32, for m from 3 to 14 */
V_INLINE vec64 calendar_quarter(const struct calendar_date *date) {
  const vec64 month = v64_add(calendar_month(date), v64_set1(2));
  return v64_srl(v64_mul_u32(month, v64_set1(11)), 5);
}

/* Whether the year that began with March is a leap year, 0 or 1. A year that ends a century is one if the
 * century is divisible by 4. */
V_INLINE vec64 calendar_leap(const struct calendar_date *date) {
  const vec64 year_of_century = v64_srl(date->year, 32);
  const vec64 ends_century = v64_equal(year_of_century, v64_set1(0));
  const vec64 counted = v64_or(year_of_century, v64_and(ends_century, date->century));
  return v64_and(v64_equal(v64_and(counted, v64_set1(3)), v64_set1(0)), v64_set1(1));
}

/* 0 to 365, from 1 January on: 59 or 60 days come before March. */
V_INLINE vec64 calendar_day_of_year(const struct calendar_date *date) {
  const vec64 before =
      v64_and(v64_sub(date->january, v64_set1(1)), v64_add(calendar_leap(date), v64_set1(59)));
  return v64_sub(v64_add(date->day_of_year, before), calendar_if(date->january, CALENDAR_JANUARY));
}

/* 0 to 91: quarters from the second on begin after 90, 181 and 273 days, and the leap day. */
V_INLINE vec64 calendar_day_of_quarter(const struct calendar_date *date) {
  const vec64 quarter = calendar_quarter(date);
  const vec64 second = v64_srl(v64_add(quarter, v64_set1(2)), 2);
  const vec64 third = v64_srl(v64_add(quarter, v64_set1(1)), 2), fourth = v64_srl(quarter, 2);
  const vec64 days =
      v64_add(calendar_if(second, 90), v64_add(calendar_if(third, 91), calendar_if(fourth, 92)));
  const vec64 leap = v64_and(second, calendar_leap(date));
  return v64_sub(calendar_day_of_year(date), v64_add(days, leap));
}

/* 0 to 6, from Monday on, of a day since 0000-03-01, a Wednesday; x / 7: ceil(2^32 / 7) = 613566757, error 3,
 * x below 2^22. */
V_INLINE vec64 calendar_day_of_week(vec64 days) {
  const vec64 x = v64_add(days, v64_set1(2));
  const vec64 weeks = v64_srl(v64_mul_u32(x, v64_set1(613566757)), 32);
  return v64_sub(x, v64_mul_u32(weeks, v64_set1(7)));
}

#endif
