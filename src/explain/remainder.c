/* Remainders, behind what changes only their sign. */
#include "explain/explain.h"

const struct value *rowkey_without_sign(const struct value *value) {
  while ((value->kind == VALUE_ABSOLUTE || value->kind == VALUE_INT32 || value->kind == VALUE_TO_I64) &&
         value_is_integer(value->a))
    value = value->a;
  return value;
}

struct remainder rowkey_remainder_of(const struct value *value) {
  value = rowkey_without_sign(value);
  if (value->kind == VALUE_MODULO_CONSTANT || value->kind == VALUE_FLOORMOD_CONSTANT)
    return (struct remainder){value->a, value->b->range.low.magnitude};
  if (value->kind != VALUE_AND) return (struct remainder){NULL, 0};
  bool left = is_constant(value->a);
  const struct integer mask = (left ? value->a : value->b)->range.low;
  /* x & 15 is x modulo 16. */
  bool low_bits = (left || is_constant(value->b)) && !mask.negative && mask.magnitude != UINT64_MAX &&
                  (mask.magnitude & (mask.magnitude + 1)) == 0;
  return low_bits ? (struct remainder){left ? value->b : value->a, mask.magnitude + 1}
                  : (struct remainder){NULL, 0};
}
