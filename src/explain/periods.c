#include "explain/periods.h"

#include "divisor.h"
#include "plan/calendar.h"
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

static uint64_t number_of(const struct value *constant) { return rowkey_integer_bits(constant->range.low); }

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
  if (value->kind == VALUE_CALENDAR) switch (value->calendar) {
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
  const struct value *division = value->kind == VALUE_DIVIDE_CONSTANT ? value : value->b;
  if (rowkey_unrounded(value) == NULL || (division != value && !value_is_remainder(division)))
    return (struct period){.instant = NULL};
  const bool floors = division->kind == VALUE_FLOORMOD_CONSTANT || !division->a->range.low.negative;
  return floors ? period_of_units(division->a, number_of(division->b)) : (struct period){.instant = NULL};
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
  if (follows_instant(value) || (period->known & units[value->calendar].within) == 0) return false;
  *period = period_of_calendar(value, units[value->calendar].then);
  return true;
}

/* floormod(x, outer), or that divided by `inner`. */
static bool narrow_by_units(struct period *period, const struct value *rest, uint64_t inner) {
  const uint64_t outer = number_of(rest->b);
  if (period->units == 0 || outer % period->units != 0 || outer % inner != 0) return false;
  *period = period_of_units(rest->a, inner);
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

/* The value without a division by a constant, which is *by. */
static const struct value *without_division(const struct value *value, uint64_t *by) {
  *by = 1;
  if (value->kind != VALUE_DIVIDE_CONSTANT) return value;
  *by = number_of(value->b);
  return value->a;
}

static bool is_floor_remainder(const struct value *value) {
  return value->kind == VALUE_FLOORMOD_CONSTANT ||
         (value->kind == VALUE_MODULO_CONSTANT && !value->a->range.low.negative &&
          value_is_integer(value->a));
}

bool rowkey_period_narrow(struct period *period, const struct value *value, bool *exact) {
  uint64_t inner;
  const struct value *rest = without_division(value, &inner);
  *exact = false;
  if (period->instant == NULL || value->a == NULL || instant_of(rest->a) != period->instant) return false;
  if (value->kind == VALUE_CALENDAR) return narrow_by_calendar(period, value);
  if (value_is_of(value, &rowkey_operation_subtract) && rowkey_is_rounded(value->b, value->a)) {
    *exact = holds(value->b, period);
    return *exact;
  }
  if (!is_floor_remainder(rest) || !narrow_by_units(period, rest, inner)) return false;
  *exact = inner == 1;
  return true;
}
