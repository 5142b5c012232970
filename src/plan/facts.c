/* Where the values of a plan come from, and whether they rise or fall with a column. */
#include "plan/facts.h"

#include "plan/operation.h"
#include "plan/text_function.h"

size_t rowkey_join_columns(size_t a, size_t b) {
  if (a == b || b == ROWKEY_NONE) return a;
  return a == ROWKEY_NONE ? b : SEVERAL_COLUMNS;
}

/* ---- What all values have in common ---------------------------------------------------------- */

static void join(struct facts *facts, const struct facts *operand) {
  facts->column = rowkey_join_columns(facts->column, operand->column);
  facts->hashed |= operand->hashed;
  facts->random |= operand->random;
}

/* ---- Order ----------------------------------------------------------------------------------- */

static void follow(struct facts *facts, const struct facts *operand) {
  facts->leaf = operand->leaf;
  facts->order = operand->order;
  facts->strict = operand->strict;
  facts->step = operand->step;
}

static void follow_reversed(struct facts *facts, const struct facts *operand) {
  follow(facts, operand);
  facts->order = rowkey_reversed_order(operand->order);
}

/* A small move of the operand may leave the value unchanged. */
static void follow_coarsely(struct facts *facts, const struct facts *operand, uint64_t step) {
  follow(facts, operand);
  facts->strict = false;
  facts->step = step;
}

static void become_leaf(struct facts *facts, const struct value *value) {
  facts->leaf = value;
  facts->order = ROWKEY_ASCENDING;
  facts->strict = facts->reversible = true;
  facts->step = 1;
}

/* Two sides that both rise, or fall, with one column. */
static void follow_both(struct facts *facts, const struct facts *a, const struct facts *b,
                        rowkey_order order_of_b) {
  if (a->leaf == NULL || a->leaf != b->leaf || a->order != order_of_b) return;
  follow(facts, a);
  facts->strict = a->strict || b->strict;
  facts->step = STEP_UNKNOWN;
}

static void scale_step(struct facts *facts, uint64_t factor) {
  if (factor > 1 && facts->step == STEP_BELOW_ONE) facts->step = STEP_UNKNOWN;
  if (facts->step == STEP_UNKNOWN || __builtin_mul_overflow(facts->step, factor, &facts->step))
    facts->step = STEP_UNKNOWN;
}

/* A reversible function that keeps the order never makes the same result of two texts. */
static void follow_text(struct facts *facts, const struct facts *a, const struct text_function *function) {
  if (function->keeps_order && function->reversible)
    follow(facts, a);
  else if (function->keeps_order)
    follow_coarsely(facts, a, STEP_UNKNOWN);
  facts->reversible = function->reversible && a->reversible;
}

/* Follows one argument of an operation as if the other one were the same in all rows. */
static void follow_argument(struct facts *facts, const struct value *value, unsigned side,
                            const struct facts *argument) {
  const struct range b = value->b == NULL ? value->a->range : value->b->range;
  const struct course course = rowkey_operation_course(value, side, value->a->range, b);
  if (course.direction == SCATTERS || course.direction == STAYS) return;
  (course.direction == RISES ? follow : follow_reversed)(facts, argument);
  facts->strict = course.strict && argument->strict;
  const bool is_slower = !course.strict && course.steps == 1 && argument->step <= 1;
  if (is_slower)
    facts->step = STEP_BELOW_ONE;
  else
    scale_step(facts, course.strict && course.steps != 0 ? course.steps : STEP_UNKNOWN);
}

/* Whether the second argument is made from the first one and constants, and does not move the result. */
static bool follows_first(const struct value *value) {
  const struct value *b = value->b;
  const struct course course = rowkey_operation_course(value, 1, value->a->range, b->range);
  return course.direction == STAYS && b->a == value->a && (b->b == NULL || value_is_constant(b->b));
}

static void follow_operation(struct facts *facts, const struct value *value, const struct facts *a,
                             const struct facts *b) {
  if (!value_is_integer(value)) return;
  if (value->b == NULL || value_is_constant(value->b)) {
    follow_argument(facts, value, 0, a);
  } else if (value_is_constant(value->a)) {
    follow_argument(facts, value, 1, b);
  } else if (follows_first(value)) {
    follow_argument(facts, value, 0, a);
  } else {
    struct facts first = *facts, second = *facts;
    follow_argument(&first, value, 0, a);
    follow_argument(&second, value, 1, b);
    follow_both(facts, &first, &second, second.order);
  }
  const bool first_comes_back = value_is_constant(value->a) || a->reversible;
  const bool second_comes_back = value->b == NULL || value_is_constant(value->b) || b->reversible;
  facts->reversible = rowkey_operation_is_undone(value) && first_comes_back && second_comes_back;
}

static void find_order(struct facts *facts, const struct value *value, const struct facts *a,
                       const struct facts *b) {
  switch (value->kind) {
    case VALUE_INTEGER_COLUMN:
    case VALUE_FLOAT_COLUMN:
    case VALUE_TEXT_COLUMN:
      become_leaf(facts, value);
      break;
    case VALUE_COALESCE:
      if (value_replaces_by_constant(value)) become_leaf(facts, value);
      break;
    case VALUE_TEXT_CALL:
      follow_text(facts, a, value->call.function);
      break;
    case VALUE_OPERATION:
      follow_operation(facts, value, a, b);
      break;
    default:
      break;
  }
}

/* ---- Bytes in reverse ------------------------------------------------------------------------ */

/* A reversed message keeps the bytes of all its fields. The fields can be told apart if at most one of them
 * does not show its own end. */
static bool is_reversible(const struct facts *all, const struct sequence *message) {
  size_t open = 0;
  for (size_t i = 0; i < message->count; i++) {
    const struct part *part = &message->parts[i];
    if (part->kind == PART_LITERAL) continue;
    if (!all[part->value->index].reversible) return false;
    open += part_varies(part) && !part_shows_end(part);
  }
  return open <= 1;
}

/* ---- All together ---------------------------------------------------------------------------- */

static struct facts find_facts(struct known_values known, const struct value *value) {
  const struct facts *all = known.facts;
  static const struct facts none = {.column = ROWKEY_NONE};
  const struct facts *a = value->a == NULL || value_is_constant(value->a) ? &none : &all[value->a->index];
  const struct facts *b = value->b == NULL || value_is_constant(value->b) ? &none : &all[value->b->index];
  struct facts facts = {.column = value_is_column(value) ? value->column : ROWKEY_NONE};
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    join(&facts, &all[operand->index]);
  facts.hashed |= value->kind == VALUE_HASH;
  facts.random |= value->kind == VALUE_RANDOM;
  find_order(&facts, value, a, b);
  if (value->kind == VALUE_REVERSED) facts.reversible = is_reversible(all, value->message);
  if (value->type == TYPE_TEXT) rowkey_find_text_size(known, value, &facts.min_size, &facts.max_size);
  return facts;
}

struct facts *rowkey_find_facts(struct arena *arena, const struct rowkey_layout *layout,
                                const struct image *images) {
  struct facts *facts = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *facts);
  if (facts == NULL) return NULL;
  /* No value refers to a later one. */
  for (size_t i = 0; i < layout->value_count; i++)
    facts[i] = find_facts((struct known_values){images, facts}, layout->values[i]);
  return facts;
}
