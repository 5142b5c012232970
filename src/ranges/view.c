/* Looks at an expression between two values of one column: where all its operations have results, and
 * whether the result follows the column.
 *
 *     {200 - id:u8}    id >= 150, a u64
 *
 * At 150 the field is 50. At the largest u64 the difference is below 0: the end moves to id = 200, where
 * the field is 0. It falls in between, so the range is from 00 up to, not including, 33, which is 51. */
#include "plan/operation.h"
#include "ranges/expression.h"

/* The good results of a node: those that its type can hold and, if it is written, its field. */
static struct range good_range(const struct expression *expression, size_t index) {
  const struct value *value = expression->nodes[index].value;
  const struct range type = range_of_type(value->type);
  if (index + 1 < expression->count || value->type == TYPE_FLOAT) return type;
  return rowkey_range_common(type, expression->allowed);
}

/* Moves the ends of the view to where the node's results are good. */
static enum finding clip(struct view *view, size_t index, struct range good) {
  const bool rises = view->expression->nodes[index].shape == RISING;
  const struct integer entry = rises ? good.low : good.high, exit = rises ? good.high : good.low;
  uint64_t first, beyond;
  if (!rowkey_view_passes(view, index, entry, rises, true, &first)) return NO_ROW;
  const bool leaves = rowkey_view_passes(view, index, exit, rises, false, &beyond);
  if (leaves && beyond <= first) return NO_ROW;
  view->low = first;
  if (leaves) view->high = beyond - 1;
  return AGAIN;
}

static bool divides(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->divides;
}

/* Whether the node, an operand, has good results at both ends; otherwise moves the ends to where it has. */
static enum finding look_at_operand(struct view *view, size_t index, struct range good) {
  const struct node *operand = &view->expression->nodes[index];
  if (operand->shape == UNKNOWN_SHAPE) return NO_ORDER;
  if (rowkey_range_holds(good, operand->low) && rowkey_range_holds(good, operand->high)) return FOUND;
  return operand->shape == CONSTANT_SHAPE ? NO_ROW : clip(view, index, good);
}

/* The same for an argument, unless all its numbers are good. */
static enum finding look_at_argument(struct view *view, const struct value *argument, size_t index,
                                     struct range good) {
  return rowkey_range_within(range_of_type(argument->type), good) ? FOUND
                                                                  : look_at_operand(view, index, good);
}

/* The same for all operands that have to be in a range. */
static enum finding look_at_operands(struct view *view, const struct node *node) {
  const struct value *value = node->value;
  if (value->kind != VALUE_OPERATION) return FOUND;
  const enum finding first = look_at_argument(view, value->a, node->a, value->good[0]);
  return first != FOUND || value->b == NULL ? first
                                            : look_at_argument(view, value->b, node->b, value->good[1]);
}

/* Whether good operands always make results that fit their type. */
static bool stays_in_type(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->exact == NULL;
}

static enum finding look_at_node(struct view *view, size_t index) {
  struct node *nodes = view->expression->nodes, *node = &nodes[index];
  const struct value *value = node->value;
  const struct node *a = &nodes[node->a], *b = &nodes[node->b];
  if (node->constraint != ROWKEY_NONE) {
    const bool followed = node->constraint == view->constraint;
    node->low = rowkey_view_column(view, node->constraint, view->low);
    node->high = rowkey_view_column(view, node->constraint, view->high);
    node->shape = followed ? RISING : CONSTANT_SHAPE;
    node->strict = followed;
  } else if (value->kind == VALUE_CONSTANT) {
    node->low = node->high = value->range.low;
    node->shape = CONSTANT_SHAPE;
    node->strict = false;
  } else {
    if (divides(value) && b->shape != CONSTANT_SHAPE) return NO_ORDER;
    if (divides(value) && b->low.magnitude == 0) return NO_ROW;
    const enum finding operands = look_at_operands(view, node);
    if (operands != FOUND) return operands;
    node->low = rowkey_apply(value, a->low, b->low);
    node->high = rowkey_apply(value, a->high, b->high);
    rowkey_find_shape(node, a, b);
  }
  if (node->shape == UNKNOWN_SHAPE) return stays_in_type(value) ? FOUND : NO_ORDER;
  const struct range good = good_range(view->expression, index);
  if (rowkey_range_holds(good, node->low) && rowkey_range_holds(good, node->high)) return FOUND;
  return node->shape == CONSTANT_SHAPE ? NO_ROW : clip(view, index, good);
}

/* Each node moves the ends at most once. */
enum finding rowkey_view_look(struct view *view) {
  for (size_t i = 0; i < view->expression->count;) {
    const enum finding finding = look_at_node(view, i);
    if (finding == NO_ORDER || finding == NO_ROW) return finding;
    i = finding == AGAIN ? 0 : i + 1;
  }
  return view->expression->nodes[view->expression->count - 1].shape == UNKNOWN_SHAPE ? NO_ORDER : FOUND;
}
