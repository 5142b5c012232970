/* Instants as dates, in UTC: fields of the calendar, and the starts of its periods. */
#include "civil.h"
#include "plan/operation.h"

/* The days of the longest period of this kind. */
static uint64_t most_days(const struct value *start) {
  const enum rowkey_calendar field = start->operation->calendar;
  return field == ROWKEY_CALENDAR_WEEK_START      ? 7
         : field == ROWKEY_CALENDAR_MONTH_START   ? 31
         : field == ROWKEY_CALENDAR_QUARTER_START ? 92
                                                  : 366;
}

static bool is_start(const struct value *value) {
  return value->operation->calendar >= ROWKEY_CALENDAR_WEEK_START;
}

static uint64_t units_of_day(const struct value *value) {
  uint64_t units = SECONDS_OF_DAY;
  for (int unit = ROWKEY_SECONDS; unit < (int)value->a->unit; unit++) units *= 1000;
  return units;
}

static uint64_t apply(const struct value *value, enum rowkey_calendar field, uint64_t instant) {
  uint64_t result;
  rowkey_isas[0].kernels->calendar(value_divisor(value), field, &instant, 1, &result);
  return result;
}

static uint64_t date_of(const struct value *value, uint64_t instant, uint64_t unused) {
  (void)unused;
  return apply(value, value->operation->calendar, instant);
}

static void run_calendar(const struct operation_rows *rows) {
  rows->kernels->calendar(value_divisor(rows->value), rows->value->operation->calendar, rows->a, rows->count,
                          rows->out);
}

/* ---- Instants ---------------------------------------------------------------------------------- */

static struct integer first_of_day(const struct value *value, int64_t day) {
  return rowkey_integer_multiply(rowkey_integer_of_i64(day), rowkey_integer_of_u64(units_of_day(value)));
}

static struct range instants_with_date(const struct value *value) {
  const struct integer beyond = first_of_day(value, LAST_DAY + 1);
  struct range range =
      rowkey_range_of(first_of_day(value, FIRST_DAY), rowkey_integer_add(beyond, rowkey_integer_of_i64(-1)));
  const bool starts_early = rowkey_integer_less(range.low, rowkey_range_i64().low);
  range = rowkey_range_common(range, rowkey_range_i64());
  /* The period that holds the least i64 starts before it, so the next period is the first. */
  if (starts_early && is_start(value))
    range.low = rowkey_operation_result(
        value, rowkey_integer_add(range.low, first_of_day(value, (int64_t)most_days(value))), range.low);
  return range;
}

/* ---- Results ----------------------------------------------------------------------------------- */

static struct range range_of_field(const struct value *value, struct range a, struct range b) {
  static const uint64_t most[] = {[ROWKEY_CALENDAR_QUARTER] = 4,
                                  [ROWKEY_CALENDAR_MONTH] = 12,
                                  [ROWKEY_CALENDAR_DAY] = 31,
                                  [ROWKEY_CALENDAR_DAY_OF_YEAR] = 366,
                                  [ROWKEY_CALENDAR_DAY_OF_WEEK] = 7};
  (void)a, (void)b;
  return rowkey_range_of(rowkey_integer_of_u64(1), rowkey_integer_of_u64(most[value->operation->calendar]));
}

/* From 0 to one unit less than the longest period. */
static struct range range_of_rest(const struct value *start) {
  return rowkey_range_of(rowkey_integer_of_u64(0),
                         rowkey_integer_of_u64(most_days(start) * units_of_day(start) - 1));
}

static struct course follow_instant(const struct value *value, unsigned side, struct range a,
                                    struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, false, is_start(value) ? 0 : 1};
}

/* A field rises with the instants within one period, as the month does within a year. */
static struct course follow_within_period(const struct value *value, unsigned side, struct range a,
                                          struct range b) {
  (void)side, (void)b;
  const enum rowkey_calendar field = value->operation->calendar;
  const enum rowkey_calendar period = field == ROWKEY_CALENDAR_DAY           ? ROWKEY_CALENDAR_MONTH_START
                                      : field == ROWKEY_CALENDAR_DAY_OF_WEEK ? ROWKEY_CALENDAR_WEEK_START
                                                                             : ROWKEY_CALENDAR_YEAR_START;
  const bool have_dates = rowkey_range_within(a, instants_with_date(value));
  /* Starts that are not an i64 have wrapped, but still differ. */
  const bool is_one = have_dates && apply(value, period, rowkey_integer_bits(a.low)) ==
                                        apply(value, period, rowkey_integer_bits(a.high));
  return (struct course){is_one ? RISES : SCATTERS, false, 1};
}

static rowkey_time_unit unit_of_instant(const struct value *value) { return value->a->unit; }

/* ---- The functions ----------------------------------------------------------------------------- */

#define DATE(id, field, ...)                                  \
  const struct operation rowkey_operation_##id = {            \
      .arguments = {{.takes = AN_INSTANT}},                   \
      .count = 1,                                             \
      .compute = date_of,                                     \
      .divisor = units_of_day,                                \
      .result = RESULT_I64,                                   \
      .domain = instants_with_date,                           \
      .within = "the years 1 to 9999",                        \
      .too_far = "the value is never an instant with a date", \
      .refusal = "has no date here",                          \
      .is_date = true,                                        \
      .calendar = ROWKEY_CALENDAR_##field,                    \
      .step = {"calendar", true},                             \
      .run = run_calendar,                                    \
      __VA_ARGS__,                                            \
  };

#define FIELD(id, field, follow) \
  DATE(id, field, .name = #id, .usage = #id "(instant)", .course = follow, .range = range_of_field)
#define START(id, field)                                                               \
  DATE(id, field, .name = "truncate", .course = follow_instant, .rest = range_of_rest, \
       .unit = unit_of_instant)

FIELD(year, YEAR, follow_instant)
FIELD(quarter, QUARTER, follow_within_period)
FIELD(month, MONTH, follow_within_period)
FIELD(day, DAY, follow_within_period)
FIELD(day_of_year, DAY_OF_YEAR, follow_within_period)
FIELD(day_of_week, DAY_OF_WEEK, follow_within_period)

START(week_start, WEEK_START)
START(month_start, MONTH_START)
START(quarter_start, QUARTER_START)
START(year_start, YEAR_START)
