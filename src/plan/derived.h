/* Layouts derived from others. They share memory with the original, which must outlive them. Free them with
 * rowkey_layout_free. All functions return NULL when memory is exhausted. */
#ifndef ROWKEY_PLAN_DERIVED_H
#define ROWKEY_PLAN_DERIVED_H

#include "plan/recovery.h"

/* columns[i] is the column that takes the place of value i, or ROWKEY_NONE. The layout's own columns come
 * first; column_values[c] is the value that an added column c holds. */
struct columns_for_values {
  const struct rowkey_layout *layout;
  const size_t *columns;
  size_t column_count;
  const struct value *const *column_values;
};
struct rowkey_layout *rowkey_make_layout_of_columns(const struct columns_for_values *given);

/* The layout in which columns replace the values that are read from the key: encoding with this layout makes
 * the key again. */
struct rowkey_layout *rowkey_make_checking_layout(const struct recovery *recovery);

/* A layout with the same columns, whose key consists of the parts first … first + count - 1 of the layout's
 * key. Its encoders write the same bytes as these parts have in the whole key. */
struct rowkey_layout *rowkey_make_part_layout(const struct rowkey_layout *layout, size_t first, size_t count);

#endif
