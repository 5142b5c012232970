/* A number within two bounds, unchanged; any other number is an error of its row. */
#include "plan/operation.h"

static uint64_t same_number(const struct value *value, uint64_t number, uint64_t unused) {
  (void)value, (void)unused;
  return number;
}

static struct range numbers_between(const struct value *value) {
  return rowkey_range_of(value->held[0], value->held[1]);
}

static struct value *always_between(const struct value *value) {
  return rowkey_range_within(value->a->range, numbers_between(value)) ? value->a : NULL;
}

static struct course follow_number(const struct value *value, unsigned side, struct range numbers) {
  (void)value, (void)side, (void)numbers;
  return (struct course){RISES, true};
}

static struct image same_image(const struct value *value, const struct image *a, const struct image *b) {
  (void)value, (void)b;
  return image_of_numbers(a->numbers);
}

static void keep_numbers(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)value, (void)side, (void)numbers, (void)rows;
}

static void run_copy(const struct operation_rows *rows) { operation_run(same_number, rows); }

const struct operation rowkey_operation_between = {
    .name = "between",
    .usage = "between(number, low, high)",
    .arguments = {{.is_constant = false},
                  {.is_constant = true, .problem = "this is not a bound"},
                  {.is_constant = true, .problem = "this is not a bound"}},
    .count = 3,
    .are_bounds = true,
    .compute = same_number,
    .domain = numbers_between,
    .too_far = "this is never between the bounds",
    .unchanged = always_between,
    .course = follow_number,
    .image = same_image,
    .keeps_unit = true,
    .evenness = KEEPS_EVEN,
    .undo = keep_numbers,
    .step = {"find_outside", true},
    .run = run_copy,
};
