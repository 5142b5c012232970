/* min and max of two integers of one type. */
#include "plan/operation.h"

static uint64_t lesser_unsigned(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a < b ? a : b;
}

static uint64_t greater_unsigned(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a < b ? b : a;
}

static uint64_t lesser_signed(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return (int64_t)a < (int64_t)b ? a : b;
}

static uint64_t greater_signed(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return (int64_t)a < (int64_t)b ? b : a;
}

static uint64_t lesser(const struct value *value, uint64_t a, uint64_t b) {
  return (value->type == TYPE_I64 ? lesser_signed : lesser_unsigned)(value, a, b);
}

static uint64_t greater(const struct value *value, uint64_t a, uint64_t b) {
  return (value->type == TYPE_I64 ? greater_signed : greater_unsigned)(value, a, b);
}

static void run_lesser(const struct operation_rows *rows) {
  if (rows->value->type == TYPE_I64)
    operation_run(lesser_signed, rows);
  else
    operation_run(lesser_unsigned, rows);
}

static void run_greater(const struct operation_rows *rows) {
  if (rows->value->type == TYPE_I64)
    operation_run(greater_signed, rows);
  else
    operation_run(greater_unsigned, rows);
}

/* Whether no number of a is greater than one of b. */
static bool lies_below(const struct value *a, const struct value *b) {
  return !rowkey_integer_less(b->range.low, a->range.high);
}

/* Drops only constants: any other argument may have no result in some rows, and these rows are errors. */
static struct value *always_lesser(const struct value *value) {
  struct value *a = value->a, *b = value->b;
  if (b->kind == VALUE_CONSTANT && lies_below(a, b)) return a;
  return a->kind == VALUE_CONSTANT && lies_below(b, a) ? b : NULL;
}

static struct value *always_greater(const struct value *value) {
  struct value *a = value->a, *b = value->b;
  if (b->kind == VALUE_CONSTANT && lies_below(b, a)) return a;
  return a->kind == VALUE_CONSTANT && lies_below(a, b) ? b : NULL;
}

/* min and max never fall as an argument rises, but may stay the same. */
static struct course follow_argument(const struct value *value, unsigned side, struct range a,
                                     struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, false, 0};
}

static struct image image_of_either(const struct value *value, const struct image *a, const struct image *b) {
  (void)value;
  return image_of_numbers(rowkey_numbers_of_either(&a->numbers, &b->numbers));
}

const struct operation rowkey_operation_min = {
    .name = "min",
    .usage = "min(number, number)",
    .count = 2,
    .compute = lesser,
    .unchanged = always_lesser,
    .course = follow_argument,
    .image = image_of_either,
    .unit = rowkey_common_unit,
    .evenness = MAKES_UNEVEN,
    .run = run_lesser,
};

const struct operation rowkey_operation_max = {
    .name = "max",
    .usage = "max(number, number)",
    .count = 2,
    .compute = greater,
    .unchanged = always_greater,
    .course = follow_argument,
    .image = image_of_either,
    .unit = rowkey_common_unit,
    .evenness = MAKES_UNEVEN,
    .run = run_greater,
};
