/* Sums, differences and products. The results of + - * fit the type, or the row is an error; others are
 * computed modulo 2^64, as processors and hashes do. */
#include "base/bits.h"
#include "plan/operation.h"
#include "plan/recovery.h"
#include "shared/wide.h"

static uint64_t wrapped_sum(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a + b;
}

static uint64_t wrapped_difference(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a - b;
}

static uint64_t wrapped_product(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a * b;
}

static void run_sum(const struct operation_rows *rows) { operation_run(wrapped_sum, rows); }
static void run_difference(const struct operation_rows *rows) { operation_run(wrapped_difference, rows); }
static void run_product(const struct operation_rows *rows) { operation_run(wrapped_product, rows); }

/* ---- Of the type ------------------------------------------------------------------------------- */

#define ATTEMPT(name, overflows)                                                                     \
  static bool name##_unsigned(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) { \
    (void)value;                                                                                     \
    return !overflows(a, b, result);                                                                 \
  }                                                                                                  \
  static bool name##_signed(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) {   \
    (void)value;                                                                                     \
    int64_t number;                                                                                  \
    const bool good = !overflows((int64_t)a, (int64_t)b, &number);                                   \
    *result = (uint64_t)number;                                                                      \
    return good;                                                                                     \
  }                                                                                                  \
  static bool name(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) {            \
    return (value->type == TYPE_I64 ? name##_signed : name##_unsigned)(value, a, b, result);         \
  }                                                                                                  \
  static size_t run_##name(const struct operation_rows *rows) {                                      \
    if (rows->value->type == TYPE_I64) return operation_run_attempts(name##_signed, rows);           \
    return operation_run_attempts(name##_unsigned, rows);                                            \
  }

ATTEMPT(try_sum, __builtin_add_overflow)
ATTEMPT(try_difference, __builtin_sub_overflow)
ATTEMPT(try_product, __builtin_mul_overflow)

static struct integer exact_difference(struct integer a, struct integer b) {
  return rowkey_integer_add(a, rowkey_integer_negate(b));
}

static struct range range_of_product(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_multiply(a, b);
}

/* ---- Back to the argument beside a constant ----------------------------------------------------- */

static bool is_odd(unsigned side, uint64_t constant) {
  (void)side;
  return (constant & 1) != 0;
}

static bool is_not_zero(unsigned side, uint64_t constant) {
  (void)side;
  return constant != 0;
}

static uint64_t constant_beside(const struct value *value, unsigned side) {
  return rowkey_integer_bits((side == 0 ? value->b : value->a)->range.low);
}

static void undo_sum(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  const uint64_t constant = constant_beside(value, side);
  for (size_t i = 0; i < rows; i++) numbers[i] -= constant;
}

static void undo_difference(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  const uint64_t constant = constant_beside(value, side);
  for (size_t i = 0; i < rows; i++) numbers[i] = side == 0 ? numbers[i] + constant : constant - numbers[i];
}

static void undo_product(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  const uint64_t inverse = inverse_of_odd(constant_beside(value, side));
  for (size_t i = 0; i < rows; i++) numbers[i] *= inverse;
}

/* A product that is not a multiple of the factor gives a number that encodes differently. */
static void divide(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  const uint64_t factor = constant_beside(value, side);
  if (value->type != TYPE_I64) {
    for (size_t i = 0; i < rows; i++) numbers[i] /= factor;
  } else if (factor == UINT64_MAX) { /* -1: dividing INT64_MIN by it would overflow */
    for (size_t i = 0; i < rows; i++) numbers[i] = 0 - numbers[i];
  } else {
    for (size_t i = 0; i < rows; i++) numbers[i] = (uint64_t)((int64_t)numbers[i] / (int64_t)factor);
  }
}

/* ---- a less what is left of it ----------------------------------------------------------------- */

/* a less its remainder is a, rounded to a multiple of the divisor. */
static bool rounds(const struct value *value) {
  return value_is_remainder(value->b) && value->b->a == value->a;
}

/* The range of ts - truncate(ts, 3600). */
static struct range range_of_rest(const struct value *rounded) {
  return value_rounds(rounded) ? rounded->operation->rest(rounded) : rounded->b->range;
}

static struct range range_of_difference(const struct value *value, struct range a, struct range b) {
  /* If ts is not negative, ts - ts % 3600 lies between 0 and ts. */
  if (!a.low.negative && rounds(value) && !b.low.negative)
    return rowkey_range_of(rowkey_integer_of_u64(0), a.high);
  return rowkey_is_rounded(value->b, value->a) ? range_of_rest(value->b) : rowkey_range_subtract(a, b);
}

static struct course follow_difference(const struct value *value, unsigned side, struct range a,
                                       struct range b) {
  (void)a, (void)b;
  const bool is_rounded = rounds(value), is_rest = !is_rounded && rowkey_is_rounded(value->b, value->a);
  if (side == 0) return (struct course){RISES, !is_rounded, is_rounded ? 0 : 1};
  return (struct course){is_rounded ? STAYS : is_rest ? SCATTERS : FALLS, true, 1};
}

/* An instant that is rounded, or moved by a constant, is still an instant. */
static rowkey_time_unit unit_of_difference(const struct value *value) {
  const bool moves = value_is_constant(value->b) || (rounds(value) && value_is_constant(value->b->b));
  return moves ? value->a->unit : ROWKEY_NO_TIME;
}

static struct image image_of_difference(const struct value *value, const struct image *a,
                                        const struct image *b) {
  if (!rowkey_is_rounded(value, value->a)) {
    static const struct range any = {{UINT64_MAX, true, false}, {UINT64_MAX, false, false}};
    const struct integer minus = {1, true, false};
    const struct numbers negative = rowkey_numbers_multiply(&b->numbers, minus, any);
    return image_of_numbers(rowkey_numbers_add(&a->numbers, &negative, value->range));
  }
  const struct division division = rowkey_remainder_of(value->b);
  const struct integer n = rowkey_integer_of_u64(division.divisor);
  const struct numbers quotients = rowkey_numbers_divide(&a->numbers, n.magnitude, division.floors);
  return image_of_numbers(rowkey_numbers_multiply(&quotients, n, value->range));
}

/* ---- Sums -------------------------------------------------------------------------------------- */

static struct course follow_sum(const struct value *value, unsigned side, struct range a, struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, true, 1};
}

static rowkey_time_unit unit_of_sum(const struct value *value) {
  if (value_is_constant(value->a)) return value->b->unit;
  return value_is_constant(value->b) ? value->a->unit : ROWKEY_NO_TIME;
}

static struct image image_of_sum(const struct value *value, const struct image *a, const struct image *b) {
  return image_of_numbers(rowkey_numbers_add(&a->numbers, &b->numbers, value->range));
}

/* c - x is the complement of x + ~c. */
static struct rowkey_masking mask_of_sum(const struct value *value) {
  const bool is_first = value_is_constant(value->a), adds = value->operation == &rowkey_operation_add;
  const uint64_t constant = operation_constant(is_first ? value->a : value->b);
  if (!adds && is_first)
    return (struct rowkey_masking){.bias = ~constant, .mask = UINT64_MAX, .flip = UINT64_MAX};
  return (struct rowkey_masking){.bias = adds ? constant : 0 - constant, .mask = UINT64_MAX};
}

/* ---- Products ---------------------------------------------------------------------------------- */

static struct course follow_product(const struct value *value, unsigned side, struct range a,
                                    struct range b) {
  (void)value;
  const struct range factor = side == 0 ? b : a;
  if (!rowkey_range_is_point(factor)) return (struct course){.direction = SCATTERS};
  const bool is_zero = factor.low.magnitude == 0;
  return (struct course){is_zero ? STAYS : factor.low.negative ? FALLS : RISES, true, factor.low.magnitude};
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t modulus) {
  uint64_t low, rest;
  const uint64_t high = wide_multiply(a % modulus, b % modulus, &low);
  wide_divide(high % modulus, low, modulus, &rest);
  return rest;
}

/* (a + is)(b + jt) differs from ab by multiples of at, bs and st. */
static struct image image_of_two(const struct value *value, const struct image *a, const struct image *b) {
  const struct progression *left = a->numbers.pieces, *right = b->numbers.pieces;
  if (a->numbers.count != 1 || b->numbers.count != 1 || left->low.negative || right->low.negative)
    return (struct image){.known = 0};
  uint64_t both, first, second;
  if (__builtin_mul_overflow(left->step, right->step, &both) ||
      __builtin_mul_overflow(left->low.magnitude, right->step, &first) ||
      __builtin_mul_overflow(right->low.magnitude, left->step, &second))
    return (struct image){.known = 0};
  const uint64_t step = rowkey_common_divisor(rowkey_common_divisor(both, first), second);
  const uint64_t rest = multiply_modulo(left->low.magnitude, right->low.magnitude, step);
  const struct numbers all = {1, {{{rest, false, false}, {UINT64_MAX, false, true}, step}}, false};
  return image_of_numbers(rowkey_numbers_within(&all, value->range));
}

static struct image image_of_exact_product(const struct value *value, const struct image *a,
                                           const struct image *b) {
  const bool left = value_is_constant(value->a);
  if (!left && !value_is_constant(value->b)) return image_of_two(value, a, b);
  const struct integer factor = (left ? value->a : value->b)->range.low;
  return image_of_numbers(rowkey_numbers_multiply(&(left ? b : a)->numbers, factor, value->range));
}

/* ---- Results modulo 2^64 ----------------------------------------------------------------------- */

/* The lowest n bits of both arguments determine the lowest n bits of the result. */
static struct image image_of_low_bits(const struct value *value, const struct image *a,
                                      const struct image *b) {
  const uint64_t both = a->known & b->known, open = ~both & (both + 1);
  return image_of_bits(open - 1, value->operation->compute(value, a->bits, b->bits));
}

/* How many of the lowest bits are 0 in all rows. */
static unsigned count_zeros(const struct image *image) {
  const uint64_t others = ~image->known | image->bits;
  return others == 0 ? 64 : (unsigned)__builtin_ctzll(others);
}

static struct image image_of_product(const struct value *value, const struct image *a,
                                     const struct image *b) {
  const struct image low = image_of_low_bits(value, a, b);
  const unsigned zeros = count_zeros(a) + count_zeros(b);
  return image_of_bits(low.known | (zeros < 64 ? (UINT64_C(1) << zeros) - 1 : UINT64_MAX), low.bits);
}

const struct operation rowkey_operation_add = {
    .name = "+",
    .sign = '+',
    .count = 2,
    .compute = wrapped_sum,
    .attempt = try_sum,
    .exact = rowkey_integer_add,
    .unit = unit_of_sum,
    .course = follow_sum,
    .image = image_of_sum,
    .undo = undo_sum,
    .undone_beside = rowkey_any_constant,
    .evenness = ADDS,
    .masking = mask_of_sum,
    .step = {"add", false},
    .run = run_sum,
    .run_attempts = run_try_sum,
};

const struct operation rowkey_operation_subtract = {
    .name = "-",
    .sign = '-',
    .count = 2,
    .compute = wrapped_difference,
    .attempt = try_difference,
    .exact = exact_difference,
    .unit = unit_of_difference,
    .range = range_of_difference,
    .course = follow_difference,
    .image = image_of_difference,
    .undo = undo_difference,
    .undone_beside = rowkey_any_constant,
    .evenness = ADDS,
    .masking = mask_of_sum,
    .step = {"subtract", false},
    .run = run_difference,
    .run_attempts = run_try_difference,
};

const struct operation rowkey_operation_multiply = {
    .name = "*",
    .sign = '*',
    .count = 2,
    .compute = wrapped_product,
    .attempt = try_product,
    .exact = rowkey_integer_multiply,
    .range = range_of_product,
    .course = follow_product,
    .image = image_of_exact_product,
    .undo = divide,
    .undone_beside = is_not_zero,
    .evenness = MAPS,
    .step = {"multiply", false},
    .run = run_product,
    .run_attempts = run_try_product,
};

const struct operation rowkey_operation_wrapping_add = {
    .name = "wrapping_add",
    .usage = "wrapping_add(number, number)",
    .count = 2,
    .compute = wrapped_sum,
    .image = image_of_low_bits,
    .undo = undo_sum,
    .undone_beside = rowkey_any_constant,
    .run = run_sum,
};

const struct operation rowkey_operation_wrapping_sub = {
    .name = "wrapping_sub",
    .usage = "wrapping_sub(number, number)",
    .count = 2,
    .compute = wrapped_difference,
    .image = image_of_low_bits,
    .undo = undo_difference,
    .undone_beside = rowkey_any_constant,
    .run = run_difference,
};

const struct operation rowkey_operation_wrapping_mul = {
    .name = "wrapping_mul",
    .usage = "wrapping_mul(number, number)",
    .count = 2,
    .compute = wrapped_product,
    .image = image_of_product,
    .undo = undo_product,
    .undone_beside = is_odd,
    .run = run_product,
};
