/* Instants as dates, in UTC. */
#ifndef ROWKEY_SIMD_KERNELS_CALENDAR_H
#define ROWKEY_SIMD_KERNELS_CALENDAR_H

#include "kernels/divisor.h"
#include "simd/kernels/dates.h"

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

/* ---- Instants --------------------------------------------------------------------------------
 * Of the years 1 to 9999, so less than 2^22 days from 0000-03-01 on. A day has 86,400 seconds, or 10^3, 10^6
 * or 10^9 times as many units. What has to be divided by these is counted from the least i64 on, and so is
 * never negative; as that is no whole number of days, it is counted in steps that make one of it and of a
 * day. */

#ifdef V64_HAS_MUL_HI
/* Steps of 2^7 units, of which every day is a multiple. */
enum { CALENDAR_STEP = 7 };

struct calendar_day {
  vec64 units, multiplier;
  vec64 to_epoch; /* steps from 0000-03-01 to the least i64 */
  vec64 epoch;    /* units from 0000-03-01 to 1970-01-01, modulo 2^64 */
  uint32_t shift;
};

V_INLINE struct calendar_day calendar_day_of(const struct rowkey_divisor_constants *units) {
  const uint64_t least = UINT64_C(1) << 63 >> CALENDAR_STEP;
  return (struct calendar_day){
      .units = v64_set1(units->value),
      .multiplier = v64_set1((UINT64_C(1) << 63 | units->reciprocal >> 1) + 1),
      .to_epoch = v64_set1(DAYS_TO_1970 * (units->value >> CALENDAR_STEP) - least),
      .epoch = v64_set1(DAYS_TO_1970 * units->value),
      .shift = (63 - CALENDAR_STEP - units->normalize_shift) & 63,
  };
}

/* The multiplier, of 64 bits, is too large by 1 at most. With b bits of steps in a day that adds less than
 * 2^(22 + b) / 2^(63 + b) to the quotient, and b is at most 40. */
V_INLINE vec64 calendar_quotient(const struct calendar_day *day, vec64 from_least) {
  const vec64 steps = v64_add(v64_srl(from_least, CALENDAR_STEP), day->to_epoch);
  return v64_srl_by(v64_mul_hi_by(steps, day->multiplier), day->shift);
}

V_INLINE vec64 calendar_product(const struct calendar_day *day, vec64 days) {
  return v64_mul_lo_by(days, day->units);
}
#else
/* By products of 32 bits: a day is `odd` steps of 2^shift units, where odd has `narrow` more bits than 10. */
struct calendar_day {
  vec64 odd, multiplier; /* floor(2^(41 + narrow) / odd), below 2^32 */
  vec64 to_epoch;        /* steps from 0000-03-01 to the least i64 */
  vec64 epoch;           /* units from 0000-03-01 to 1970-01-01, modulo 2^64 */
  uint32_t shift, narrow;
};

V_INLINE struct calendar_day calendar_day_of(const struct rowkey_divisor_constants *units) {
  const uint32_t shift = (uint32_t)__builtin_ctzll(units->value);
  const uint64_t odd = units->value >> shift;
  return (struct calendar_day){
      .odd = v64_set1(odd),
      .multiplier = v64_set1(UINT64_C(1) << 31 | units->reciprocal >> 33),
      .to_epoch = v64_set1(DAYS_TO_1970 * odd - (UINT64_C(1) << 63 >> shift)),
      .epoch = v64_set1(DAYS_TO_1970 * units->value),
      .shift = shift,
      .narrow = 54 - shift - units->normalize_shift,
  };
}

/* The first quotient lacks less than 2^-7 before it is rounded down, so 1 at most: 2^-9 is in the bits that
 * are shifted out, and 2^-9 in what the multiplier lacks. */
V_INLINE vec64 calendar_quotient(const struct calendar_day *day, vec64 from_least) {
  const vec64 steps = v64_add(v64_srl_by(from_least, day->shift), day->to_epoch);
  const vec64 few = v64_srl(v64_mul_u32(v64_srl_by(steps, day->narrow), day->multiplier), 41);
  const vec64 rest = v64_sub(steps, v64_mul_u32(few, day->odd));
  const vec64 is_right = v64_srl(v64_sub(rest, day->odd), 63);
  return v64_sub(v64_add(few, v64_set1(1)), is_right);
}

V_INLINE vec64 calendar_product(const struct calendar_day *day, vec64 days) {
  return v64_sll_by(v64_mul_u32(days, day->odd), day->shift);
}
#endif

V_INLINE vec64 calendar_some(const struct calendar_day *day, enum rowkey_calendar field, vec64 instant) {
  const vec64 days = calendar_quotient(day, v64_xor(instant, v64_set1(UINT64_C(1) << 63)));
  const vec64 result = calendar_field(field, days);
  if (field < ROWKEY_CALENDAR_WEEK_START) return result;
  return v64_sub(calendar_product(day, v64_sub(days, result)), day->epoch);
}

/* All rows; the field is a constant where it is called. */
V_INLINE void calendar_rows(const struct calendar_day *day, enum rowkey_calendar field,
                            const uint64_t *instants, size_t rows, uint64_t *out) {
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(out + row, calendar_some(day, field, v64_load(instants + row)));
  if (row < rows) {
    uint64_t last[V64_LANES] = {0};
    memcpy(last, instants + row, (rows - row) * sizeof last[0]);
    v64_store(last, calendar_some(day, field, v64_load(last)));
    memcpy(out + row, last, (rows - row) * sizeof last[0]);
  }
}

static void calendar(const struct rowkey_divisor_constants *units, enum rowkey_calendar field,
                     const uint64_t *instants, size_t rows, uint64_t *out) {
  const struct calendar_day day = calendar_day_of(units);
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
