/* Constants, computed before they have a type: in 128 bits, so that what leaves 64 bits in between may come
 * back. */
#include "layout/builder.h"
#include "plan/operation.h"
#include "wide.h"

/* A number from -2^127 to 2^127 - 1, in two's complement. */
struct wide {
  uint64_t high, low;
};

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_negative(struct wide a) { return a.high >> 63 != 0; }

static struct wide negated(struct wide a) { return (struct wide){~a.high + (a.low == 0), 0 - a.low}; }

/* As an unsigned number, which that of -2^127 fits. */
static struct wide magnitude_of(struct wide a) { return is_negative(a) ? negated(a) : a; }

static struct wide wide_of(struct integer number) {
  const struct wide magnitude = {0, number.magnitude};
  return number.negative ? negated(magnitude) : magnitude;
}

/* ---- Arithmetic. All return false where the result has more than 128 bits. ----------------------- */

static bool negate(struct wide a, struct wide *result) {
  *result = negated(a);
  return !is_negative(a) || !is_negative(*result);
}

static bool add_wide(struct wide a, struct wide b, struct wide *result) {
  result->low = a.low + b.low;
  result->high = a.high + b.high + (result->low < b.low);
  return is_negative(a) != is_negative(b) || is_negative(a) == is_negative(*result);
}

static bool multiply(struct wide a, struct wide b, struct wide *result) {
  const struct wide x = magnitude_of(a), y = magnitude_of(b);
  uint64_t cross;
  if (x.high != 0 && y.high != 0) return false;
  if (__builtin_mul_overflow(x.high != 0 ? x.high : y.high, x.high != 0 ? y.low : x.low, &cross))
    return false;
  result->high = wide_multiply(x.low, y.low, &result->low);
  if (__builtin_add_overflow(result->high, cross, &result->high) || is_negative(*result)) return false;
  if (is_negative(a) != is_negative(b)) *result = negated(*result);
  return true;
}

/* Truncating, with a remainder that has the sign of a. b is not 0. */
static bool divide(struct wide a, struct wide b, struct wide *quotient, struct wide *remainder) {
  const struct wide dividend = magnitude_of(a), divisor = magnitude_of(b);
  struct wide rest = {0, 0}, result = {0, 0};
  for (int bit = 127; bit >= 0; bit--) {
    rest.high = rest.high << 1 | rest.low >> 63;
    rest.low = rest.low << 1 | ((bit < 64 ? dividend.low >> bit : dividend.high >> (bit - 64)) & 1);
    const bool holds = rest.high != divisor.high ? rest.high > divisor.high : rest.low >= divisor.low;
    result.high = result.high << 1 | result.low >> 63;
    result.low = result.low << 1 | holds;
    if (!holds) continue;
    rest.high -= divisor.high + (rest.low < divisor.low);
    rest.low -= divisor.low;
  }
  *remainder = is_negative(a) ? negated(rest) : rest;
  *quotient = is_negative(a) != is_negative(b) ? negated(result) : result;
  return is_negative(a) != is_negative(b) || !is_negative(*quotient);
}

static bool floormod(struct wide a, struct wide b, struct wide *result) {
  struct wide unused;
  divide(a, b, &unused, result);
  if ((result->high | result->low) == 0 || is_negative(a) == is_negative(b)) return true;
  return add_wide(*result, b, result);
}

/* Arithmetic, by 0 to 63 bits. */
static struct wide shifted_right(struct wide a, unsigned count) {
  const uint64_t sign = 0 - (a.high >> 63);
  if (count == 0) return a;
  return (struct wide){a.high >> count | sign << (64 - count), a.low >> count | a.high << (64 - count)};
}

/* b of a division is not 0, and that of a shift 0 to 63. */
static bool apply(char sign, struct wide a, struct wide b, struct wide *result) {
  struct wide unused;
  switch (sign) {
    case '+':
      return add_wide(a, b, result);
    case '-':
      return negate(b, &b) && add_wide(a, b, result);
    case '*':
      return multiply(a, b, result);
    case '/':
      return divide(a, b, result, &unused);
    case '%':
      divide(a, b, &unused, result);
      return true;
    case FLOORMOD_SIGN:
      return floormod(a, b, result);
    case '<':
      return multiply(a, (struct wide){0, UINT64_C(1) << b.low}, result);
    case '>':
      *result = shifted_right(a, (unsigned)b.low);
      return true;
    case '&':
      *result = (struct wide){a.high & b.high, a.low & b.low};
      return true;
    case '|':
      *result = (struct wide){a.high | b.high, a.low | b.low};
      return true;
    default: /* '^' */
      *result = (struct wide){a.high ^ b.high, a.low ^ b.low};
      return true;
  }
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static bool too_large(const struct builder *builder, const struct node *node) {
  return rowkey_type_error(builder, node->begin, "numbers from -2^127 to 2^127 - 1 on the way",
                           "this constant is too large to compute with") != NULL;
}

static bool compute(const struct builder *builder, char sign, struct wide a, struct wide b,
                    const struct node *right, const struct node *node, struct wide *result) {
  const bool divides = sign == '/' || sign == '%' || sign == FLOORMOD_SIGN;
  const bool shifts = sign == '<' || sign == '>';
  if (divides && (b.high | b.low) == 0)
    return rowkey_type_error(builder, right->begin, "any other number", "division by 0") != NULL;
  const struct operation *shift = &rowkey_operation_shift_left;
  if (shifts && (b.high != 0 || b.low > shift->arguments[1].most))
    return rowkey_type_error(builder, right->begin, "a number from 0 to 63", shift->too_far) != NULL;
  return apply(sign, a, b, result) || too_large(builder, node);
}

static bool evaluate(const struct builder *builder, const struct node *node, struct wide *result) {
  struct wide a, b;
  if (node->kind == NODE_INTEGER) {
    *result = (struct wide){0, node->integer};
    return true;
  }
  if (!evaluate(builder, node->left, &a)) return false;
  if (node->kind == NODE_NEGATE) return negate(a, result) || too_large(builder, node);
  return evaluate(builder, node->right, &b) &&
         compute(builder, node->operator_sign, a, b, node->right, node, result);
}

/* The result, which must be a u64 or an i64, as a value. */
static struct value *constant_of(struct builder *builder, struct wide number, const struct node *node) {
  const bool is_u64 = number.high == 0, is_i64 = number.high == UINT64_MAX && number.low >> 63 != 0;
  if (!is_u64 && !is_i64)
    return rowkey_type_error(builder, node->begin,
                             "a result from -9223372036854775808 to 18446744073709551615",
                             "this constant is neither a u64 nor an i64");
  return is_u64 ? rowkey_constant(builder, rowkey_integer_of_u64(number.low), TYPE_U64, node)
                : rowkey_constant(builder, (struct integer){0 - number.low, true, false}, TYPE_I64, node);
}

struct value *rowkey_check_constant(struct builder *builder, const struct node *node) {
  struct wide number;
  return evaluate(builder, node, &number) ? constant_of(builder, number, node) : NULL;
}

struct value *rowkey_fold(struct builder *builder, char sign, const struct operand operands[2],
                          const struct node *node) {
  struct wide result;
  if (!compute(builder, sign, wide_of(operands[0].value->range.low), wide_of(operands[1].value->range.low),
               operands[1].node, node, &result))
    return NULL;
  return constant_of(builder, result, node);
}
