/* Arithmetic on columns, between two values of one of them.
 *
 * Each operation in turn is computed at both ends of the interval, and rises or falls between them if its
 * operands do. If the result at an end leaves its type, or does not fit the field, the end moves to where it
 * fits. All numbers are exact: operands are in their types, and a result beyond 64 bits is noticed.
 *
 *     {9999999999 - ts:010d}     ts >= 4, of a u64
 *
 * At ts = 4 the field is 9999999995. At the largest u64 the difference leaves the type: the end moves to ts =
 * 9999999999, where the field is 0. Between them the field falls as ts rises, so the ends of the range swap.
 */
#ifndef ROWKEY_SRC_RANGES_EXPRESSION_H
#define ROWKEY_SRC_RANGES_EXPRESSION_H

#include "ranges/search.h"

enum shape { CONSTANT_SHAPE, RISING, FALLING, UNKNOWN_SHAPE };

/* An operation; operands stand before it. */
struct node {
  const struct value *value;
  size_t a, b;       /* the operands' places */
  size_t constraint; /* of a column, else ROWKEY_NONE */
  enum shape shape;
  bool strict;              /* two values of the column never have the same result */
  struct integer low, high; /* the results at the two ends */
  struct integer at;        /* the result at the value asked for last */
};

struct expression {
  struct range allowed; /* results that can be written */
  struct node *nodes;
  size_t count;
};

/* An expression over an interval of one column. */
struct view {
  const struct range_search *search;
  const struct expression *expression;
  size_t constraint;                 /* of the column that is followed */
  const struct column_state *states; /* the other columns have their least wanted value */
  uint64_t low, high;                /* the interval of that column */
};

enum finding { FOUND, AGAIN, NO_ORDER, NO_ROW };

/* ---- expression.c ---------------------------------------------------------------------- */

/* The result of the operation on integers. A divisor b must not be 0, a shift count b must be 0 to 63, and an
 * instant must have a date. */
struct integer rowkey_apply(const struct value *value, struct integer a, struct integer b);
/* The value of a constraint's column when the followed column is `value`. */
struct integer rowkey_view_column(const struct view *view, size_t constraint, uint64_t value);
/* The value of node `last` when the followed column is `value`. The nodes before it must be good from
 * view->low to view->high. */
struct integer rowkey_view_value(const struct view *view, size_t last, uint64_t value);
/* The least value of the column for which the node is above or below `bound`, or, if `inclusive`, equal to
 * it. The node must follow the column. False if there is none. */
bool rowkey_view_passes(const struct view *view, size_t node, struct integer bound, bool above,
                        bool inclusive, uint64_t *found);

/* ---- shape.c --------------------------------------------------------------------------- */

/* Finds the shape of the node. Its operands' shapes and its own values at the ends must be set. */
void rowkey_find_shape(struct node *node, const struct node *a, const struct node *b);

/* ---- view.c ---------------------------------------------------------------------------- */

/* Moves the ends to where all operations are good and finds their shapes: FOUND when the last one follows the
 * column, NO_ROW when no value is good. */
enum finding rowkey_view_look(struct view *view);

static inline bool integers_equal(struct integer a, struct integer b) {
  return !rowkey_integer_less(a, b) && !rowkey_integer_less(b, a);
}

#endif
