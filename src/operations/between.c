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

const struct operation rowkey_operation_between = {
    .name = "between",
    .usage = "between(number, low, high)",
    .arguments = {{.is_constant = false},
                  {.is_constant = true, .problem = "a bound is not valid"},
                  {.is_constant = true, .problem = "a bound is not valid"}},
    .count = 3,
    .are_bounds = true,
    .compute = same_number,
    .domain = numbers_between,
    .too_far = "the value is never between the bounds",
    .unchanged = always_between,
    .keeps_bits = true,
    .unit = rowkey_common_unit,
};
