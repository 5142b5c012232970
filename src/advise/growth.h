/* What becomes of a design when its table grows. */
#ifndef ROWKEY_ADVISE_GROWTH_H
#define ROWKEY_ADVISE_GROWTH_H

#include "advise/measure.h"

/* The first half of the sampled records, in the order in which they were written, stands for all that was
 * before, as many rows as it takes; the next quarter for itself; and the last quarter are the rows that are
 * being written. `grown`: the rows that the table has then; 0: those that it has now. */
struct growth rowkey_growth_of(const struct records *records, uint64_t grown);

/* Fills in measured->now and measured->growth but their cost. The room has the order of the keys. */
void rowkey_measure_growth(const struct measuring *measuring, const struct measuring_room *room,
                           struct measured *measured);

#endif
