/* Which bytes the keys of a layout can hold. */
#ifndef ROWKEY_PLAN_MAY_HOLD_H
#define ROWKEY_PLAN_MAY_HOLD_H

#include "plan/plan.h"

/* Sets layout->may_hold and layout->may_add from its key. */
void rowkey_find_bytes(struct rowkey_layout *layout);

/* Adds the bytes that part `index` of the sequence can hold, where text columns hold any. */
void rowkey_add_part_bytes(const struct sequence *sequence, size_t index, uint8_t set[32]);

#endif
