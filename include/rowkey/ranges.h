/* Scan ranges: the parts of a table with the rows that meet conditions on their columns. The functions are
 * stable; the structs that they return by pointer may grow.
 *
 *     const rowkey_value id = rowkey_value_u64(42);
 *     const rowkey_condition is_42 = rowkey_condition_of(0, ROWKEY_EQUAL, &id);
 *     rowkey_ranges *ranges = rowkey_ranges_find(layout, &is_42, 1, 0, &error);
 *     if (ranges == NULL) fprintf(stderr, "%s\n", error.text);
 *     rowkey_ranges_free(ranges);
 */
#ifndef ROWKEY_RANGES_H
#define ROWKEY_RANGES_H

#include <rowkey/encode.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Integers compare as numbers, floating-point numbers as in Java's compare (-0.0 before 0.0), text as
 * unsigned bytes, a prefix before longer text. */
typedef enum rowkey_comparison {
  ROWKEY_EQUAL, /* to one of `values` */
  ROWKEY_LESS,  /* than values[0], like the next three */
  ROWKEY_LESS_EQUAL,
  ROWKEY_GREATER,
  ROWKEY_GREATER_EQUAL,
  ROWKEY_BEGINS_WITH, /* text */
  ROWKEY_IS_NULL,     /* no values; the layout must have null_first or null_last of the column */
  ROWKEY_IS_NOT_NULL  /* likewise */
} rowkey_comparison;

/* A condition on one column. The wanted rows meet all conditions. If the layout marks the nulls of a column
 * with null_first or null_last, a null meets only ROWKEY_IS_NULL; otherwise it counts as what the layout's
 * coalesce puts in its place. */
typedef struct rowkey_condition {
  size_t column; /* of the layout's schema */
  rowkey_comparison comparison;
  const rowkey_value *values; /* one value; ROWKEY_EQUAL: one or more; tests for null: none. Not nulls */
  size_t value_count;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_condition;

/* A comparison of the column with one value. */
static inline rowkey_condition rowkey_condition_of(size_t column, rowkey_comparison comparison,
                                                   const rowkey_value *value) {
  rowkey_condition condition = ROWKEY_ZERO;
  condition.column = column;
  condition.comparison = comparison;
  condition.values = value;
  condition.value_count = 1;
  return condition;
}

/* The keys from `start` up to, not including, `stop`. An empty stop is open: up to the end of the table. */
typedef struct rowkey_range {
  const void *start, *stop;
  size_t start_size, stop_size;
  bool is_key;   /* only the key `start` can lie in it: a Get is enough */
  size_t region; /* if ranges are cut at split points, else ROWKEY_NONE */
  uint64_t reserved[2];
} rowkey_range;

/* Ranges in rising order; none touches the next unless they are cut. Immutable: share them between threads.
 * They no longer need the layout. */
typedef struct rowkey_ranges {
  const rowkey_range *ranges;
  size_t count;
  /* Every wanted row lies in one of the ranges. If `exact`, no other row of the layout does. Otherwise other
   * rows may: apply the conditions on the columns with filter[column] true to each row. For example, if the
   * key holds only a hash of a column, other values may share it. */
  bool exact;
  const bool *filter; /* one for each column of the schema */
  bool limited;       /* not exact, and a greater `most` would give fewer other rows */
} rowkey_ranges;

/* How many ranges rowkey_ranges_find gives at most, where `most` is 0. */
#define ROWKEY_RANGES_BY_DEFAULT ((size_t)10000)

/* Finds the ranges of the rows that meet all conditions, 0 or more. It gives at most `most` ranges; 0 means
 * 10,000, or as many as fit in 1 GiB if that is fewer, as for keys of more than 50,000 bytes. If exact ranges
 * would be more than that, or finding them would take more than 64 * most steps (at least 640,000), it gives
 * fewer, longer ranges that are not exact. This bounds the time for any conditions, to about a second for
 * 10,000 ranges. If the conditions leave few values to the columns that a salt is computed from, only their
 * salts are tried; otherwise all are. If no row can meet the conditions, there are no ranges. Free the result
 * with rowkey_ranges_free.
 *
 * Returns NULL and fills `error` on failure. ROWKEY_ERROR_ARGUMENT: a column that is not in the schema, a
 * value that is missing or null, or a comparison that the column's type does not have; error->column is the
 * column. ROWKEY_ERROR_TYPE: the whole table would be read, because no range can serve a condition: the
 * layout does not use the column, the key holds only a hash of it, or keys do not sort by it; or a test for
 * null of a column that the layout does not mark. (If other conditions exclude a part of the table, such a
 * condition is one to filter by, and not an error.) ROWKEY_ERROR_RANGE: the conditions on error->column alone
 * contradict each other, or an f64 or f32 is NaN. ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_find(const rowkey_layout *layout,
                                                 const rowkey_condition *conditions, size_t count,
                                                 size_t most, rowkey_error *error);

/* Finds ranges as rowkey_ranges_find does until go_on(context) returns false: then ROWKEY_ERROR_STOPPED.
 * `go_on` may be NULL.
 *
 *     static bool is_wanted(void *context) { return !*(volatile sig_atomic_t *)context; }
 *     ranges = rowkey_ranges_find_while(layout, conditions, count, 0, is_wanted, &interrupted, &error);
 */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_find_while(const rowkey_layout *layout,
                                                       const rowkey_condition *conditions, size_t count,
                                                       size_t most, rowkey_go_on *go_on, void *context,
                                                       rowkey_error *error);

/* Cuts ranges at the points of `splits`, which it checks, so that each part lies in one region. Free the
 * result with rowkey_ranges_free. */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_cut(const rowkey_ranges *ranges, const rowkey_splits *splits,
                                                rowkey_error *error);

/* Split points that divide the keys in the ranges between `regions` regions, as rowkey_splits_of_layout does
 * for all keys: for a table of which the values are known to lie in a part of what the layout can hold. All
 * ranges together count, with everything that they hold where they are not exact: with N values of the first
 * field in them, point i begins with value number floor(i * N / regions). Where that is one value, the points
 * divide the next field. The first region still has all keys before point 0, and the last one all from the
 * last point on.
 *
 *     rowkey_condition at_least_0 = rowkey_condition_of(0, ROWKEY_GREATER_EQUAL, &zero);
 *     ranges = rowkey_ranges_find(layout, &at_least_0, 1, 0, &error);
 *     splits = rowkey_splits_of_ranges(layout, ranges, 16, &error);
 *
 * The ranges must be those of the layout. Errors are those of rowkey_splits_of_layout;
 * ROWKEY_ERROR_RANGE also if the ranges hold no key, or fewer values than regions. Free the result with
 * rowkey_splits_free. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_of_ranges(const rowkey_layout *layout,
                                                      const rowkey_ranges *ranges, size_t regions,
                                                      rowkey_error *error);

ROWKEY_API void rowkey_ranges_free(rowkey_ranges *ranges); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
