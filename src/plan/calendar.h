/* Instants as dates, when a layout is compiled and where ranges are looked for. */
#ifndef ROWKEY_PLAN_CALENDAR_H
#define ROWKEY_PLAN_CALENDAR_H

#include "plan/plan.h"

/* Of VALUE_CALENDAR: the instants that it has a result for. */
struct range rowkey_calendar_domain(const struct value *value);
/* Its result for one of these. */
struct integer rowkey_calendar_at(const struct value *value, struct integer instant);
/* Its results for those that a.range shares with these, which are some. */
struct range rowkey_calendar_range(const struct value *value);

/* Whether the value is the beginning of a period. */
static inline bool is_calendar_start(const struct value *value) {
  return value->kind == VALUE_CALENDAR && value->calendar >= ROWKEY_CALENDAR_WEEK_START;
}
/* Whether it never falls where the instant rises. */
static inline bool follows_instant(const struct value *value) {
  return is_calendar_start(value) || value->calendar == ROWKEY_CALENDAR_YEAR;
}
/* How long the value has been the same: 0 to the units of its longest period less one. */
struct range rowkey_calendar_rest(const struct value *start);
/* Whether two instants lie in one of the periods within which the value follows its instants: a month follows
 * them in a year. */
bool rowkey_calendar_follows(const struct value *value, struct integer first, struct integer last);

#endif
