/* Quotients and remainders over blocks. Those of i64 are made from the magnitudes, so that the smallest i64
 * divided by -1 is no trap. */
#include <string.h>

#include "divisor.h"
#include "encode/encoder.h"
#include "simd/memory.h"
#include "wide.h"

#define SIGN_BIT (UINT64_C(1) << 63)

static bool is_negative(uint64_t bits) { return bits >> 63 != 0; }

/* The number, or its negation where the highest bit of `sign` is set. */
static inline uint64_t with_sign(uint64_t bits, uint64_t sign) {
  const uint64_t negated = 0 - (sign >> 63);
  return (bits ^ negated) - negated;
}

static inline uint64_t magnitude(uint64_t bits) { return with_sign(bits, bits); }

/* ---- By a value of each row ------------------------------------------------------------------ */

static size_t find_zero(const uint64_t *b, size_t rows) {
  bool any = false;
  for (size_t i = 0; i < rows; i++) any |= b[i] == 0;
  if (!any) return rows;
  size_t row = 0;
  while (b[row] != 0) row++;
  return row;
}

/* The smallest i64 by -1. */
static size_t find_quotient_outside(const uint64_t *a, const uint64_t *b, size_t rows) {
  bool any = false;
  for (size_t i = 0; i < rows; i++) any |= (a[i] == SIGN_BIT) & (b[i] == UINT64_MAX);
  if (!any) return rows;
  size_t row = 0;
  while (a[row] != SIGN_BIT || b[row] != UINT64_MAX) row++;
  return row;
}

static void divide_u64(enum value_kind kind, const uint64_t *a, const uint64_t *b, uint64_t *out,
                       size_t rows) {
  if (kind == VALUE_DIVIDE)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] / b[i];
  else
    for (size_t i = 0; i < rows; i++) out[i] = a[i] % b[i];
}

static void divide_i64(enum value_kind kind, const uint64_t *a, const uint64_t *b, uint64_t *out,
                       size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    uint64_t dividend = magnitude(a[i]);
    uint64_t divisor = magnitude(b[i]);
    bool signs_differ = is_negative(a[i]) != is_negative(b[i]);
    if (kind == VALUE_DIVIDE) {
      uint64_t quotient = dividend / divisor;
      out[i] = signs_differ ? -quotient : quotient;
      continue;
    }
    uint64_t remainder = dividend % divisor;
    if (is_negative(a[i])) remainder = -remainder;
    out[i] = kind == VALUE_FLOORMOD && signs_differ && remainder != 0 ? remainder + b[i] : remainder;
  }
}

size_t rowkey_run_division(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                           size_t rows) {
  bool is_signed = value->type == TYPE_I64;
  if (value->checked) {
    size_t bad = find_zero(b, rows);
    if (is_signed && value->kind == VALUE_DIVIDE) bad = find_quotient_outside(a, b, bad);
    if (bad < rows) return bad;
  }
  (is_signed ? divide_i64 : divide_u64)(value->kind, a, b, out, rows);
  return rows;
}

/* ---- By a constant: multiplications by its inverse --------------------------------------------- */

/* n / divisor >= 2. See divisor.h. */
static inline uint64_t quotient(const struct rowkey_divisor_constants *divisor, uint64_t n, bool wide) {
  uint64_t low;
  const uint64_t high = wide_multiply(divisor->multiplier64, n, &low);
  return (wide ? ((n - high) >> 1) + high : high) >> divisor->shift64;
}

static inline void divide_signed(const struct rowkey_divisor_constants *divisor, bool wide, const uint64_t *a,
                                 uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = with_sign(quotient(divisor, magnitude(a[i]), wide), a[i]);
}

static inline void divide_unsigned(const struct rowkey_divisor_constants *divisor, bool wide,
                                   const uint64_t *a, uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = quotient(divisor, a[i], wide);
}

/* The constant is not negative here: division by a negative one goes the way of divisors that differ by row.
 */
static void divide_by_constant(const struct value *value, const struct rowkey_divisor_constants *divisor,
                               const uint64_t *a, uint64_t *out, size_t rows) {
  const bool is_signed = value->a->range.low.negative;
  const bool is_wide = divisor->wide64 != 0;
  /* One loop for each, in which the conditions are constant. */
  if (divisor->value == 1)
    memcpy(out, a, rows * sizeof *out);
  else if (is_signed && is_wide)
    divide_signed(divisor, true, a, out, rows);
  else if (is_signed)
    divide_signed(divisor, false, a, out, rows);
  else if (is_wide)
    divide_unsigned(divisor, true, a, out, rows);
  else
    divide_unsigned(divisor, false, a, out, rows);
}

/* The largest magnitude that a value can have. */
static uint64_t largest_of(struct range range) {
  const uint64_t low = range.low.negative ? range.low.magnitude : 0;
  const uint64_t high = range.high.negative ? 0 : range.high.magnitude;
  return low > high ? low : high;
}

/* Sixteen bytes of a longer hash, then up to eight more at a time behind the remainder of those before. */
static void divide_long_hashes(const struct run *run, const struct value *value, const uint8_t *hashes,
                               uint64_t *out, size_t rows) {
  enum { PART = 64 };
  const struct rowkey_divisor_constants *divisor = value_divisor(value);
  const size_t width = value->a->width;
  uint8_t numbers[PART * HASH_SIZE];
  for (size_t first = 0; first < rows; first += PART) {
    const size_t part = rows - first < PART ? rows - first : PART;
    const uint8_t *at = hashes + first * width;
    uint64_t *remainders = out + first;
    for (size_t i = 0; i < part; i++) memcpy(numbers + i * HASH_SIZE, at + i * width, HASH_SIZE);
    run->kernels->modulo_u128(divisor, numbers, part, remainders);
    for (size_t done = HASH_SIZE, more; done < width; done += more) {
      more = width - done < 8 ? width - done : 8;
      for (size_t i = 0; i < part; i++) {
        uint64_t high = 0, low = remainders[i];
        for (size_t j = 0; j < more; j++) {
          high = high << 8 | low >> 56;
          low = low << 8 | at[i * width + done + j];
        }
        store_be64(numbers + i * HASH_SIZE, high);
        store_be64(numbers + i * HASH_SIZE + 8, low);
      }
      run->kernels->modulo_u128(divisor, numbers, part, remainders);
    }
  }
}

void rowkey_run_constant_division(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_kernels *kernels = run->kernels;
  const struct rowkey_divisor_constants *divisor = value_divisor(value);
  const struct slot *dividend = slot_of(run, value->a);
  const uint64_t *a = dividend->integers;
  uint64_t *out = slot_of(run, value)->own_integers;
  switch (value->step) {
    case STEP_MODULO_HASH:
      if (value->a->width == HASH_SIZE)
        kernels->modulo_u128(divisor, dividend->bytes, rows, out);
      else
        divide_long_hashes(run, value, dividend->bytes, out, rows);
      break;
    case STEP_MODULO_U64:
      kernels->modulo_u64(divisor, a, rows, out);
      break;
    case STEP_MODULO_I64:
      kernels->modulo_i64(divisor, a, rows, largest_of(value->a->range),
                          value->kind == VALUE_FLOORMOD_CONSTANT, out);
      break;
    default: /* STEP_DIVIDE_CONSTANT */
      divide_by_constant(value, divisor, a, out, rows);
      break;
  }
}
