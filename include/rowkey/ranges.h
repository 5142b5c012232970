/* Scan ranges: which parts of a table hold the rows that meet conditions on their columns. The functions are
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

/* Numbers compare as numbers, floating-point ones as Java's compare has them (-0.0 before 0.0), text as
 * unsigned bytes with a prefix first. */
typedef enum rowkey_comparison {
  ROWKEY_EQUAL, /* to one of `values` */
  ROWKEY_LESS,  /* than values[0], like those that follow */
  ROWKEY_LESS_EQUAL,
  ROWKEY_GREATER,
  ROWKEY_GREATER_EQUAL,
  ROWKEY_BEGINS_WITH, /* text */
  ROWKEY_IS_NULL,     /* without values, of a column with null_first or null_last in the layout, like … */
  ROWKEY_IS_NOT_NULL
} rowkey_comparison;

/* A condition on one column. A row is asked for when it meets all of them. A null of a column that the layout
 * marks, with null_first or null_last, meets none but ROWKEY_IS_NULL; any other counts as what the layout's
 * coalesce puts in its place. */
typedef struct rowkey_condition {
  size_t column; /* of the layout's schema */
  rowkey_comparison comparison;
  const rowkey_value *values; /* one; of ROWKEY_EQUAL one or more, of tests for null none. None is null */
  size_t value_count;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_condition;

/* That the column is in the relation to one value. */
static inline rowkey_condition rowkey_condition_of(size_t column, rowkey_comparison comparison,
                                                   const rowkey_value *value) {
  rowkey_condition condition = ROWKEY_ZERO;
  condition.column = column;
  condition.comparison = comparison;
  condition.values = value;
  condition.value_count = 1;
  return condition;
}

/* That the column is null, or is not. */
static inline rowkey_condition rowkey_condition_of_null(size_t column, bool is_null) {
  rowkey_condition condition = ROWKEY_ZERO;
  condition.column = column;
  condition.comparison = is_null ? ROWKEY_IS_NULL : ROWKEY_IS_NOT_NULL;
  return condition;
}

/* The keys from `start` up to, not including, `stop`. An empty stop is open: up to the end of the table. */
typedef struct rowkey_range {
  const void *start, *stop;
  size_t start_size, stop_size;
  bool is_key;   /* `start` is the one key that can lie in it: a Get will do */
  size_t region; /* where ranges are cut at split points; else ROWKEY_NONE */
  uint64_t reserved[2];
} rowkey_range;

/* Rising, and none touches the next one unless they are cut. Not changed once they are made: share them
 * between threads. They do not need the layout any more. */
typedef struct rowkey_ranges {
  const rowkey_range *ranges;
  size_t count;
  /* Every row that is asked for lies in one of the ranges. When `exact`, no other row of the layout does;
   * otherwise other rows may: apply the conditions on the columns with filter[column] true to each row. That
   * is needed where the key holds only a hash of a column, which other values may share. */
  bool exact;
  const bool *filter; /* one for each column of the schema */
  bool limited;       /* not exact, and with a greater `most` they would hold fewer other rows */
} rowkey_ranges;

/* Find the ranges for all of the conditions, 0 or more. At most `most` ranges, 0 for 10,000 or as many as
 * take 1 GiB, which are fewer where keys have more than 50,000 bytes: where exact ones would be more, or
 * would take more than 64 * most steps to find, at least 640,000, fewer and longer ranges are given that are
 * not exact. So the time that any conditions take is bounded: by about a second for 10,000. A salt that
 * follows from columns that the conditions leave few values is computed for each of these; others are tried
 * all. Where no row can meet the conditions there are no ranges.
 *
 * NULL and `error` on failure. ROWKEY_ERROR_ARGUMENT: a column that is not in the schema, no value, one that
 * is null, or a comparison that the column's type does not have; error->column is the column.
 * ROWKEY_ERROR_TYPE: all of the table would be read, because of a condition that no range can help with: the
 * layout does not use the column, the key holds only a hash of it, or keys do not sort by it; or a test for
 * null of a column that the layout does not mark. Where others leave out a part of the table it is one to
 * filter by. ROWKEY_ERROR_RANGE: conditions on error->column that contradict each other, by themselves, or an
 * f64 or f32 that is NaN. ROWKEY_ERROR_MEMORY.
 */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_find(const rowkey_layout *layout,
                                                 const rowkey_condition *conditions, size_t count,
                                                 size_t most, rowkey_error *error);

/* The same, for as long as go_on(context) is true: else ROWKEY_ERROR_STOPPED. NULL is always true.
 *
 *     static bool is_wanted(void *context) { return !*(volatile sig_atomic_t *)context; }
 *     ranges = rowkey_ranges_find_while(layout, conditions, count, 0, is_wanted, &interrupted, &error);
 */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_find_while(const rowkey_layout *layout,
                                                       const rowkey_condition *conditions, size_t count,
                                                       size_t most, rowkey_go_on *go_on, void *context,
                                                       rowkey_error *error);

/* The same ranges cut at the points of `splits`, which are checked: each part lies in one region. */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_cut(const rowkey_ranges *ranges, const rowkey_splits *splits,
                                                rowkey_error *error);

ROWKEY_API void rowkey_ranges_free(rowkey_ranges *ranges); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
