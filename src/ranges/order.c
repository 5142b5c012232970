/* How the bytes of a part follow a column, for the values that rows can still have. */
#include "plan/facts.h"
#include "plan/operation.h"
#include "ranges/expression.h"

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool is_number_text(const struct part *part) {
  return part->kind == PART_TEXT && part->written->base != 0;
}

/* How the bytes of the part follow its value from `low` to `high`. If *turns, they follow it separately below
 * 0 and from 0 on. */
static rowkey_order order_of_bytes(const struct range_search *search, size_t index, struct integer low,
                                   struct integer high, bool *turns) {
  const struct part *part = &search->layout->key.parts[index];
  const rowkey_order order = rowkey_order_of_part(&search->layout->key, index, search->images);
  *turns = false;
  if (order != ROWKEY_UNORDERED) return order;
  if (is_number_text(part)) {
    const uint64_t base = part->written->base;
    const bool one_length = !low.negative && !high.negative &&
                            rowkey_digits(low.magnitude, base) == rowkey_digits(high.magnitude, base);
    if (!one_length) return ROWKEY_UNORDERED;
    return part->inverted ? ROWKEY_DESCENDING : ROWKEY_ASCENDING;
  }
  if (part->value->type == TYPE_FLOAT) return ROWKEY_UNORDERED; /* below 0 the order is reversed */
  const struct rowkey_masking code = part_code(part);
  if (part->kind != PART_BIG_ENDIAN || code.swapped > 1) return ROWKEY_UNORDERED;
  *turns = low.negative != high.negative;
  return code.flip != 0 ? ROWKEY_DESCENDING : ROWKEY_ASCENDING;
}

static struct view view_of(const struct range_search *search, size_t part, size_t constraint,
                           const struct column_state *states, uint64_t low, uint64_t high) {
  return (struct view){search, search->parts[part].expression, constraint, states, low, high};
}

struct part_order rowkey_part_order(struct range_search *search, size_t part, size_t constraint,
                                    const struct column_state *states) {
  struct part_order result = {.ordered = false};
  const struct expression *expression = search->parts[part].expression;
  if (expression == NULL) return result;
  struct view view =
      view_of(search, part, constraint, states, states[constraint].first, states[constraint].last);
  const enum finding finding = rowkey_view_look(&view);
  if (finding != FOUND) {
    result.empty = finding == NO_ROW;
    return result;
  }
  const struct node *root = &expression->nodes[expression->count - 1];
  const bool falls = root->shape == FALLING;
  bool turns;
  const rowkey_order order =
      order_of_bytes(search, part, falls ? root->high : root->low, falls ? root->low : root->high, &turns);
  if (order == ROWKEY_UNORDERED) return result;
  result = (struct part_order){.ordered = true,
                               .low = view.low,
                               .high = view.high,
                               .falls = falls != (order == ROWKEY_DESCENDING),
                               .strict = root->strict,
                               .turn = view.low};
  /* The first value on the other side of 0. */
  if (turns)
    rowkey_view_passes(&view, expression->count - 1, rowkey_integer_of_u64(0), !falls, !falls, &result.turn);
  return result;
}

struct span rowkey_part_same(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, const struct part_order *order,
                             uint64_t value) {
  if (order->strict) return (struct span){value, value};
  struct view view = view_of(search, part, constraint, states, order->low, order->high);
  const size_t root = view.expression->count - 1;
  const struct integer number = rowkey_view_value(&view, root, value);
  const bool falls = rowkey_integer_less(rowkey_view_value(&view, root, order->high),
                                         rowkey_view_value(&view, root, order->low));
  struct span same = {value, order->high};
  uint64_t beyond;
  rowkey_view_passes(&view, root, number, !falls, true, &same.low);
  if (rowkey_view_passes(&view, root, number, !falls, false, &beyond)) same.high = beyond - 1;
  return same;
}

/* ---- Floats ---------------------------------------------------------------------------------- */

static uint64_t rank_of_float(uint64_t rank) {
  const rowkey_value narrow = rowkey_value_of_rank(ROWKEY_F32, rank);
  return rowkey_rank_of(ROWKEY_F64, &(rowkey_value){.as.f64 = (double)narrow.as.f32});
}

/* The first float of 32 bits, as a rank, that is not below the double of this one: the infinity is not. */
static uint64_t first_float(uint64_t rank) {
  uint64_t low = rowkey_lowest_rank(ROWKEY_F32), high = rowkey_highest_rank(ROWKEY_F32);
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (rank_of_float(middle) < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether it holds only doubles that are floats. */
static bool is_narrow(const struct range_search *search, size_t part, size_t constraint) {
  return search->layout->key.parts[part].value->type == TYPE_FLOAT &&
         search->layout->key.parts[part].width == sizeof(float) &&
         search->constraints[constraint].type == ROWKEY_F64;
}

bool rowkey_part_round(const struct range_search *search, size_t part, size_t constraint, struct span *span) {
  if (!is_narrow(search, part, constraint)) return true;
  const uint64_t low = first_float(span->low);
  uint64_t high = first_float(span->high);
  if (rank_of_float(high) > span->high) {
    if (high == rowkey_lowest_rank(ROWKEY_F32)) return false;
    high--;
  }
  *span = (struct span){rank_of_float(low), rank_of_float(high)};
  return low <= high;
}

uint64_t rowkey_part_others(const struct range_search *search, size_t part, size_t constraint,
                            struct span span) {
  if (!is_narrow(search, part, constraint)) return span.high - span.low;
  return first_float(span.high) - first_float(span.low);
}
