/* Fields of one instant, from the coarse to the fine: a month rises with the instant where the year is known.
 *
 *     {year(ts):04d}{month(ts):02d}{day(ts):02d}
 *
 * The year says in which year ts lies, and rises with it. Within a year the month rises, and then both say
 * the month; within that the day rises: the three sort as ts does, by days. The day alone would not. */
#ifndef ROWKEY_EXPLAIN_PERIODS_H
#define ROWKEY_EXPLAIN_PERIODS_H

#include "plan/plan.h"

/* What some fields say of an instant: which period it lies in. */
struct period {
  const struct value *instant; /* NULL when nothing is known */
  unsigned known;              /* a bit for each of the calendar's units that hold the period */
  uint64_t units;              /* it lies between two multiples of so many units; 0 if that is not known */
};

/* The period that the value alone shows, which rises with its instant. */
struct period rowkey_period_of(const struct value *value);
/* Whether the value rises with the instant within the period; which then becomes what both show. *exact: that
 * is the instant itself. */
bool rowkey_period_narrow(struct period *period, const struct value *value, bool *exact);

#endif
