/* Interleaves the bits of two numbers, starting with the first number: Z-order (Morton). */
#include "base/bits.h"
#include "plan/operation.h"
#include "plan/z_order.h"

static uint64_t number_of_pair(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return interleaved_bits(a, b);
}

/* The pair rises with each of its numbers. */
static struct course follow_number(const struct value *value, unsigned side, struct range a, struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, true, 0};
}

static struct image image_of_pairs(const struct value *value, const struct image *a, const struct image *b) {
  return image_of_bits(number_of_pair(value, a->known & UINT32_MAX, b->known & UINT32_MAX),
                       number_of_pair(value, a->bits & UINT32_MAX, b->bits & UINT32_MAX));
}

static void take_side(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)value;
  for (size_t i = 0; i < rows; i++) numbers[i] = gathered_bits(numbers[i] >> (1 - side));
}

static void run_kernel(const struct operation_rows *rows) {
  rows->kernels->interleave_bits(rows->a, rows->b, rows->count, rows->out);
}

const struct operation rowkey_operation_interleave = {
    .name = "interleave",
    .usage = "interleave(number, number, bits), of 2 to 8 numbers",
    .arguments =
        {{.is_constant = false},
         {.is_constant = false},
         {.is_constant = true, .least = 1, .most = 32, .problem = "the number of bits is not valid"}},
    .count = 3,
    .several = {Z_ORDER_MOST, &rowkey_operation_place, &rowkey_operation_join_places},
    .compute = number_of_pair,
    .result = RESULT_U64,
    .domain = rowkey_numbers_of_held_bits,
    .too_far = "the value never has so few bits",
    .course = follow_number,
    .image = image_of_pairs,
    .undo = take_side,
    .step = {"interleave_bits", true},
    .run = run_kernel,
    .reads_constants = true,
};
