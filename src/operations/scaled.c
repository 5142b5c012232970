/* A float times a constant, as an integer: in integer arithmetic alone, which is exact, so that every machine
 * rounds alike. */
#include <string.h>

#include "plan/operation.h"
#include "shared/wide.h"

/* What `round` chooses. */
enum { EVEN, FLOOR };

enum { FRACTION_BITS = 52, EXPONENT_MAX = 0x7ff, EXPONENT_OF_UNIT = 1075, SHIFT_TO_NOTHING = -192 };

/* A product: high:low before the binary point, and 64 bits after it. The last bit of `rest` is 1 if any later
 * bit is. */
struct product {
  uint64_t high, low, rest;
};

static struct product shifted_word(struct product product) {
  return (struct product){0, product.high, product.low | (product.rest != 0)};
}

/* Shifts right by 1 to 63 bits. */
static struct product shifted_bits(struct product product, unsigned count) {
  const unsigned left = 64 - count;
  return (struct product){product.high >> count, product.low >> count | product.high << left,
                          product.low << left | product.rest >> count | ((product.rest << left) != 0)};
}

/* The double of these bits times the factor, which must not be 0, rounded down or to the nearest integer with
 * ties to even. False if the result is not an i64. */
static bool scale_double(uint64_t bits, uint64_t factor, bool floors, uint64_t *result) {
  const bool negative = bits >> 63 != 0;
  const int exponent = (int)(bits >> FRACTION_BITS & EXPONENT_MAX);
  const uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
  const uint64_t significand = exponent == 0 ? fraction : fraction | UINT64_C(1) << FRACTION_BITS;
  if (exponent == EXPONENT_MAX) return false; /* infinity or NaN */
  /* The number is the significand times 2^shift; the product has at most 117 bits. */
  int shift = (exponent == 0 ? 1 : exponent) - EXPONENT_OF_UNIT;
  struct product product = {.rest = 0};
  product.high = wide_multiply(significand, factor, &product.low);
  if (shift > 63) return false;
  if (shift > 0) {
    if (product.high != 0 || product.low >> (64 - shift) != 0) return false;
    product.low <<= shift;
  }
  if (shift < SHIFT_TO_NOTHING) shift = SHIFT_TO_NOTHING;
  for (; shift <= -64; shift += 64) product = shifted_word(product);
  if (shift < 0) product = shifted_bits(product, (unsigned)-shift);

  const uint64_t half = UINT64_C(1) << 63;
  if (product.high != 0 || product.low > half) return false;
  const bool beyond_half = product.rest > half || (product.rest == half && product.low % 2 != 0);
  const uint64_t magnitude = product.low + (floors ? negative && product.rest != 0 : beyond_half);
  if (magnitude > half - 1 + negative) return false;
  *result = negative ? 0 - magnitude : magnitude;
  return true;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static bool try_product(const struct value *value, uint64_t bits, uint64_t unused, uint64_t *result) {
  (void)unused;
  return scale_double(bits, value->held[0].magnitude, value->choice == FLOOR, result);
}

static size_t run_products(const struct operation_rows *rows) {
  const struct operation_rows all = *rows; /* a copy: the compiler sees that no result overwrites it */
  const uint64_t factor = all.value->held[0].magnitude;
  const bool floors = all.value->choice == FLOOR;
  for (size_t i = 0; i < all.count; i++) {
    uint64_t bits;
    memcpy(&bits, &all.floats[i], sizeof bits);
    if (!scale_double(bits, factor, floors, &all.out[i])) return i;
  }
  return all.count;
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
