/* / % and floormod: quotients and remainders as in C, and remainders with the sign of the divisor. i64
 * results are computed from magnitudes, so that the smallest i64 divided by -1 does not trap. */
#include <string.h>

#include "kernels/divisor.h"
#include "plan/operation.h"
#include "shared/wide.h"

#define SIGN_BIT (UINT64_C(1) << 63)

/* The number, or its negation where the highest bit of `sign` is set. */
static inline uint64_t with_sign(uint64_t bits, uint64_t sign) {
  const uint64_t negated = 0 - (sign >> 63);
  return (bits ^ negated) - negated;
}

static inline uint64_t magnitude(uint64_t bits) { return with_sign(bits, bits); }

/* ---- One row ----------------------------------------------------------------------------------- */

static uint64_t quotient_unsigned(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a / b;
}

static uint64_t quotient_signed(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return with_sign(magnitude(a) / magnitude(b), a ^ b);
}

static uint64_t remainder_unsigned(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a % b;
}

static uint64_t remainder_signed(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return with_sign(magnitude(a) % magnitude(b), a);
}

static uint64_t floored_signed(const struct value *value, uint64_t a, uint64_t b) {
  const uint64_t remainder = remainder_signed(value, a, b);
  return (a ^ b) >> 63 != 0 && remainder != 0 ? remainder + b : remainder;
}

#define DIVISION(name, of_unsigned, of_signed, has_result)                                                 \
  static uint64_t name(const struct value *value, uint64_t a, uint64_t b) {                                \
    return (value->type == TYPE_I64 ? of_signed : of_unsigned)(value, a, b);                               \
  }                                                                                                        \
  static bool try_##name##_unsigned(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) { \
    if (b != 0) *result = of_unsigned(value, a, b);                                                        \
    return b != 0;                                                                                         \
  }                                                                                                        \
  static bool try_##name##_signed(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) {   \
    if (b != 0) *result = of_signed(value, a, b);                                                          \
    return b != 0 && (has_result);                                                                         \
  }                                                                                                        \
  static bool try_##name(const struct value *value, uint64_t a, uint64_t b, uint64_t *result) {            \
    return (value->type == TYPE_I64 ? try_##name##_signed : try_##name##_unsigned)(value, a, b, result);   \
  }                                                                                                        \
  static size_t run_try_##name(const struct operation_rows *rows) {                                        \
    return operation_run_attempts(try_##name, rows);                                                       \
  }

DIVISION(quotient_of, quotient_unsigned, quotient_signed, a != SIGN_BIT || b != UINT64_MAX)
DIVISION(remainder_of, remainder_unsigned, remainder_signed, true)
DIVISION(floored_of, remainder_unsigned, floored_signed, true)

/* ---- By a constant: multiplications by its inverse --------------------------------------------- */

/* n / divisor, for a divisor of 2 or more; see divisor.h. */
static inline uint64_t quotient(const struct rowkey_divisor_constants *divisor, uint64_t n, bool wide) {
  uint64_t low;
  const uint64_t high = wide_multiply(divisor->multiplier64, n, &low);
  return (wide ? ((n - high) >> 1) + high : high) >> divisor->shift64;
}

static inline void divide_signed(const struct rowkey_divisor_constants *divisor, bool wide, const uint64_t *a,
                                 uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = with_sign(quotient(divisor, magnitude(a[i]), wide), a[i]);
}

static inline void divide_unsigned(const struct rowkey_divisor_constants *divisor, bool wide,
                                   const uint64_t *a, uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = quotient(divisor, a[i], wide);
}

static void divide_by_constant(const struct operation_rows *all) {
  const struct rowkey_divisor_constants *divisor = value_divisor(all->value);
  const bool is_signed = all->value->a->range.low.negative;
  const uint64_t *a = all->a;
  uint64_t *out = all->out;
  const size_t rows = all->count;
  const bool is_wide = divisor->wide64 != 0;
  /* One loop for each, in which the conditions are constant. */
  if (divisor->value == 1)
    memcpy(out, a, rows * sizeof *out);
  else if (is_signed && is_wide)
    divide_signed(divisor, true, a, out, rows);
  else if (is_signed)
    divide_signed(divisor, false, a, out, rows);
  else if (is_wide)
    divide_unsigned(divisor, true, a, out, rows);
  else
    divide_unsigned(divisor, false, a, out, rows);
}

static void run_quotient(const struct operation_rows *rows) {
  if (rows->value->divisor != NULL)
    divide_by_constant(rows);
  else
    operation_run(quotient_of, rows);
}

/* The largest magnitude that a value can have. */
static uint64_t largest_of(struct range range) {
  const uint64_t low = range.low.negative ? range.low.magnitude : 0;
  const uint64_t high = range.high.negative ? 0 : range.high.magnitude;
  return low > high ? low : high;
}

/* Whether the value may be too large for an i64. */
static bool needs_u64(const struct value *value) {
  return !value->range.low.negative && value->range.high.magnitude > INT64_MAX;
}

static void run_modulo_kernel(const struct operation_rows *rows) {
  const struct value *value = rows->value;
  const struct rowkey_divisor_constants *divisor = value_divisor(value);
  if (needs_u64(value->a))
    rows->kernels->modulo_u64(divisor, rows->a, rows->count, rows->out);
  else
    rows->kernels->modulo_i64(divisor, rows->a, rows->count, largest_of(value->a->range),
                              value->operation == &rowkey_operation_floormod, rows->out);
}

static void run_remainder(const struct operation_rows *rows) {
  if (rows->value->divisor != NULL)
    run_modulo_kernel(rows);
  else
    operation_run(remainder_of, rows);
}

static void run_floored(const struct operation_rows *rows) {
  if (rows->value->divisor != NULL)
    run_modulo_kernel(rows);
  else
    operation_run(floored_of, rows);
}

static struct step_name step_of_remainder(const struct value *value) {
  if (value->divisor == NULL) return (struct step_name){"divide", false};
  return (struct step_name){needs_u64(value->a) ? "modulo_u64" : "modulo_i64", true};
}

static uint64_t constant_divisor(const struct value *value) {
  return value_is_constant(value->b) ? value->b->range.low.magnitude : 0;
}

/* Quotients and floored remainders depend on the divisor's sign, which its constants do not hold. */
static uint64_t positive_divisor(const struct value *value) {
  return value->b->range.low.negative ? 0 : constant_divisor(value);
}

/* ---- Results ----------------------------------------------------------------------------------- */

static struct range range_of_quotient(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_divide(a, b);
}

static struct range range_of_remainder(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_modulo(a, b);
}

static struct range range_of_floored(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_floormod(a, b);
}

static const struct course scattered = {.direction = SCATTERS};

/* Whether the dividend is followed, beside a constant divisor that is not 0. */
static bool is_dividend_alone(unsigned side, struct range b) {
  return side == 0 && rowkey_range_is_point(b) && b.low.magnitude != 0;
}

static struct course follow_quotient(const struct value *value, unsigned side, struct range a,
                                     struct range b) {
  (void)value, (void)a;
  if (!is_dividend_alone(side, b)) return scattered;
  return (struct course){b.low.negative ? FALLS : RISES, false, 1};
}

/* Whether the ends of both are as far from each other. */
static bool are_as_far(struct range a, struct range b) {
  const struct integer low = rowkey_integer_add(a.low, rowkey_integer_negate(b.low));
  const struct integer high = rowkey_integer_add(a.high, rowkey_integer_negate(b.high));
  return !rowkey_integer_less(low, high) && !rowkey_integer_less(high, low);
}

/* A remainder rises with a dividend that stays between two neighbouring multiples of the divisor. */
static struct course follow_remainder(const struct value *value, unsigned side, struct range a,
                                      struct range b) {
  if (!is_dividend_alone(side, b)) return scattered;
  const struct integer first = rowkey_operation_result(value, a.low, b.low);
  const struct integer last = rowkey_operation_result(value, a.high, b.low);
  return are_as_far(a, rowkey_range_of(first, last)) ? (struct course){RISES, true, 1} : scattered;
}

static struct division division_by_constant(const struct value *value) {
  if (value->divisor == NULL) return (struct division){.dividend = NULL};
  return (struct division){value->a, value->b->range.low.magnitude,
                           value->operation == &rowkey_operation_floormod};
}

static struct image image_of_division(const struct value *value, const struct image *a,
                                      const struct image *b) {
  (void)b;
  const struct division division = division_by_constant(value);
  if (division.dividend == NULL) return (struct image){.known = 0};
  const bool divides = value->operation == &rowkey_operation_divide;
  return image_of_numbers((divides ? rowkey_numbers_divide : rowkey_numbers_modulo)(
      &a->numbers, division.divisor, division.floors));
}

static struct complaint complain_of_zero(const struct value *value, uint64_t b) {
  (void)value;
  return b == 0 ? (struct complaint){"divides by 0", "any other divisor"}
                : (struct complaint){.problem = NULL};
}

/* ---- The operators ----------------------------------------------------------------------------- */

const struct operation rowkey_operation_divide = {
    .name = "/",
    .sign = '/',
    .count = 2,
    .compute = quotient_of,
    .attempt = try_quotient_of,
    .exact = rowkey_integer_divide,
    .divides = true,
    .refused = complain_of_zero,
    .range = range_of_quotient,
    .course = follow_quotient,
    .image = image_of_division,
    .quotient = division_by_constant,
    .divisor = positive_divisor,
    .evenness = DIVIDES,
    .step = {"divide", false},
    .run = run_quotient,
    .run_attempts = run_try_quotient_of,
};

const struct operation rowkey_operation_modulo = {
    .name = "%",
    .sign = '%',
    .count = 2,
    .compute = remainder_of,
    .attempt = try_remainder_of,
    .divides = true,
    .refused = complain_of_zero,
    .range = range_of_remainder,
    .course = follow_remainder,
    .image = image_of_division,
    .remainder = division_by_constant,
    .divisor = constant_divisor,
    .evenness = DIVIDES,
    .find_step = step_of_remainder,
    .run = run_remainder,
    .run_attempts = run_try_remainder_of,
};

const struct operation rowkey_operation_floormod = {
    .name = "floormod",
    .usage = "floormod(number, divisor)",
    .sign = 'f',
    .count = 2,
    .compute = floored_of,
    .attempt = try_floored_of,
    .divides = true,
    .refused = complain_of_zero,
    .range = range_of_floored,
    .course = follow_remainder,
    .image = image_of_division,
    .remainder = division_by_constant,
    .divisor = positive_divisor,
    .evenness = DIVIDES,
    .find_step = step_of_remainder,
    .run = run_floored,
    .run_attempts = run_try_floored_of,
};
