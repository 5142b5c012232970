/* The layout of some parts of another layout's key. */
#ifndef ROWKEY_PLAN_PART_LAYOUT_H
#define ROWKEY_PLAN_PART_LAYOUT_H

#include "plan/plan.h"

/* A layout whose key is parts first … first + count - 1 of the layout's, made from the same columns: encoders
 * of it write what stands at their place in the whole key. It shares the layout's memory, which must outlive
 * it. NULL without memory; freed with rowkey_layout_free. */
struct rowkey_layout *rowkey_make_part_layout(const struct rowkey_layout *layout, size_t first, size_t count);

#endif
