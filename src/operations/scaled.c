/* A float times a constant, as an integer: exact, so that every machine rounds alike. */
#include <string.h>

#include "plan/operation.h"

/* What `round` chooses. */
enum { EVEN, FLOOR };

static size_t scale(const struct rowkey_kernels *kernels, const struct value *value, const double *numbers,
                    size_t rows, uint64_t *out) {
  return kernels->scale_floats(numbers, rows, value->held[0].magnitude, value->choice == FLOOR, out);
}

static bool try_product(const struct value *value, uint64_t bits, uint64_t unused, uint64_t *result) {
  (void)unused;
  double number;
  memcpy(&number, &bits, sizeof number);
  return scale(rowkey_isas[0].kernels, value, &number, 1, result) == 1;
}

static size_t run_products(const struct operation_rows *rows) {
  return scale(rows->kernels, rows->value, rows->floats, rows->count, rows->out);
}

/* Wider than an i64: rows whose product is not an i64 are errors. */
static struct range range_of_products(const struct value *value, struct range a, struct range b) {
  (void)value, (void)a, (void)b;
  const struct integer most = rowkey_integer_of_u64(UINT64_MAX);
  return rowkey_range_of(rowkey_integer_negate(most), most);
}

static struct course follow_float(const struct value *value, unsigned side, struct range a, struct range b) {
  (void)value, (void)side, (void)a, (void)b;
  return (struct course){RISES, false, 0};
}

const struct operation rowkey_operation_scaled = {
    .name = "scaled",
    .usage = "scaled(number, factor)",
    .arguments =
        {{.takes = A_FLOAT},
         {.is_constant = true, .least = 1, .most = UINT64_MAX, .problem = "this is not a valid factor"}},
    .count = 2,
    .option = {"round", {"even", "floor"}, "round=even or round=floor"},
    .attempt = try_product,
    .result = RESULT_I64,
    .range = range_of_products,
    .course = follow_float,
    .step = {"scale", false},
    .run_attempts = run_products,
};
