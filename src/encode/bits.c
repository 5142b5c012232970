/* The bits of floats, as formats write them. */
#include <string.h>

#include "encode/encoder.h"

#define SIGN_BIT (UINT64_C(1) << 63)

/* ---- Floats ----------------------------------------------------------------------------------
 * Whether one is NaN is asked of its bits, in arithmetic that vectorizes on every machine. */

/* The highest bit is set for NaN alone: then the magnitude is beyond that of infinity. */
static inline uint64_t nan_bit(uint64_t bits) {
  return (bits & ~SIGN_BIT) + (INT64_MAX - UINT64_C(0x7ff0000000000000));
}

static inline uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static inline uint32_t float_bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static inline __attribute__((always_inline)) size_t run_doubles(const double *a, const bool sorts,
                                                                uint64_t *out, size_t rows) {
  uint64_t nan = 0;
  for (size_t i = 0; i < rows; i++) {
    uint64_t bits = bits_of(a[i]);
    nan |= nan_bit(bits);
    out[i] = sorts ? bits ^ ((0 - (bits >> 63)) | SIGN_BIT) : bits;
  }
  if ((nan & SIGN_BIT) == 0) return rows;
  size_t row = 0;
  while ((nan_bit(bits_of(a[row])) & SIGN_BIT) == 0) row++;
  return row;
}

/* Nor is NaN one. */
static bool is_float(double number) { return (double)(float)number == number; }

static inline __attribute__((always_inline)) size_t run_floats(const double *a, const bool sorts,
                                                               uint64_t *out, size_t rows) {
  uint64_t nan = 0, differences = 0;
  for (size_t i = 0; i < rows; i++) {
    float number = (float)a[i];
    uint32_t bits = float_bits_of(number);
    differences |= bits_of((double)number) ^ bits_of(a[i]);
    nan |= nan_bit(bits_of(a[i]));
    out[i] = sorts ? bits ^ ((0 - (bits >> 31)) | UINT32_C(1) << 31) : bits;
  }
  if (differences == 0 && (nan & SIGN_BIT) == 0) return rows;
  size_t row = 0;
  while (is_float(a[row])) row++;
  return row;
}

size_t rowkey_run_float_bits(const struct value *value, const double *a, uint64_t *out, size_t rows) {
  const bool is_single = value->width == sizeof(float);
  if (value->sorts) return is_single ? run_floats(a, true, out, rows) : run_doubles(a, true, out, rows);
  return is_single ? run_floats(a, false, out, rows) : run_doubles(a, false, out, rows);
}
