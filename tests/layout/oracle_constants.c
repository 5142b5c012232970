/* Constants: numbers of 256 bits in two's complement, where no operation on two of 128 bits overflows. */
#include <string.h>

#include "oracle.h"
#include "reference/reference.h"

enum { LIMBS = 8, BITS = 32 * LIMBS, BITS_ALLOWED = 128 };

struct number {
  uint32_t limbs[LIMBS]; /* the lowest first */
};

bool is_constant_expression(const struct expression *expression) {
  if (expression->kind == BINARY)
    return is_constant_expression(expression->left) && is_constant_expression(expression->right);
  return expression->kind == INTEGER ||
         (expression->kind == NEGATION && is_constant_expression(expression->left));
}

static bool bit_of(struct number a, unsigned bit) { return a.limbs[bit / 32] >> bit % 32 & 1; }
static bool is_negative(struct number a) { return bit_of(a, BITS - 1); }
static bool is_zero(struct number a) { return memcmp(&a, &(struct number){{0}}, sizeof a) == 0; }

static struct number add(struct number a, struct number b) {
  uint64_t carry = 0;
  for (unsigned i = 0; i < LIMBS; i++) {
    carry += (uint64_t)a.limbs[i] + b.limbs[i];
    a.limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

static struct number negate(struct number a) {
  for (unsigned i = 0; i < LIMBS; i++) a.limbs[i] = ~a.limbs[i];
  return add(a, (struct number){{1}});
}

static struct number magnitude_of(struct number a) { return is_negative(a) ? negate(a) : a; }

static struct number doubled(struct number a) { return add(a, a); }

static struct number multiply(struct number a, struct number b) {
  struct number product = {{0}};
  for (unsigned bit = BITS; bit-- > 0;) {
    product = doubled(product);
    if (bit_of(b, bit)) product = add(product, a);
  }
  return product;
}

/* Truncating; the remainder is a's less the product. */
static struct number divide(struct number a, struct number b) {
  const struct number dividend = magnitude_of(a), divisor = magnitude_of(b);
  struct number rest = {{0}}, quotient = {{0}};
  for (unsigned bit = BITS; bit-- > 0;) {
    rest = doubled(rest);
    quotient = doubled(quotient);
    if (bit_of(dividend, bit)) rest = add(rest, (struct number){{1}});
    const struct number less = add(rest, negate(divisor));
    if (is_negative(less)) continue;
    rest = less;
    quotient = add(quotient, (struct number){{1}});
  }
  return is_negative(a) != is_negative(b) ? negate(quotient) : quotient;
}

static struct number combine(char sign, struct number a, struct number b) {
  for (unsigned i = 0; i < LIMBS; i++)
    a.limbs[i] = sign == '&'   ? a.limbs[i] & b.limbs[i]
                 : sign == '|' ? a.limbs[i] | b.limbs[i]
                               : a.limbs[i] ^ b.limbs[i];
  return a;
}

/* To the right by halving what is even. */
static bool shift(char sign, struct number a, struct number b, struct number *result) {
  if (is_negative(b) || !is_zero(combine('&', b, negate((struct number){{64}})))) return false;
  const struct number two = {{2}};
  for (uint32_t left = b.limbs[0]; left > 0; left--) {
    if (sign == '>' && bit_of(a, 0)) a.limbs[0] ^= 1;
    a = sign == '<' ? doubled(a) : divide(a, two);
  }
  *result = a;
  return true;
}

static bool operate(char sign, struct number a, struct number b, struct number *result) {
  switch (sign) {
    case '+':
      *result = add(a, b);
      return true;
    case '-':
      *result = add(a, negate(b));
      return true;
    case '*':
      *result = multiply(a, b);
      return true;
    case '/':
    case '%':
      if (is_zero(b)) return false;
      *result = divide(a, b);
      if (sign == '%') *result = add(a, negate(multiply(*result, b)));
      return true;
    case '<':
    case '>':
      return shift(sign, a, b, result);
    default:
      *result = combine(sign, a, b);
      return true;
  }
}

/* Whether all bits from `bit` on are those of the sign. */
static bool has_bits(struct number a, unsigned bit) {
  for (; bit < BITS; bit++)
    if (bit_of(a, bit) != is_negative(a)) return false;
  return true;
}

static bool compute(const struct expression *expression, struct number *result) {
  struct number a, b;
  if (expression->kind == INTEGER) {
    *result = (struct number){{(uint32_t)expression->magnitude, (uint32_t)(expression->magnitude >> 32)}};
    if (expression->negative) *result = negate(*result);
    return true;
  }
  if (!compute(expression->left, &a)) return false;
  if (expression->kind == NEGATION)
    *result = negate(a);
  else if (!compute(expression->right, &b) || !operate(expression->sign, a, b, result))
    return false;
  return has_bits(*result, BITS_ALLOWED - 1);
}

bool evaluate_constant(const struct expression *expression, struct result *result) {
  struct number number;
  if (!compute(expression, &number)) return false;
  const struct number magnitude = magnitude_of(number);
  const bool fits = is_negative(number) ? has_bits(number, 63) : has_bits(number, 64);
  *result = (struct result){.type = CONSTANT,
                            .magnitude = (uint64_t)magnitude.limbs[1] << 32 | magnitude.limbs[0],
                            .negative = is_negative(number)};
  return fits;
}

bool scale(double number, uint64_t factor, bool floors, struct result *result) {
  int64_t scaled;
  if (!reference_scale(number, factor, floors, &scaled)) return false;
  *result = (struct result){
      .type = I64, .magnitude = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled, .negative = scaled < 0};
  return true;
}
