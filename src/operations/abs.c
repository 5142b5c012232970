/* The absolute value of a number, or of a hash of 128 bits that is read as a signed one. */
#include "plan/operation.h"
#include "simd/memory.h"

static uint64_t magnitude_of(const struct value *value, uint64_t number, uint64_t unused) {
  (void)unused;
  const uint64_t sign = value->type == TYPE_I64 ? 0 - (number >> 63) : 0;
  return (number ^ sign) - sign;
}

/* The absolute value of the smallest i64 is not an i64. */
static struct range numbers_with_result(const struct value *value) {
  const struct range type = range_of_type(value->a->type);
  return value->a->type == TYPE_I64 ? rowkey_range_of(rowkey_integer_negate(type.high), type.high) : type;
}

static struct range range_of_magnitudes(const struct value *value, struct range a, struct range b) {
  (void)value, (void)b;
  const struct integer low = rowkey_integer_absolute(a.low), high = rowkey_integer_absolute(a.high);
  const bool is_point = rowkey_range_is_point(a);
  return rowkey_range_of(is_point ? low : rowkey_integer_of_u64(0), rowkey_integer_larger(low, high));
}

static struct value *never_negative(const struct value *value) {
  return value->a->range.low.negative ? NULL : value->a;
}

static struct course follow_number(const struct value *value, unsigned side, struct range numbers,
                                   struct range b) {
  (void)value, (void)side, (void)b;
  const bool mixed = numbers.low.negative && !numbers.high.negative && numbers.high.magnitude != 0;
  return (struct course){mixed ? SCATTERS : numbers.low.negative ? FALLS : RISES, true, 1};
}

static struct image image_of_magnitudes(const struct value *value, const struct image *a,
                                        const struct image *b) {
  (void)value, (void)b;
  return image_of_numbers(rowkey_numbers_absolute(&a->numbers));
}

static void run_kernel(const struct operation_rows *rows) {
  rows->kernels->absolute_i64(rows->a, rows->count, rows->out);
}

static void run_hashes(const uint8_t *hashes, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++, hashes += HASH_SIZE, out += HASH_SIZE) {
    uint64_t high = load_be64(hashes), low = load_be64(hashes + 8);
    const uint64_t sign = 0 - (high >> 63);
    low = (low ^ sign) - sign;
    high = (high ^ sign) + ((sign & 1) & (low == 0));
    store_be64(out, high);
    store_be64(out + 8, low);
  }
}

const struct operation rowkey_operation_abs = {
    .name = "abs",
    .usage = "abs(number)",
    .count = 1,
    .compute = magnitude_of,
    .domain = numbers_with_result,
    .too_far = "the absolute value never fits an i64",
    .range = range_of_magnitudes,
    .folds = true,
    .unchanged = never_negative,
    .course = follow_number,
    .image = image_of_magnitudes,
    .changes_sign = true,
    .evenness = FOLDS_SIGN,
    .step = {"absolute_i64", true},
    .run = run_kernel,
    .run_hashes = run_hashes,
    .last_half = UINT64_C(1) << 63,
};
