/* Dates of the proleptic Gregorian calendar, in UTC (Neri, Schneider: Euclidean affine functions and their
 * application to calendar algorithms, 2022). Years begin with March here, so that leap days end them. */
#ifndef ROWKEY_SIMD_KERNELS_CALENDAR_H
#define ROWKEY_SIMD_KERNELS_CALENDAR_H

#include "simd/kernels/modulo.h"

/* Days from 0000-03-01 to 1970-01-01, and from 1 March to 1 January. */
enum { CALENDAR_EPOCH = 719468, CALENDAR_JANUARY = 306 };

/* A date; days are counted from 0 here, and `january` is 1 in January and February, whose year began with the
 * March before them. */
struct calendar_date {
  vec64 century, year_of_century; /* of years that begin with March */
  vec64 day_of_year, day_of_month;
  vec64 month; /* 3 to 14 */
  vec64 january;
};

/* From days since 0000-03-01, below 2^22. */
V_INLINE struct calendar_date calendar_date_of(vec64 days) {
  struct calendar_date date;
  /* n / 146097, the days of 400 years: ceil(2^42 / 146097) = 30103606, error below 2^18, n below 2^24. */
  const vec64 n = v64_add(v64_sll(days, 2), v64_set1(3));
  date.century = v64_srl(v64_mul_u32(n, v64_set1(30103606)), 42);
  const vec64 of_century = v64_srl(v64_sub(n, v64_mul_u32(date.century, v64_set1(146097))), 2);
  /* m / 1461, the days of 4 years: ceil(2^32 / 1461) = 2939745, error below 2^11, m below 2^18. */
  const vec64 m = v64_add(v64_sll(of_century, 2), v64_set1(3));
  date.year_of_century = v64_srl(v64_mul_u32(m, v64_set1(2939745)), 32);
  date.day_of_year = v64_srl(v64_sub(m, v64_mul_u32(date.year_of_century, v64_set1(1461))), 2);
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

V_INLINE vec64 calendar_year(const struct calendar_date *date) {
  const vec64 year = v64_add(v64_mul_u32(date->century, v64_set1(100)), date->year_of_century);
  return v64_add(year, date->january);
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
  const vec64 ends_century = v64_equal(date->year_of_century, v64_set1(0));
  const vec64 counted = v64_or(date->year_of_century, v64_and(ends_century, date->century));
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

/* How many days lie between the beginning of the period and the day, or what the field is. */
V_INLINE vec64 calendar_field(enum rowkey_calendar field, vec64 days) {
  const struct calendar_date date = calendar_date_of(days);
  switch (field) {
    case ROWKEY_CALENDAR_YEAR:
      return calendar_year(&date);
    case ROWKEY_CALENDAR_QUARTER:
      return calendar_quarter(&date);
    case ROWKEY_CALENDAR_MONTH:
      return calendar_month(&date);
    case ROWKEY_CALENDAR_DAY:
      return v64_add(date.day_of_month, v64_set1(1));
    case ROWKEY_CALENDAR_DAY_OF_YEAR:
      return v64_add(calendar_day_of_year(&date), v64_set1(1));
    case ROWKEY_CALENDAR_DAY_OF_WEEK:
      return v64_add(calendar_day_of_week(days), v64_set1(1));
    case ROWKEY_CALENDAR_WEEK_START:
      return calendar_day_of_week(days);
    case ROWKEY_CALENDAR_MONTH_START:
      return date.day_of_month;
    case ROWKEY_CALENDAR_QUARTER_START:
      return calendar_day_of_quarter(&date);
    default: /* ROWKEY_CALENDAR_YEAR_START */
      return calendar_day_of_year(&date);
  }
}

/* ---- Instants -------------------------------------------------------------------------------- */

/* The units of a day: 2^shift times an odd number, by which multiples of it are divided exactly, modulo 2^32,
 * through multiplication by its inverse. */
struct calendar_day {
  vec64 units, inverse;
  uint32_t shift;
};

/* Newton's method: an odd number is its own inverse modulo 8, and each step doubles the bits. */
V_INLINE struct calendar_day calendar_day_of(uint64_t units) {
  const uint32_t shift = (uint32_t)__builtin_ctzll(units), odd = (uint32_t)(units >> shift);
  uint32_t inverse = odd;
  for (int bits = 3; bits < 32; bits *= 2) inverse *= 2 - odd * inverse;
  return (struct calendar_day){v64_set1(units), v64_set1(inverse), shift};
}

/* `rest`: of the instant, in units, since its day began. That beginning may lie below every i64; its low bits
 * are right all the same. */
V_INLINE vec64 calendar_some(const struct calendar_day *day, enum rowkey_calendar field, vec64 instant,
                             vec64 rest) {
  const vec64 midnight = v64_sub(instant, rest), low32 = v64_set1(UINT32_MAX);
  const vec64 days = v64_mul_u32(v64_srl_by(midnight, day->shift), day->inverse);
  const vec64 result = calendar_field(field, v64_and(v64_add(days, v64_set1(CALENDAR_EPOCH)), low32));
  if (field < ROWKEY_CALENDAR_WEEK_START) return result;
  return v64_sub(midnight, v64_mul_lo_by(result, day->units));
}

/* All rows, which may be as many as `out` has rests of; the field is a constant where it is called. */
V_INLINE void calendar_rows(const struct calendar_day *day, enum rowkey_calendar field,
                            const uint64_t *instants, size_t rows, uint64_t *out) {
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(out + row, calendar_some(day, field, v64_load(instants + row), v64_load(out + row)));
  if (row < rows) {
    uint64_t last[2][V64_LANES] = {{0}};
    memcpy(last[0], instants + row, (rows - row) * sizeof last[0][0]);
    memcpy(last[1], out + row, (rows - row) * sizeof last[1][0]);
    v64_store(last[1], calendar_some(day, field, v64_load(last[0]), v64_load(last[1])));
    memcpy(out + row, last[1], (rows - row) * sizeof last[1][0]);
  }
}

static void calendar(const struct rowkey_divisor_constants *units, enum rowkey_calendar field,
                     const uint64_t *instants, size_t rows, uint64_t *out) {
  const struct calendar_day day = calendar_day_of(units->value);
  modulo_i64(units, instants, rows, UINT64_C(1) << 63, true, out);
  switch (field) {
#define CALENDAR_ROWS(field)                                           \
  case ROWKEY_CALENDAR_##field:                                        \
    calendar_rows(&day, ROWKEY_CALENDAR_##field, instants, rows, out); \
    break;
    CALENDAR_ROWS(YEAR)
    CALENDAR_ROWS(QUARTER)
    CALENDAR_ROWS(MONTH)
    CALENDAR_ROWS(DAY)
    CALENDAR_ROWS(DAY_OF_YEAR)
    CALENDAR_ROWS(DAY_OF_WEEK)
    CALENDAR_ROWS(WEEK_START)
    CALENDAR_ROWS(MONTH_START)
    CALENDAR_ROWS(QUARTER_START)
    CALENDAR_ROWS(YEAR_START)
#undef CALENDAR_ROWS
  }
}

#endif
