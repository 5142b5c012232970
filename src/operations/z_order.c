/* Interleaves the bits of three or more numbers: one operation puts each number into its place, and another
 * joins the places. */
#include "plan/z_order.h"
#include "plan/operation.h"

/* ---- One of several numbers, in its place ------------------------------------------------------- */

static unsigned count_of(const struct value *value) { return rowkey_place_of(value).count; }
static unsigned place_of(const struct value *value) { return rowkey_place_of(value).place; }

static uint64_t put_into_place(const struct value *value, uint64_t a, uint64_t b) {
  (void)b;
  return bits_apart(count_of(value), a) << place_of(value);
}

static struct course follow_number(const struct value *value, unsigned side, struct range a, struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, true, 0};
}

static struct image image_of_place(const struct value *value, const struct image *a, const struct image *b) {
  (void)b;
  const uint64_t all = UINT64_MAX >> (64 - value->held[0].magnitude);
  const uint64_t unknown = put_into_place(value, ~a->known & all, 0);
  return image_of_bits(~unknown, put_into_place(value, a->bits & all, 0));
}

static void take_from_place(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)side;
  for (size_t i = 0; i < rows; i++)
    numbers[i] = bits_together(count_of(value), numbers[i] >> place_of(value));
}

static void run_kernel(const struct operation_rows *rows) {
  rows->kernels->place_bits(&rowkey_spreadings[count_of(rows->value)], place_of(rows->value), rows->a,
                            rows->count, rows->out);
}

const struct operation rowkey_operation_place = {
    .name = "interleave",
    .arguments = {{.is_constant = false},
                  {.is_constant = true, .least = 1, .most = 64 / Z_ORDER_MOST},
                  {.is_constant = true,
                   .least = 2 * Z_ORDER_MOST,
                   .most = Z_ORDER_MOST * (Z_ORDER_MOST + 1) - 1}},
    .count = 3,
    .compute = put_into_place,
    .result = RESULT_U64,
    .domain = rowkey_numbers_of_held_bits,
    .too_far = "the value never has so few bits",
    .course = follow_number,
    .image = image_of_place,
    .undo = take_from_place,
    .step = {"place_bits", true},
    .run = run_kernel,
};

/* ---- Numbers in different places ---------------------------------------------------------------- */

static uint64_t bits_of_both(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a | b;
}

static struct image image_of_places(const struct value *value, const struct image *a, const struct image *b) {
  (void)value;
  return image_of_bits((a->known & b->known) | a->bits | b->bits, a->bits | b->bits);
}

/* Nothing to do: taking a number from its place drops the bits of the others. */
static void leave_bits(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)value, (void)side, (void)numbers, (void)rows;
}

static void run_join(const struct operation_rows *rows) { operation_run(bits_of_both, rows); }

const struct operation rowkey_operation_join_places = {
    .name = "or",
    .count = 2,
    .compute = bits_of_both,
    .result = RESULT_U64,
    .course = follow_number,
    .image = image_of_places,
    .undo = leave_bits,
    .run = run_join,
};
