#include "explain/periods.h"

#include "plan/operation.h"
#include "plan/recovery.h"

enum { YEAR = 1, QUARTER = 2, MONTH = 4, WEEK = 8, DAY = 16 };
enum { WITHIN_YEAR = YEAR, WITHIN_QUARTER = YEAR | QUARTER, WITHIN_MONTH = YEAR | QUARTER | MONTH };
enum { WITHIN_DAY = YEAR | QUARTER | MONTH | WEEK | DAY };

static const struct value *instant_of(const struct value *value) {
  return value != NULL && value_keeps_bits(value) ? value->a : value;
}

/* Of an instant's column, and what is made of it: the units of a day; 0 for numbers that are no instants. */
static uint64_t units_of_day(const struct value *instant) {
  uint64_t units = 86400;
  for (int unit = ROWKEY_SECONDS; unit < (int)instant->unit; unit++) units *= 1000;
  return instant->unit == ROWKEY_NO_TIME ? 0 : units;
}

/* Between two multiples of `units`. */
static struct period period_of_units(const struct value *instant, uint64_t units) {
  struct period period = {.instant = instant_of(instant), .units = units};
  const uint64_t day = units_of_day(period.instant);
  if (units != 0 && day % units == 0 && day != 0) period.known = WITHIN_DAY;
  return period;
}

static struct period period_of_calendar(const struct value *value, unsigned known) {
  if (known == WITHIN_DAY) return period_of_units(value->a, units_of_day(instant_of(value->a)));
  return (struct period){.instant = instant_of(value->a), .known = known};
}

struct period rowkey_period_of(const struct value *value) {
  if (value_is_date(value)) switch (value->operation->calendar) {
      case ROWKEY_CALENDAR_YEAR:
      case ROWKEY_CALENDAR_YEAR_START:
        return period_of_calendar(value, WITHIN_YEAR);
      case ROWKEY_CALENDAR_QUARTER_START:
        return period_of_calendar(value, WITHIN_QUARTER);
      case ROWKEY_CALENDAR_MONTH_START:
        return period_of_calendar(value, WITHIN_MONTH);
      case ROWKEY_CALENDAR_WEEK_START:
        return period_of_calendar(value, WEEK);
      default:
        return (struct period){.instant = NULL};
    }
  /* x / n, or x less its remainder: where those truncate, a period about 0 has no multiples at both ends. */
  const struct division quotient = rowkey_division_of_quotient(value);
  const bool rounds = quotient.dividend == NULL && rowkey_unrounded(value) != NULL;
  const struct division division = rounds ? rowkey_division_of_remainder(value->b) : quotient;
  if (division.dividend == NULL || (!division.floors && division.dividend->range.low.negative))
    return (struct period){.instant = NULL};
  return period_of_units(division.dividend, division.divisor);
}

/* ---- Finer ----------------------------------------------------------------------------------- */

/* A unit of the calendar that is counted from the beginning of another. */
static bool narrow_by_calendar(struct period *period, const struct value *value) {
  static const struct {
    unsigned within, then;
  } units[] = {[ROWKEY_CALENDAR_QUARTER] = {YEAR, WITHIN_QUARTER},
               [ROWKEY_CALENDAR_MONTH] = {YEAR, WITHIN_MONTH},
               [ROWKEY_CALENDAR_DAY] = {MONTH, WITHIN_DAY},
               [ROWKEY_CALENDAR_DAY_OF_YEAR] = {YEAR, WITHIN_DAY},
               [ROWKEY_CALENDAR_DAY_OF_WEEK] = {WEEK, WITHIN_DAY}};
  const enum rowkey_calendar field = value->operation->calendar;
  if (field > ROWKEY_CALENDAR_DAY_OF_WEEK || (period->known & units[field].within) == 0) return false;
  *period = period_of_calendar(value, units[field].then);
  return true;
}

/* floormod(x, outer), or that divided by `inner`. */
static bool narrow_by_units(struct period *period, struct division rest, uint64_t inner) {
  const uint64_t outer = rest.divisor;
  if (period->units == 0 || outer % period->units != 0 || outer % inner != 0) return false;
  *period = period_of_units(rest.dividend, inner);
  return true;
}

/* Whether the period lies in one of those that `rounded` begins. */
static bool holds(const struct value *rounded, const struct period *period) {
  const struct period whole = rowkey_period_of(rounded);
  if (whole.instant == NULL) return false;
  if (whole.units != 0) return period->units != 0 && whole.units % period->units == 0;
  /* The smallest unit that is known of the whole. */
  const unsigned smallest = (whole.known & MONTH) != 0     ? MONTH
                            : (whole.known & QUARTER) != 0 ? QUARTER
                                                           : whole.known;
  return (period->known & smallest) != 0;
}

/* The remainder by a constant that is never negative; without a dividend where the value is none. */
static struct division floor_remainder_of(const struct value *value) {
  const struct division division = rowkey_division_of_remainder(value), none = {.dividend = NULL};
  if (division.dividend == NULL || !value_is_integer(division.dividend)) return none;
  return division.floors || !division.dividend->range.low.negative ? division : none;
}

bool rowkey_period_narrow(struct period *period, const struct value *value, bool *exact) {
  const struct division quotient = rowkey_division_of_quotient(value);
  const uint64_t inner = quotient.dividend == NULL ? 1 : quotient.divisor;
  const struct value *rest = quotient.dividend == NULL ? value : quotient.dividend;
  *exact = false;
  if (period->instant == NULL || value->a == NULL || instant_of(rest->a) != period->instant) return false;
  if (value_is_date(value)) return narrow_by_calendar(period, value);
  if (value_is_of(value, &rowkey_operation_subtract) && rowkey_is_rounded(value->b, value->a)) {
    *exact = holds(value->b, period);
    return *exact;
  }
  const struct division remainder = floor_remainder_of(rest);
  if (remainder.dividend == NULL || !narrow_by_units(period, remainder, inner)) return false;
  *exact = inner == 1;
  return true;
}
