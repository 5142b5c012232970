/* Undoes arithmetic with constants. Numbers are the 64 bits of a u64 or an i64. */

#include "plan/operation.h"
#include "plan/recovery.h"
#include "plan/text_function.h"
#include "plan/z_order.h"

/* The side's number in its place, or, if it is not the last joined, the join of the others. */
static const struct value *place_on(const struct value *joined, unsigned side) {
  const struct value *last = joined->b;
  if (side == NO_SIDE) return NULL;
  if (!value_is_of(last, &rowkey_operation_place)) return joined->a;
  const struct z_place place = rowkey_place_of(last);
  return place.count - place.place == side ? last : joined->a;
}

const struct value *rowkey_undone(const struct value *value, unsigned *side) {
  const struct value *a = value->a;
  const struct value *b = value->b;
  switch (value->kind) {
    case VALUE_TEXT_CALL:
      return value->call.function->reversible ? a : NULL;
    case VALUE_OPERATION: {
      const unsigned taken = *side;
      if (!rowkey_operation_is_undone(value)) return NULL;
      if (value_is_of(value, &rowkey_operation_place)) *side = NO_SIDE;
      if (b == NULL) return a;
      if (value->operation->undone_beside != NULL) return value_is_constant(b) ? a : b;
      if (value_is_of(value, &rowkey_operation_join_places)) return place_on(value, taken);
      *side = NO_SIDE;
      return taken == NO_SIDE ? NULL : taken == FIRST_SIDE ? a : b;
    }
    default:
      return NULL; /* where abs and int32 change nothing, the layout has none */
  }
}

struct z_order rowkey_z_order_in(const struct value *value) {
  struct z_order order = {.count = 0};
  unsigned side = NO_SIDE;
  for (; value != NULL && order.count == 0; value = rowkey_undone(value, &side))
    order = rowkey_z_order_of(value);
  return order;
}

void rowkey_undo(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  if (value->kind != VALUE_OPERATION || value->operation->keeps_bits) return;
  const bool second =
      value->operation->undone_beside != NULL ? value_is_constant(value->a) : side == SECOND_SIDE;
  value->operation->undo(value, second ? 1 : 0, numbers, rows);
}

/* ---- Quotients and remainders ------------------------------------------------------------------ */

struct division rowkey_division_of_remainder(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->remainder != NULL
             ? value->operation->remainder(value)
             : (struct division){.dividend = NULL};
}

/* x less x rounded. */
static bool is_rest(const struct value *value) {
  return value_is_of(value, &rowkey_operation_subtract) && rowkey_is_rounded(value->b, value->a);
}

struct division rowkey_division_of_quotient(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->quotient != NULL
             ? value->operation->quotient(value)
             : (struct division){.dividend = NULL};
}

/* The division whose remainder the value drops: x / n itself, or the division of x % n in x - x % n. */
static struct division division_of(const struct value *rounded) {
  const struct division none = {.dividend = NULL}, quotient = rowkey_division_of_quotient(rounded);
  if (!value_is_of(rounded, &rowkey_operation_subtract)) return quotient;
  const struct division division = rowkey_division_of_remainder(rounded->b);
  return division.dividend == rounded->a ? division : none;
}

const struct value *rowkey_remainder_dividend(const struct value *value) {
  return is_rest(value) ? value->a : rowkey_division_of_remainder(value).dividend;
}

const struct value *rowkey_unrounded(const struct value *value) {
  return value_rounds(value) ? value->a : division_of(value).dividend;
}

bool rowkey_is_rounded(const struct value *rounded, const struct value *value) {
  return rowkey_division_of_quotient(rounded).dividend == NULL && rowkey_unrounded(rounded) == value;
}

bool rowkey_is_remainder_of(const struct value *remainder, const struct value *rounded) {
  const struct division lacks = division_of(rounded), has = rowkey_division_of_remainder(remainder);
  if (is_rest(remainder)) return remainder->b == rounded;
  if (lacks.dividend == NULL || has.dividend != lacks.dividend) return false;
  /* Where nothing is negative, both remainders are the same. */
  return (has.floors == lacks.floors || !has.dividend->range.low.negative) && has.divisor == lacks.divisor;
}

void rowkey_undo_rounding(const struct value *rounded, uint64_t *numbers, const uint64_t *remainders,
                          size_t rows) {
  const struct division quotient = rowkey_division_of_quotient(rounded);
  const uint64_t unit = quotient.dividend != NULL ? quotient.divisor : 1;
  for (size_t i = 0; i < rows; i++) numbers[i] = numbers[i] * unit + remainders[i];
}
