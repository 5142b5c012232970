/* Which operations rise or fall with a column. */
#include "plan/calendar.h"
#include "plan/operation.h"
#include "regions/range_expression.h"

static enum shape reversed(enum shape shape) {
  return shape == RISING ? FALLING : shape == FALLING ? RISING : shape;
}

static enum shape sum_of(enum shape a, enum shape b) {
  if (a == CONSTANT_SHAPE) return b;
  return b == CONSTANT_SHAPE || a == b ? a : UNKNOWN_SHAPE;
}

static struct integer minus(struct integer a, struct integer b) {
  return rowkey_integer_add(a, rowkey_integer_negate(b));
}

static void follow(struct node *node, const struct node *operand, bool reverse, bool strict) {
  node->shape = reverse ? reversed(operand->shape) : operand->shape;
  node->strict = strict && operand->strict;
}

/* a less its remainder is a rounded to a multiple. */
static void find_difference(struct node *node, const struct node *a, const struct node *b) {
  /* What is left of it follows a, too, as long as the multiple is the same. */
  if (b->shape != UNKNOWN_SHAPE && integers_equal(b->low, b->high)) {
    follow(node, a, false, true);
    return;
  }
  const bool rounds = value_is_remainder(b->value) && b->value->a == a->value;
  node->shape = rounds ? a->shape : sum_of(a->shape, reversed(b->shape));
  node->strict = !rounds && (a->strict || b->strict);
}

static void find_product(struct node *node, const struct node *a, const struct node *b) {
  const struct node *factor = b->shape == CONSTANT_SHAPE ? b : a;
  const struct node *other = factor == b ? a : b;
  node->shape = UNKNOWN_SHAPE;
  if (factor->shape != CONSTANT_SHAPE) return;
  if (factor->low.magnitude == 0)
    node->shape = CONSTANT_SHAPE;
  else
    follow(node, other, factor->low.negative, true);
}

/* A remainder follows its dividend where that is between two multiples of the divisor. */
static void find_remainder(struct node *node, const struct node *a) {
  node->shape = UNKNOWN_SHAPE;
  if (a->shape != UNKNOWN_SHAPE && integers_equal(minus(a->low, node->low), minus(a->high, node->high)))
    follow(node, a, false, true);
}

static void find_date(struct node *node, const struct node *a) {
  node->shape = UNKNOWN_SHAPE;
  if (rowkey_calendar_follows(node->value, a->low, a->high)) follow(node, a, false, false);
}

static struct range range_of(const struct node *node) {
  return rowkey_integer_less(node->high, node->low) ? rowkey_range_of(node->high, node->low)
                                                    : rowkey_range_of(node->low, node->high);
}

/* The shape that one argument, of several, gives an operation. */
static enum shape shape_of_argument(const struct value *value, unsigned side, const struct node *a,
                                    const struct node *b, bool *strict) {
  const struct node *argument = side == 0 ? a : b;
  if (argument->shape == CONSTANT_SHAPE) return CONSTANT_SHAPE;
  if (a->shape == UNKNOWN_SHAPE || b->shape == UNKNOWN_SHAPE) return UNKNOWN_SHAPE;
  const struct course course = rowkey_operation_course(value, side, range_of(a), range_of(b));
  *strict |= course.strict && argument->strict;
  return course.direction == SCATTERS ? UNKNOWN_SHAPE
         : course.direction == RISES  ? argument->shape
                                      : reversed(argument->shape);
}

static void find_operation(struct node *node, const struct node *a, const struct node *b) {
  const bool has_second = node->value->b != NULL;
  node->shape = shape_of_argument(node->value, 0, a, has_second ? b : a, &node->strict);
  if (has_second) node->shape = sum_of(node->shape, shape_of_argument(node->value, 1, a, b, &node->strict));
}

/* The operands are there, and so are the node's values at the ends. */
void rowkey_find_shape(struct node *node, const struct node *a, const struct node *b) {
  node->strict = false;
  switch (node->value->kind) {
    case VALUE_ADD:
      node->shape = sum_of(a->shape, b->shape);
      node->strict = a->strict || b->strict;
      break;
    case VALUE_SUBTRACT:
      find_difference(node, a, b);
      break;
    case VALUE_MULTIPLY:
      find_product(node, a, b);
      break;
    case VALUE_DIVIDE:
    case VALUE_DIVIDE_CONSTANT:
      follow(node, a, b->low.negative, b->low.magnitude == 1);
      break;
    case VALUE_CALENDAR:
      find_date(node, a);
      break;
    case VALUE_SCALED:
      follow(node, a, false, false);
      break;
    case VALUE_OPERATION:
      find_operation(node, a, b);
      break;
    case VALUE_COALESCE:
      follow(node, a, false, true);
      break;
    default:
      find_remainder(node, a);
      break;
  }
}
