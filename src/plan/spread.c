/* Remainders, and whether the values made from a hash are about equally frequent. */
#include "plan/facts.h"
#include "plan/operation.h"

/* ---- Remainders, without what changes only their sign ------------------------------------------ */

const struct value *rowkey_without_sign(const struct value *value) {
  while ((value->kind == VALUE_ABSOLUTE || value->kind == VALUE_TO_I64 ||
          (value->kind == VALUE_OPERATION && value->operation->changes_sign)) &&
         value_is_integer(value->a))
    value = value->a;
  return value;
}

struct remainder rowkey_remainder_of(const struct value *value) {
  value = rowkey_without_sign(value);
  if (value->kind == VALUE_MODULO_CONSTANT || value->kind == VALUE_FLOORMOD_CONSTANT)
    return (struct remainder){value->a, value->b->range.low.magnitude};
  if (value->kind != VALUE_AND) return (struct remainder){NULL, 0};
  bool left = value_is_constant(value->a);
  const struct integer mask = (left ? value->a : value->b)->range.low;
  /* x & 15 is x modulo 16. */
  bool low_bits = (left || value_is_constant(value->b)) && !mask.negative && mask.magnitude != UINT64_MAX &&
                  (mask.magnitude & (mask.magnitude + 1)) == 0;
  return low_bits ? (struct remainder){left ? value->b : value->a, mask.magnitude + 1}
                  : (struct remainder){NULL, 0};
}

/* ---- Spread ---------------------------------------------------------------------------------- */

/* Among so many values it does not matter that one is rarer. */
enum { MANY = 100 };
/* A tenth more or less is even. */
enum { TOLERANCE = 10 };

/* Some remainders are those of one number more than others, and the last quotient may be that of fewer. */
static enum spread spread_of_parts(struct range even, uint64_t n, bool remainders) {
  const uint64_t last = rowkey_integer_bits(even.high) - rowkey_integer_bits(even.low);
  const uint64_t quotient = last / n, behind = last % n, missing = n - 1 - behind, few = n / TOLERANCE;
  if (quotient == 0 || missing <= few || quotient >= MANY) return SPREAD_EVEN;
  return remainders && (quotient >= TOLERANCE || behind < few) ? SPREAD_EVEN : SPREAD_UNEVEN;
}

/* Quotients and remainders of negative numbers and others meet in 0. */
static enum spread spread_of_division(const struct value *value, uint64_t n, bool sign_counts) {
  const bool remainder = value_is_remainder(value);
  const struct range range = value->a->range;
  if (rowkey_spread_of(value->a) != SPREAD_EVEN) return SPREAD_UNKNOWN;
  const bool unchanged = remainder && rowkey_range_within(range, value->range);
  if (unchanged || value->a->type == TYPE_HASH) return SPREAD_EVEN;
  const bool floors = value->kind == VALUE_FLOORMOD_CONSTANT || value->kind == VALUE_SHIFT_RIGHT;
  if (sign_counts && !floors && range.low.negative) {
    const uint64_t values = remainder ? n : value->range.high.magnitude;
    return values < MANY ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
  }
  return spread_of_parts(range, n, remainder);
}

static enum spread spread_of_sum(const struct value *value) {
  if (rowkey_range_is_point(value->b->range)) return rowkey_spread_of(value->a);
  if (rowkey_range_is_point(value->a->range)) return rowkey_spread_of(value->b);
  const bool even = rowkey_spread_of(value->a) == SPREAD_EVEN && rowkey_spread_of(value->b) == SPREAD_EVEN;
  return even ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
}

/* Whether the mask takes all bits of the numbers up to some place. */
static bool takes_low_bits(uint64_t mask, struct range numbers) {
  const uint64_t high = rowkey_integer_bits(numbers.high);
  if (!numbers.low.negative && high != 0) mask &= UINT64_MAX >> __builtin_clzll(high);
  return (mask & (mask + 1)) == 0;
}

/* The spread of an operation between a constant and an even value: the result has gaps unless the operation
 * takes low bits or keeps all of the numbers. */
static enum spread spread_of_bits(const struct value *value) {
  const bool left = value_is_constant(value->a);
  const struct value *constant = left ? value->a : value->b, *other = left ? value->b : value->a;
  if (rowkey_spread_of(other) != SPREAD_EVEN || !value_is_constant(constant)) return SPREAD_UNKNOWN;
  const uint64_t bits = rowkey_integer_bits(constant->range.low);
  const bool keeps =
      value->kind == VALUE_AND ? takes_low_bits(bits, other->range) : bits == 1 || bits == UINT64_MAX;
  return keeps ? SPREAD_EVEN : SPREAD_UNEVEN;
}

/* The spread of even numbers of so many bits after each is turned into another one of them. */
static enum spread spread_of_exchange(const struct value *operand, uint64_t all) {
  const struct range range = operand->range;
  const bool is_whole =
      !range.low.negative && range.low.magnitude == 0 && rowkey_integer_bits(range.high) == all;
  return is_whole && rowkey_spread_of(operand) == SPREAD_EVEN ? SPREAD_EVEN : SPREAD_UNKNOWN;
}

/* With a constant that has no more bits than the others. */
static enum spread spread_of_exclusive(const struct value *value) {
  const bool left = value_is_constant(value->a);
  const struct value *constant = left ? value->a : value->b, *other = left ? value->b : value->a;
  const uint64_t all = rowkey_integer_bits(other->range.high);
  const bool fits = (all & (all + 1)) == 0 && rowkey_integer_bits(constant->range.low) <= all;
  return value_is_constant(constant) && fits ? spread_of_exchange(other, all) : SPREAD_UNKNOWN;
}

/* By a constant: the numbers that are left lie apart. */
static enum spread spread_of_shift(const struct value *value) {
  if (!value_shifts_by_constant(value)) return SPREAD_UNKNOWN;
  if (value->kind == VALUE_SHIFT_RIGHT)
    return spread_of_division(value, UINT64_C(1) << value->b->range.low.magnitude, true);
  return rowkey_spread_of(value->a) == SPREAD_EVEN ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
}

/* The spread after an operation that keeps even values even, whatever their sign; for other values it is
 * unknown. */
static enum spread if_even(const struct value *operand) {
  return rowkey_spread_of(operand) == SPREAD_EVEN ? SPREAD_EVEN : SPREAD_UNKNOWN;
}

static enum spread spread_of_absolute(const struct value *operand) {
  return operand->kind == VALUE_MODULO_CONSTANT
             ? spread_of_division(operand, operand->b->range.low.magnitude, false)
             : if_even(operand);
}

static enum spread spread_of_operation(const struct value *value) {
  switch (value->operation->evenness) {
    case KEEPS_EVEN:
      return if_even(value->a);
    case PERMUTES:
      return spread_of_exchange(value->a, rowkey_operation_domain(value).high.magnitude);
    case MAKES_UNEVEN:
      return if_even(value->a) == SPREAD_EVEN || (value->b != NULL && if_even(value->b) == SPREAD_EVEN)
                 ? SPREAD_UNEVEN
                 : SPREAD_UNKNOWN;
    default:
      return SPREAD_UNKNOWN;
  }
}

enum spread rowkey_spread_of(const struct value *value) {
  switch (value->kind) {
    case VALUE_HASH:
    case VALUE_HASH_BITS:
    case VALUE_RANDOM:
      return SPREAD_EVEN;
    case VALUE_TO_I64:
      return rowkey_spread_of(value->a);
    case VALUE_ABSOLUTE:
      return spread_of_absolute(value->a);
    case VALUE_ADD:
    case VALUE_SUBTRACT:
      return spread_of_sum(value);
    case VALUE_MULTIPLY:
    case VALUE_AND:
      return spread_of_bits(value);
    case VALUE_XOR:
      return spread_of_exclusive(value);
    case VALUE_SHIFT_LEFT:
    case VALUE_SHIFT_RIGHT:
      return spread_of_shift(value);
    case VALUE_OPERATION:
      return spread_of_operation(value);
    case VALUE_DIVIDE_CONSTANT:
    case VALUE_MODULO_CONSTANT:
    case VALUE_FLOORMOD_CONSTANT:
      return spread_of_division(value, value->b->range.low.magnitude, true);
    default:
      return SPREAD_UNKNOWN;
  }
}
