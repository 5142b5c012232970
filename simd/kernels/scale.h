/* Doubles times a factor, as integers: the product is exact before it is rounded, so that every machine
 * rounds alike. */
#ifndef ROWKEY_SIMD_KERNELS_SCALE_H
#define ROWKEY_SIMD_KERNELS_SCALE_H

/* ---- One by one, in integers alone ---------------------------------------------------------------- */

enum {
  SCALE_FRACTION_BITS = 52,
  SCALE_EXPONENT_MAX = 0x7ff,
  SCALE_EXPONENT_OF_UNIT = 1075,
  SCALE_SHIFT_TO_NOTHING = -192
};

/* high:low before the binary point, and 64 bits after it. The last bit of `rest` is 1 if any later bit is. */
struct scale_product {
  uint64_t high, low, rest;
};

V_INLINE struct scale_product scale_shift_word(struct scale_product product) {
  return (struct scale_product){0, product.high, product.low | (product.rest != 0)};
}

/* Shifts right by 1 to 63 bits. */
V_INLINE struct scale_product scale_shift_bits(struct scale_product product, unsigned count) {
  const unsigned left = 64 - count;
  return (struct scale_product){product.high >> count, product.low >> count | product.high << left,
                                product.low << left | product.rest >> count | ((product.rest << left) != 0)};
}

/* False if the result is not an i64. */
static bool scale_one(const double *number, uint64_t factor, bool floors, uint64_t *result) {
  uint64_t bits;
  memcpy(&bits, number, sizeof bits);
  const bool negative = bits >> 63 != 0;
  const int exponent = (int)(bits >> SCALE_FRACTION_BITS & SCALE_EXPONENT_MAX);
  const uint64_t fraction = bits & ((UINT64_C(1) << SCALE_FRACTION_BITS) - 1);
  const uint64_t significand = exponent == 0 ? fraction : fraction | UINT64_C(1) << SCALE_FRACTION_BITS;
  if (exponent == SCALE_EXPONENT_MAX) return false; /* infinity or NaN */
  /* The number is the significand times 2^shift; the product has at most 117 bits. */
  int shift = (exponent == 0 ? 1 : exponent) - SCALE_EXPONENT_OF_UNIT;
  struct scale_product product = {.rest = 0};
  product.high = wide_multiply(significand, factor, &product.low);
  if (shift > 63) return false;
  if (shift > 0) {
    if (product.high != 0 || product.low >> (64 - shift) != 0) return false;
    product.low <<= shift;
  }
  if (shift < SCALE_SHIFT_TO_NOTHING) shift = SCALE_SHIFT_TO_NOTHING;
  for (; shift <= -64; shift += 64) product = scale_shift_word(product);
  if (shift < 0) product = scale_shift_bits(product, (unsigned)-shift);

  const uint64_t half = UINT64_C(1) << 63;
  if (product.high != 0 || product.low > half) return false;
  const bool beyond_half = product.rest > half || (product.rest == half && product.low % 2 != 0);
  const uint64_t magnitude = product.low + (floors ? negative && product.rest != 0 : beyond_half);
  if (magnitude > half - 1 + negative) return false;
  *result = negative ? 0 - magnitude : magnitude;
  return true;
}

/* Stands apart: what calls it would have it four times. */
static __attribute__((noinline)) size_t scale_each(const double *numbers, size_t rows, uint64_t factor,
                                                   bool floors, uint64_t *out) {
  for (size_t i = 0; i < rows; i++)
    if (!scale_one(&numbers[i], factor, floors, &out[i])) return i;
  return rows;
}

#ifdef V64_HAS_PRODUCT
/* ---- In vectors -----------------------------------------------------------------------------------
 * A product rounded to a double p lacks a rest, which is a double as well. Where it is not 0, the exact
 * product lies between p and the double next to it on the side of the rest: of these two, the one whose last
 * bit is 1 stands for the product. If p is below 2^51 its last bit is worth 1/4 at most, so whole numbers and
 * halves have a last bit of 0, and none lies between the product and its stand-in: both are rounded to the
 * same integer.
 *
 * For example, 0.155 (as a double a little less) times 100 is 15.5 less 1.1 * 10^-16. That has p = 15.5,
 * which would be rounded to 16; the stand-in is the double before it, 15.499999999999998, and the result 15.
 */

V_INLINE bool scale_is_double(uint64_t factor) { return factor >> __builtin_ctzll(factor) >> 53 == 0; }

/* A vector of results. False, and nothing useful, if one product is 2^51 or more, or not a number. */
V_INLINE bool scale_vector(const double *numbers, double factor, bool floors, uint64_t *out) {
  const vec64 magnitudes = v64_set1(INT64_MAX), largest = v64_set1(UINT64_C(0x431fffffffffffff));
  const vec64 one = v64_set1(1);
  vec64 rest;
  const vec64 product = v64_product(numbers, factor, &rest);
  const vec64 lacks = v64_add(v64_equal(rest, v64_set1(0)), one); /* 1, or 0 if the product is exact */
  const vec64 is_before = v64_and(v64_srl(v64_xor(product, rest), 63), lacks);
  const vec64 standing = v64_or(v64_sub(product, is_before), lacks);
  v64_store(out, floors ? v64_floor_double(standing) : v64_round_double(standing));
  return !v64_any_negative(v64_sub(largest, v64_and(product, magnitudes)));
}

/* Up to a row that is bad. Rows that do not fill a vector, and vectors with another product, are done one by
 * one. */
V_INLINE size_t scale_vectors(const double *numbers, size_t rows, uint64_t factor, bool floors,
                              uint64_t *out) {
  const double by = (double)factor;
  for (size_t row = 0; row < rows;) {
    while (row + V64_LANES <= rows && scale_vector(numbers + row, by, floors, out + row)) row += V64_LANES;
    const size_t part = rows - row < V64_LANES ? rows - row : V64_LANES;
    const size_t good = scale_each(numbers + row, part, factor, floors, out + row);
    row += good;
    if (good < part) return row;
  }
  return rows;
}
#endif

static size_t scale_floats(const double *numbers, size_t rows, uint64_t factor, bool floors, uint64_t *out) {
#ifdef V64_HAS_PRODUCT
  if (scale_is_double(factor) && rowkey_rounds_as_usual())
    return floors ? scale_vectors(numbers, rows, factor, true, out)
                  : scale_vectors(numbers, rows, factor, false, out);
#endif
  return scale_each(numbers, rows, factor, floors, out);
}

#endif
