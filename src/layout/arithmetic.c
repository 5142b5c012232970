/* Integer arithmetic over blocks. Values are the 64 bits of a u64 or an i64.
 *
 * Loops do not stop at a bad row: they look at all rows at once whether there is one, and only then for it.
 */
#include <string.h>

#include "layout/encoder.h"

static uint64_t from_i64(int64_t value) { return (uint64_t)value; }

static int64_t to_i64(uint64_t bits) {
  int64_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* One loop for each operation and type: whether row i leaves the type goes to `bad`. */
#define ARITHMETIC_LOOP(name, type, convert, convert_back, overflows)                    \
  static size_t name(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t rows) { \
    bool any = false;                                                                    \
    for (size_t i = 0; i < rows; i++) {                                                  \
      type result;                                                                       \
      any |= overflows(convert(a[i]), convert(b[i]), &result);                           \
      out[i] = convert_back(result);                                                     \
    }                                                                                    \
    if (!any) return rows;                                                               \
    size_t row = 0;                                                                      \
    type result;                                                                         \
    while (!overflows(convert(a[row]), convert(b[row]), &result)) row++;                 \
    return row;                                                                          \
  }

ARITHMETIC_LOOP(add_u64, uint64_t, , , __builtin_add_overflow)
ARITHMETIC_LOOP(subtract_u64, uint64_t, , , __builtin_sub_overflow)
ARITHMETIC_LOOP(multiply_u64, uint64_t, , , __builtin_mul_overflow)
ARITHMETIC_LOOP(add_i64, int64_t, to_i64, from_i64, __builtin_add_overflow)
ARITHMETIC_LOOP(subtract_i64, int64_t, to_i64, from_i64, __builtin_sub_overflow)
ARITHMETIC_LOOP(multiply_i64, int64_t, to_i64, from_i64, __builtin_mul_overflow)

/* Where no row can leave the type, the bits of both types are made alike, in loops that vectorize. */
static void run_unchecked(enum value_kind kind, const uint64_t *a, const uint64_t *b, uint64_t *out,
                          size_t rows) {
  if (kind == VALUE_ADD)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] + b[i];
  else if (kind == VALUE_SUBTRACT)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] - b[i];
  else
    for (size_t i = 0; i < rows; i++) out[i] = a[i] * b[i];
}

size_t rowkey_run_arithmetic(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                             size_t rows) {
  if (!value->checked) {
    run_unchecked(value->kind, a, b, out, rows);
    return rows;
  }
  bool is_signed = value->type == TYPE_I64;
  switch (value->kind) {
    case VALUE_ADD:
      return (is_signed ? add_i64 : add_u64)(a, b, out, rows);
    case VALUE_SUBTRACT:
      return (is_signed ? subtract_i64 : subtract_u64)(a, b, out, rows);
    default:
      return (is_signed ? multiply_i64 : multiply_u64)(a, b, out, rows);
  }
}

static uint64_t magnitude(uint64_t bits) { return to_i64(bits) < 0 ? -bits : bits; }

void rowkey_make_magnitudes(const uint64_t *values, uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = magnitude(values[i]);
}

void rowkey_restore_signs(const uint64_t *values, uint64_t *magnitudes, size_t rows) {
  for (size_t i = 0; i < rows; i++) magnitudes[i] = to_i64(values[i]) < 0 ? -magnitudes[i] : magnitudes[i];
}

size_t rowkey_run_modulo(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                         size_t rows) {
  if (value->checked)
    for (size_t i = 0; i < rows; i++)
      if (b[i] == 0) return i;
  if (value->type == TYPE_U64) {
    for (size_t i = 0; i < rows; i++) out[i] = a[i] % b[i];
    return rows;
  }
  /* By magnitudes, so that the smallest i64 modulo -1 is 0 and not a trap. */
  for (size_t i = 0; i < rows; i++) out[i] = magnitude(a[i]) % magnitude(b[i]);
  rowkey_restore_signs(a, out, rows);
  return rows;
}

size_t rowkey_find_outside(const uint64_t *values, uint64_t low, uint64_t high, size_t rows) {
  /* In arithmetic modulo 2^64 this is one comparison for both ends and both types. */
  bool any = false;
  for (size_t i = 0; i < rows; i++) any |= values[i] - low > high - low;
  if (!any) return rows;
  size_t row = 0;
  while (values[row] - low <= high - low) row++;
  return row;
}
