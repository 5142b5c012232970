/* Values made from the bits of one other: what formats write, and absolute values. */
#include <string.h>

#include "encode/encoder.h"
#include "simd/memory.h"

#define SIGN_BIT (UINT64_C(1) << 63)

/* ---- Integers -------------------------------------------------------------------------------- */

/* The 128 bits of the hash as a signed number. */
static void absolute_of_hash(const uint8_t *from, uint8_t *to) {
  uint64_t high = load_be64(from), low = load_be64(from + 8);
  const uint64_t sign = 0 - (high >> 63);
  low = (low ^ sign) - sign;
  high = (high ^ sign) + ((sign & 1) & (low == 0));
  store_be64(to, high);
  store_be64(to + 8, low);
}

size_t rowkey_run_absolute(struct run *run, const struct value *value, size_t rows) {
  const struct slot *from = slot_of(run, value->a);
  struct slot *slot = slot_of(run, value);
  if (value->type == TYPE_HASH) {
    for (size_t i = 0; i < rows; i++)
      absolute_of_hash(from->bytes + i * HASH_SIZE, slot->own_bytes + i * HASH_SIZE);
    return rows;
  }
  run->kernels->absolute_i64(from->integers, rows, slot->own_integers);
  return value->checked ? run->kernels->find_outside(slot->own_integers, rows, 0, INT64_MAX) : rows;
}

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
