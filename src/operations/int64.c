/* The 64 bits of a number as a signed one, as BigQuery and Java take hashes, and as an unsigned one; and an
 * unsigned number beside an i64. */
#include "plan/operation.h"

static uint64_t same_bits(const struct value *value, uint64_t number, uint64_t unused) {
  (void)value, (void)unused;
  return number;
}

static struct value *always_int64(const struct value *value) {
  return rowkey_range_within(value->a->range, rowkey_range_i64()) ? value->a : NULL;
}

/* The result rises, except for the step from the largest i64 to the smallest. */
static struct course follow_number(const struct value *value, unsigned side, struct range numbers,
                                   struct range b) {
  (void)value, (void)side, (void)b;
  const int64_t low = (int64_t)rowkey_integer_bits(numbers.low),
                high = (int64_t)rowkey_integer_bits(numbers.high);
  return (struct course){low <= high ? RISES : SCATTERS, true, 1};
}

const struct operation rowkey_operation_int64 = {
    .name = "int64",
    .usage = "int64(number)",
    .count = 1,
    .compute = same_bits,
    .result = RESULT_I64,
    .unchanged = always_int64,
    .course = follow_number,
    .keeps_bits = true,
};

static struct value *always_uint64(const struct value *value) {
  return value->a->type == TYPE_U64 ? value->a : NULL;
}

/* The result rises, except for the step from -1 to 0. */
static struct course follow_signed(const struct value *value, unsigned side, struct range numbers,
                                   struct range b) {
  (void)value, (void)side, (void)b;
  const bool jumps = numbers.low.negative && !numbers.high.negative;
  return (struct course){jumps ? SCATTERS : RISES, true, 1};
}

const struct operation rowkey_operation_uint64 = {
    .name = "uint64",
    .usage = "uint64(number)",
    .count = 1,
    .compute = same_bits,
    .result = RESULT_U64,
    .unchanged = always_uint64,
    .course = follow_signed,
    .keeps_bits = true,
};

static struct range numbers_of_i64(const struct value *value) {
  (void)value;
  return rowkey_range_i64();
}

const struct operation rowkey_operation_to_i64 = {
    .name = "an i64",
    .count = 1,
    .compute = same_bits,
    .result = RESULT_I64,
    .domain = numbers_of_i64,
    .refusal = "is too large for the i64 that it is used with",
    .keeps_bits = true,
    .unit = rowkey_common_unit,
};
