/* Computes arithmetic on columns. */
#include "ranges/expression.h"

#include <string.h>

#include "plan/operation.h"

/* ---- Making ---------------------------------------------------------------------------------- */

static bool is_supported(const struct value *value) {
  switch (value->kind) {
    case VALUE_FLOAT_COLUMN:
      return true;
    case VALUE_COALESCE:
      return value_replaces_by_constant(value) && value->type != TYPE_TEXT;
    case VALUE_CONSTANT:
    case VALUE_INTEGER_COLUMN:
    case VALUE_NULL_MARKER:
      return true;
    case VALUE_OPERATION:
      return (value->operation->course != NULL || value->operation->keeps_bits) &&
             (value_is_integer(value->a) || value->a->type == TYPE_FLOAT);
    default:
      return false;
  }
}

/* The operands that count: nulls count as their replacement, and a null marker as a column of its own. */
static const struct value *first_of(const struct value *value) {
  return value->kind == VALUE_NULL_MARKER ? NULL : value->a;
}

static const struct value *second_of(const struct value *value) {
  return value->kind == VALUE_COALESCE ? NULL : value->b;
}

static size_t find_constraint(const struct range_search *search, const struct value *value) {
  if (!value_is_column(value) && value->kind != VALUE_NULL_MARKER) return ROWKEY_NONE;
  return rowkey_search_constraint_of(search, value); /* every column of an expression has one */
}

/* Marks and counts the values that the root is made from; 0 if one of them is not arithmetic. */
static size_t find_nodes(const struct rowkey_layout *layout, const struct value *root, size_t *places) {
  size_t count = 0;
  places[root->index] = 1;
  for (size_t i = root->index + 1; i-- > 0;) {
    const struct value *value = layout->values[i];
    if (places[i] == 0) continue;
    if (!is_supported(value)) return 0;
    if (first_of(value) != NULL) places[value->a->index] = 1;
    if (second_of(value) != NULL) places[value->b->index] = 1;
    count++;
  }
  return count;
}

bool rowkey_expression_make(struct range_search *search, const struct value *root, struct range allowed,
                            struct expression **expression) {
  const struct rowkey_layout *layout = search->layout;
  *expression = NULL;
  if (!value_is_integer(root) && root->type != TYPE_FLOAT) return true;
  size_t *places = rowkey_arena_allocate_array(&search->arena, root->index + 1, sizeof *places);
  if (places == NULL) return false;
  const size_t count = find_nodes(layout, root, places);
  if (count == 0) return true;
  struct expression *made = rowkey_arena_allocate(&search->arena, sizeof *made);
  struct node *nodes = rowkey_arena_allocate_array(&search->arena, count, sizeof *nodes);
  if (made == NULL || nodes == NULL) return false;
  size_t next = 0;
  for (size_t i = 0; i <= root->index; i++) {
    if (places[i] == 0) continue;
    const struct value *value = layout->values[i];
    nodes[next] = (struct node){.value = value, .constraint = find_constraint(search, value)};
    if (first_of(value) != NULL) nodes[next].a = places[value->a->index];
    if (second_of(value) != NULL) nodes[next].b = places[value->b->index];
    places[i] = next++;
  }
  *made = (struct expression){allowed, nodes, count};
  *expression = made;
  return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static struct integer number_of_rank(rowkey_type type, uint64_t rank) {
  const rowkey_value value = rowkey_value_of_rank(type, rank);
  return type == ROWKEY_I64 ? rowkey_integer_of_i64(value.as.i64) : rowkey_integer_of_u64(rank);
}

/* Of the float that has the rank: an infinity, or what is beyond an i64, is beyond every number. */
static struct integer result_of_float(const struct value *value, struct integer rank) {
  const rowkey_type type = value->a->is_float32 ? ROWKEY_F32 : ROWKEY_F64;
  const rowkey_value number = rowkey_value_of_rank(type, rank.magnitude);
  const double wide = type == ROWKEY_F32 ? (double)number.as.f32 : number.as.f64;
  uint64_t bits, result;
  memcpy(&bits, &wide, sizeof bits);
  if (value->operation->attempt(value, bits, 0, &result)) return rowkey_integer_of_i64((int64_t)result);
  return (struct integer){UINT64_MAX, bits >> 63 != 0, true};
}

struct integer rowkey_apply(const struct value *value, struct integer a, struct integer b) {
  switch (value->kind) {
    case VALUE_OPERATION:
      return value->a->type == TYPE_FLOAT ? result_of_float(value, a) : rowkey_operation_result(value, a, b);
    default:
      return a;
  }
}

struct integer rowkey_view_column(const struct view *view, size_t constraint, uint64_t value) {
  if (constraint != view->constraint) value = view->states[constraint].low;
  return number_of_rank(view->search->constraints[constraint].type, value);
}

/* The value of node `last` when the column is `value`, from view->low to view->high. */
struct integer rowkey_view_value(const struct view *view, size_t last, uint64_t value) {
  struct node *nodes = view->expression->nodes;
  for (size_t i = 0; i <= last; i++) {
    struct node *node = &nodes[i];
    if (node->constraint != ROWKEY_NONE)
      node->at = rowkey_view_column(view, node->constraint, value);
    else if (node->value->kind == VALUE_CONSTANT)
      node->at = node->value->range.low;
    else
      node->at = rowkey_apply(node->value, nodes[node->a].at, nodes[node->b].at);
  }
  return nodes[last].at;
}

bool rowkey_view_passes(const struct view *view, size_t node, struct integer bound, bool above,
                        bool inclusive, uint64_t *found) {
  uint64_t low = view->low, high = view->high;
  bool any = false;
  while (low <= high) {
    const uint64_t middle = low + (high - low) / 2;
    const struct integer at = rowkey_view_value(view, node, middle);
    const bool beyond = above ? rowkey_integer_less(bound, at) : rowkey_integer_less(at, bound);
    if (beyond || (inclusive && integers_equal(at, bound))) {
      *found = middle;
      any = true;
      if (middle == low) break;
      high = middle - 1;
    } else {
      if (middle == high) break;
      low = middle + 1;
    }
  }
  return any;
}
