/* << and >>: multiplies by 2^count, and divides by it, rounding down. */
#include "base/bits.h"
#include "plan/operation.h"

enum { LAST_COUNT = 63 };

static uint64_t shifted_left(const struct value *value, uint64_t number, uint64_t count) {
  (void)value;
  return number << (count & LAST_COUNT);
}

static uint64_t shifted_right(const struct value *value, uint64_t number, uint64_t count) {
  (void)value;
  return number >> (count & LAST_COUNT);
}

/* For numbers that may be negative. */
static uint64_t shifted_signed(const struct value *value, uint64_t number, uint64_t count) {
  (void)value;
  return shifted_right_signed(number, (unsigned)count & LAST_COUNT);
}

static uint64_t shifted_back(const struct value *value, uint64_t number, uint64_t count) {
  return (value->type == TYPE_I64 ? shifted_signed : shifted_right)(value, number, count);
}

static bool try_left(const struct value *value, uint64_t number, uint64_t count, uint64_t *result) {
  *result = shifted_left(value, number, count);
  return count <= LAST_COUNT && shifted_back(value, *result, count) == number;
}

static void run_left(const struct operation_rows *rows) {
  if (rows->b != NULL) {
    operation_run(shifted_left, rows);
    return;
  }
  const unsigned count = (unsigned)operation_constant(rows->value->b) & LAST_COUNT;
  rows->kernels->mask_integers(&(struct rowkey_masking){.mask = UINT64_MAX, .shift = count}, rows->a,
                               rows->count, rows->out);
}

static struct step_name step_of_left(const struct value *value) {
  return value_is_constant(value->b) ? (struct step_name){"mask_integers", true}
                                     : (struct step_name){"shift_left", false};
}

static void run_right(const struct operation_rows *rows) {
  if (rows->value->a->range.low.negative)
    operation_run(shifted_signed, rows);
  else
    operation_run(shifted_right, rows);
}

static size_t run_left_attempts(const struct operation_rows *rows) {
  return operation_run_attempts(try_left, rows);
}

/* ---- Results ----------------------------------------------------------------------------------- */

static struct range point_of(struct integer number) { return rowkey_range_of(number, number); }

static struct integer number_to_left(struct integer number, struct integer count) {
  return rowkey_range_shift_left(point_of(number), point_of(count)).low;
}

static struct range range_to_left(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_shift_left(a, b);
}

static struct range range_to_right(const struct value *value, struct range a, struct range b) {
  (void)value;
  return rowkey_range_shift_right(a, b);
}

static struct value *never_shifted(const struct value *value) {
  return value->b->kind == VALUE_CONSTANT && value->b->range.low.magnitude == 0 ? value->a : NULL;
}

static struct course follow_to_left(const struct value *value, unsigned side, struct range a,
                                    struct range b) {
  (void)value, (void)a;
  const uint64_t steps = rowkey_range_is_point(b) ? UINT64_C(1) << (b.low.magnitude & LAST_COUNT) : 0;
  return (struct course){side == 0 ? RISES : SCATTERS, true, steps};
}

static struct course follow_to_right(const struct value *value, unsigned side, struct range a,
                                     struct range b) {
  (void)value, (void)a;
  return (struct course){side == 0 ? RISES : SCATTERS, b.high.magnitude == 0, 1};
}

/* Only a constant count makes a division by a constant. */
static struct division division_by_power(const struct value *value) {
  if (!value_is_constant(value->b)) return (struct division){.dividend = NULL};
  return (struct division){value->a, UINT64_C(1) << value->b->range.low.magnitude, true};
}

static struct image image_of_products(const struct value *value, const struct image *a,
                                      const struct image *b) {
  (void)b;
  if (!value_is_constant(value->b)) return (struct image){.known = 0};
  const struct integer power = rowkey_integer_of_u64(UINT64_C(1) << value->b->range.low.magnitude);
  return image_of_numbers(rowkey_numbers_multiply(&a->numbers, power, value->range));
}

static struct image image_of_quotients(const struct value *value, const struct image *a,
                                       const struct image *b) {
  (void)b;
  const struct division division = division_by_power(value);
  return division.dividend == NULL
             ? (struct image){.known = 0}
             : image_of_numbers(rowkey_numbers_divide(&a->numbers, division.divisor, true));
}

/* ---- Back to the number ------------------------------------------------------------------------ */

static bool is_count(unsigned side, uint64_t constant) {
  (void)constant;
  return side == 0;
}

/* A number that is not a multiple of 2^count gives a number that encodes differently. */
static void shift_back(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)side;
  const uint64_t count = value->b->range.low.magnitude;
  for (size_t i = 0; i < rows; i++) numbers[i] = shifted_back(value, numbers[i], count);
}

static struct complaint refuse_count(const struct value *value, uint64_t count) {
  const bool is_too_far = !value_is_constant(value->b) && count > LAST_COUNT;
  return is_too_far ? (struct complaint){"is shifted too far", "by 0 to 63 bits"}
                    : (struct complaint){.problem = NULL};
}

/* ---- The operators ----------------------------------------------------------------------------- */

const struct operation rowkey_operation_shift_left = {
    .name = "<<",
    .sign = '<',
    .arguments = {{.varies = false}, {.of_any_type = true, .most = LAST_COUNT}},
    .count = 2,
    .compute = shifted_left,
    .attempt = try_left,
    .exact = number_to_left,
    .refused = refuse_count,
    .too_far = "the shift count is out of range",
    .range = range_to_left,
    .unchanged = never_shifted,
    .course = follow_to_left,
    .image = image_of_products,
    .undo = shift_back,
    .undone_beside = is_count,
    .evenness = MAPS,
    .find_step = step_of_left,
    .run = run_left,
    .run_attempts = run_left_attempts,
};

const struct operation rowkey_operation_shift_right = {
    .name = ">>",
    .sign = '>',
    .arguments = {{.varies = false}, {.of_any_type = true, .most = LAST_COUNT}},
    .count = 2,
    .compute = shifted_back,
    .refused = refuse_count,
    .too_far = "the shift count is out of range",
    .range = range_to_right,
    .unchanged = never_shifted,
    .course = follow_to_right,
    .image = image_of_quotients,
    .quotient = division_by_power,
    .evenness = DIVIDES,
    .step = {"shift_right", false},
    .run = run_right,
};
