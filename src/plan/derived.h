/* Layouts derived from others. They share memory with the original, which must outlive them. Free them with
 * rowkey_layout_free. All functions return NULL when memory is exhausted. */
#ifndef ROWKEY_PLAN_DERIVED_H
#define ROWKEY_PLAN_DERIVED_H

#include "plan/recovery.h"

/* Columns in the place of values: by value, or ROWKEY_NONE. Those of the layout come first, and
 * column_values[i] is what each of the others holds. */
struct columns_for_values {
  const struct rowkey_layout *layout;
  const size_t *columns;
  size_t column_count;
  const struct value *const *column_values;
};
struct rowkey_layout *rowkey_make_layout_of_columns(const struct columns_for_values *given);

/* The layout in which the values that are read from the key take the place of columns: encoding with it gives
 * the key again. */
struct rowkey_layout *rowkey_make_checking_layout(const struct recovery *recovery);

/* A layout whose key is parts first … first + count - 1 of the layout's, made from the same columns: encoders
 * of it write what stands at their place in the whole key. */
struct rowkey_layout *rowkey_make_part_layout(const struct rowkey_layout *layout, size_t first, size_t count);

#endif
