/* The 64 bits of a number as a signed one, as BigQuery and Java take hashes. */
#include "plan/operation.h"

static uint64_t same_bits(const struct value *value, uint64_t number, uint64_t unused) {
  (void)value, (void)unused;
  return number;
}

static struct value *always_int64(const struct value *value) {
  return rowkey_range_within(value->a->range, rowkey_range_i64()) ? value->a : NULL;
}

/* It rises, but from the largest to the smallest. */
static struct course follow_number(const struct value *value, unsigned side, struct range numbers) {
  (void)value, (void)side;
  const int64_t low = (int64_t)rowkey_integer_bits(numbers.low),
                high = (int64_t)rowkey_integer_bits(numbers.high);
  return (struct course){low <= high ? RISES : SCATTERS, true};
}

static struct image same_image(const struct value *value, const struct image *a, const struct image *b) {
  (void)value, (void)b;
  return image_of_bits(a->known, a->bits);
}

static void keep_bits(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)value, (void)side, (void)numbers, (void)rows;
}

static void run_copy(const struct operation_rows *rows) { operation_run(same_bits, rows); }

const struct operation rowkey_operation_int64 = {
    .name = "int64",
    .usage = "int64(number)",
    .count = 1,
    .compute = same_bits,
    .result = RESULT_I64,
    .unchanged = always_int64,
    .course = follow_number,
    .image = same_image,
    .changes_sign = true,
    .evenness = KEEPS_EVEN,
    .undo = keep_bits,
    .run = run_copy,
};
