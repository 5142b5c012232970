/* Which operations rise or fall with a column. */
#include "plan/operation.h"
#include "ranges/expression.h"

static enum shape reversed(enum shape shape) {
  return shape == RISING ? FALLING : shape == FALLING ? RISING : shape;
}

static enum shape sum_of(enum shape a, enum shape b) {
  if (a == CONSTANT_SHAPE) return b;
  return b == CONSTANT_SHAPE || a == b ? a : UNKNOWN_SHAPE;
}

static void follow(struct node *node, const struct node *operand, bool reverse, bool strict) {
  node->shape = reverse ? reversed(operand->shape) : operand->shape;
  node->strict = strict && operand->strict;
}

static struct range range_of(const struct node *node) {
  if (node->shape == UNKNOWN_SHAPE) return range_of_type(node->value->type);
  return rowkey_integer_less(node->high, node->low) ? rowkey_range_of(node->high, node->low)
                                                    : rowkey_range_of(node->low, node->high);
}

/* The shape that one of several arguments gives an operation. */
static enum shape shape_of_argument(const struct value *value, unsigned side, const struct node *a,
                                    const struct node *b, bool *strict) {
  const struct node *argument = side == 0 ? a : b;
  const bool is_known = argument->shape != UNKNOWN_SHAPE;
  if (is_known && integers_equal(argument->low, argument->high)) return CONSTANT_SHAPE;
  const struct course course = rowkey_operation_course(value, side, range_of(a), range_of(b));
  if (course.direction == STAYS) return CONSTANT_SHAPE;
  *strict |= course.strict && argument->strict;
  return course.direction == SCATTERS || !is_known ? UNKNOWN_SHAPE
         : course.direction == RISES               ? argument->shape
                                                   : reversed(argument->shape);
}

static void find_operation(struct node *node, const struct node *a, const struct node *b) {
  const bool has_second = node->value->b != NULL;
  node->shape = shape_of_argument(node->value, 0, a, has_second ? b : a, &node->strict);
  if (has_second) node->shape = sum_of(node->shape, shape_of_argument(node->value, 1, a, b, &node->strict));
}

void rowkey_find_shape(struct node *node, const struct node *a, const struct node *b) {
  node->strict = false;
  switch (node->value->kind) {
    case VALUE_COALESCE:
      follow(node, a, false, true);
      break;
    default: /* VALUE_OPERATION */
      find_operation(node, a, b);
      break;
  }
}
