/* The low 32 bits of a number as a signed one, as Java's (int) takes them. */
#include "plan/operation.h"

static uint64_t signed_low_bits(const struct value *value, uint64_t number, uint64_t unused) {
  (void)value, (void)unused;
  const uint64_t sign = UINT64_C(1) << 31;
  return ((number & UINT32_MAX) ^ sign) - sign;
}

static struct range range_of_all(const struct value *value, struct range a, struct range b) {
  (void)value, (void)a, (void)b;
  return rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_i64(INT32_MAX));
}

static struct value *always_int32(const struct value *value) {
  const struct range numbers = value->a->range;
  return rowkey_range_within(numbers, range_of_all(value, numbers, numbers)) ? value->a : NULL;
}

/* The result rises, except for the step from the largest int32 to the smallest. */
static struct course follow_number(const struct value *value, unsigned side, struct range numbers,
                                   struct range b) {
  (void)side, (void)b;
  const uint64_t low = rowkey_integer_bits(numbers.low), high = rowkey_integer_bits(numbers.high);
  const int64_t first = (int64_t)signed_low_bits(value, low, 0),
                last = (int64_t)signed_low_bits(value, high, 0);
  return (struct course){high - low <= UINT32_MAX && first <= last ? RISES : SCATTERS, true, 1};
}

/* Numbers up to 2^31 - 1 stay; greater numbers become 2^32 less. */
static struct image image_of_two_halves(const struct numbers *numbers) {
  const struct integer end = rowkey_integer_of_u64(UINT64_C(1) << 31);
  const struct range first = rowkey_range_of(rowkey_integer_negate(end), rowkey_integer_of_u64(INT32_MAX));
  const struct range second = rowkey_range_of(end, rowkey_integer_of_u64(UINT32_MAX));
  const struct integer less = rowkey_integer_of_i64(-(INT64_C(1) << 32));
  const struct numbers distance = rowkey_numbers_of_range(rowkey_range_of(less, less));
  const struct numbers stay = rowkey_numbers_within(numbers, first),
                       move = rowkey_numbers_within(numbers, second);
  const struct numbers moved = rowkey_numbers_add(&move, &distance, first);
  return image_of_numbers(rowkey_numbers_of_either(&moved, &stay));
}

/* The low 32 bits stay, and the highest of them becomes the sign. */
static struct image image_of_int32(const struct value *value, const struct image *a, const struct image *b) {
  (void)b;
  const struct range numbers = rowkey_numbers_range(&a->numbers);
  const struct range halves =
      rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_u64(UINT32_MAX));
  if (rowkey_range_within(numbers, halves)) return image_of_two_halves(&a->numbers);
  const uint64_t sign = a->known & UINT64_C(1) << 31, above = sign == 0 ? 0 : UINT64_MAX << 32;
  const uint64_t bits = signed_low_bits(value, a->bits, 0);
  return image_of_bits((a->known & UINT32_MAX) | above, bits);
}

static void run_int32(const struct operation_rows *rows) { operation_run(signed_low_bits, rows); }

const struct operation rowkey_operation_int32 = {
    .name = "int32",
    .usage = "int32(number)",
    .count = 1,
    .compute = signed_low_bits,
    .result = RESULT_I64,
    .range = range_of_all,
    .unchanged = always_int32,
    .course = follow_number,
    .image = image_of_int32,
    .changes_sign = true,
    .evenness = KEEPS_EVEN,
    .run = run_int32,
};
