#include "plan/calendar.h"

#include <string.h>

#include "civil.h"
#include "kernels/divisor.h"

/* The days of the longest period that begins so. */
static uint64_t most_days(enum rowkey_calendar start) {
  return start == ROWKEY_CALENDAR_WEEK_START      ? 7
         : start == ROWKEY_CALENDAR_MONTH_START   ? 31
         : start == ROWKEY_CALENDAR_QUARTER_START ? 92
                                                  : 366;
}

static uint64_t units_of(const struct value *value) { return value_divisor(value)->value; }

static struct integer apply(const struct value *value, enum rowkey_calendar field, struct integer instant) {
  const uint64_t bits = rowkey_integer_bits(instant);
  uint64_t result;
  rowkey_isas[0].kernels->calendar(value_divisor(value), field, &bits, 1, &result);
  int64_t number;
  memcpy(&number, &result, sizeof number);
  return rowkey_integer_of_i64(number);
}

struct integer rowkey_calendar_at(const struct value *value, struct integer instant) {
  return apply(value, value->calendar, instant);
}

static struct integer first_of_day(const struct value *value, int64_t day) {
  return rowkey_integer_multiply(rowkey_integer_of_i64(day), rowkey_integer_of_u64(units_of(value)));
}

struct range rowkey_calendar_domain(const struct value *value) {
  const struct integer beyond = first_of_day(value, LAST_DAY + 1);
  struct range range =
      rowkey_range_of(first_of_day(value, FIRST_DAY), rowkey_integer_add(beyond, rowkey_integer_of_i64(-1)));
  const bool starts_early = rowkey_integer_less(range.low, rowkey_range_i64().low);
  range = rowkey_range_common(range, rowkey_range_i64());
  /* The period that holds the least i64 began before it: the next one is the first. */
  if (starts_early && is_calendar_start(value))
    range.low = rowkey_calendar_at(
        value, rowkey_integer_add(range.low, first_of_day(value, (int64_t)most_days(value->calendar))));
  return range;
}

struct range rowkey_calendar_range(const struct value *value) {
  static const uint64_t most[] = {[ROWKEY_CALENDAR_QUARTER] = 4,
                                  [ROWKEY_CALENDAR_MONTH] = 12,
                                  [ROWKEY_CALENDAR_DAY] = 31,
                                  [ROWKEY_CALENDAR_DAY_OF_YEAR] = 366,
                                  [ROWKEY_CALENDAR_DAY_OF_WEEK] = 7};
  const struct range range = rowkey_range_common(value->a->range, rowkey_calendar_domain(value));
  if (follows_instant(value))
    return rowkey_range_of(rowkey_calendar_at(value, range.low), rowkey_calendar_at(value, range.high));
  return rowkey_range_of(rowkey_integer_of_u64(1), rowkey_integer_of_u64(most[value->calendar]));
}

struct range rowkey_calendar_rest(const struct value *start) {
  return rowkey_range_of(rowkey_integer_of_u64(0),
                         rowkey_integer_of_u64(most_days(start->calendar) * units_of(start) - 1));
}

bool rowkey_calendar_follows(const struct value *value, struct integer first, struct integer last) {
  if (follows_instant(value)) return true;
  const enum rowkey_calendar period = value->calendar == ROWKEY_CALENDAR_DAY ? ROWKEY_CALENDAR_MONTH_START
                                      : value->calendar == ROWKEY_CALENDAR_DAY_OF_WEEK
                                          ? ROWKEY_CALENDAR_WEEK_START
                                          : ROWKEY_CALENDAR_YEAR_START;
  /* Beginnings that are no i64 have wrapped, and differ all the same. */
  const struct integer a = apply(value, period, first), b = apply(value, period, last);
  return !rowkey_integer_less(a, b) && !rowkey_integer_less(b, a);
}
