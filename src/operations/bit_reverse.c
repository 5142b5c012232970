/* The lowest n bits of a number in reverse order. The number must have no other bits. */
#include "base/bits.h"
#include "plan/operation.h"

static uint64_t reversed_number(const struct value *value, uint64_t number, uint64_t unused) {
  (void)unused;
  return reversed_bits(number) >> (64 - value->held[0].magnitude);
}

static struct range range_of_results(const struct value *value, struct range a, struct range b) {
  (void)a, (void)b;
  return rowkey_numbers_of_held_bits(value);
}

static struct image image_of_results(const struct value *value, const struct image *a,
                                     const struct image *b) {
  (void)b;
  const unsigned behind = 64 - (unsigned)value->held[0].magnitude;
  const uint64_t known = ~(UINT64_MAX >> behind) | reversed_bits(a->known) >> behind;
  return image_of_bits(known, reversed_bits(a->bits) >> behind);
}

static void reverse_rows(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)side;
  for (size_t i = 0; i < rows; i++) numbers[i] = reversed_number(value, numbers[i], 0);
}

static void run_kernel(const struct operation_rows *rows) {
  rows->kernels->reverse_bits(rows->a, rows->count, (unsigned)rows->value->held[0].magnitude, rows->out);
}

const struct operation rowkey_operation_bit_reverse = {
    .name = "bit_reverse",
    .usage = "bit_reverse(number, bits)",
    .arguments =
        {{.is_constant = false},
         {.is_constant = true, .least = 1, .most = 64, .problem = "the number of bits is not valid"}},
    .count = 2,
    .compute = reversed_number,
    .result = RESULT_U64,
    .domain = rowkey_numbers_of_held_bits,
    .too_far = "the value never has so few bits",
    .range = range_of_results,
    .image = image_of_results,
    .evenness = PERMUTES,
    .undo = reverse_rows,
    .step = {"reverse_bits", true},
    .run = run_kernel,
};
