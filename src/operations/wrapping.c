/* Sums, differences and products modulo 2^64, as processors and hashes compute them. */
#include "bits.h"
#include "plan/operation.h"

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

/* ---- Back to the argument beside a constant ----------------------------------------------------- */

static bool is_odd(unsigned side, uint64_t constant) {
  (void)side;
  return (constant & 1) != 0;
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

/* ---- Results ----------------------------------------------------------------------------------- */

/* The lowest bits of a result follow from as many of both arguments. */
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
