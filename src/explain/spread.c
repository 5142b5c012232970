/* Whether the values made from a hash are about equally frequent. */
#include "explain/explain.h"

/* So many values, or so many numbers for each of them, that one more or less does not count. */
enum { MANY = 100 };

/* For each result there are numbers of the even value that follow one another, `n` of them, or lie `n` apart.
 */
static enum spread spread_of_parts(const struct value *even, uint64_t n) {
  if (even->type == TYPE_HASH) return SPREAD_EVEN;
  const uint64_t last = rowkey_integer_bits(even->range.high) - rowkey_integer_bits(even->range.low);
  return last <= n || last / n >= MANY || last % n == n - 1 ? SPREAD_EVEN : SPREAD_UNEVEN;
}

/* Quotients and remainders of negative numbers and others meet in 0. */
static enum spread spread_of_division(const struct value *value, bool sign_counts) {
  const uint64_t n = value->b->range.low.magnitude;
  const bool remainder = value_is_remainder(value);
  if (rowkey_spread_of(value->a) != SPREAD_EVEN) return SPREAD_UNKNOWN;
  if (sign_counts && value->kind != VALUE_FLOORMOD_CONSTANT && value->a->range.low.negative) {
    const uint64_t values = remainder ? n : value->range.high.magnitude;
    if (values < MANY) return SPREAD_UNEVEN;
  }
  return spread_of_parts(value->a, n);
}

static enum spread spread_of_sum(const struct value *value) {
  if (is_constant(value->b)) return rowkey_spread_of(value->a);
  if (is_constant(value->a)) return rowkey_spread_of(value->b);
  const bool hashes =
      rowkey_spread_of(value->a) != SPREAD_UNKNOWN && rowkey_spread_of(value->b) != SPREAD_UNKNOWN;
  return hashes ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
}

/* Of one constant and an even value: what is neither some of its low bits nor all of its numbers has gaps. */
static enum spread spread_of_bits(const struct value *value) {
  const bool left = is_constant(value->a);
  const uint64_t bits = rowkey_integer_bits((left ? value->a : value->b)->range.low);
  if (rowkey_spread_of(left ? value->b : value->a) != SPREAD_EVEN || (!left && !is_constant(value->b)))
    return SPREAD_UNKNOWN;
  const bool keeps = value->kind == VALUE_AND ? (bits & (bits + 1)) == 0 : bits == 1 || bits == UINT64_MAX;
  return keeps ? SPREAD_EVEN : SPREAD_UNEVEN;
}

static enum spread spread_of_absolute(const struct value *operand) {
  const bool remainder = operand->kind == VALUE_MODULO_CONSTANT;
  return remainder ? spread_of_division(operand, false) : rowkey_spread_of(operand);
}

enum spread rowkey_spread_of(const struct value *value) {
  switch (value->kind) {
    case VALUE_HASH:
    case VALUE_RANDOM:
      return SPREAD_EVEN;
    case VALUE_TO_I64:
      return rowkey_spread_of(value->a);
    case VALUE_INT32:
      return rowkey_spread_of(value->a) == SPREAD_EVEN ? SPREAD_EVEN : SPREAD_UNKNOWN;
    case VALUE_ABSOLUTE:
      return spread_of_absolute(value->a);
    case VALUE_ADD:
    case VALUE_SUBTRACT:
      return spread_of_sum(value);
    case VALUE_MULTIPLY:
    case VALUE_AND:
      return spread_of_bits(value);
    case VALUE_DIVIDE_CONSTANT:
    case VALUE_MODULO_CONSTANT:
    case VALUE_FLOORMOD_CONSTANT:
      return spread_of_division(value, true);
    default:
      return SPREAD_UNKNOWN;
  }
}
