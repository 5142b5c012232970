/* Sums, products and conjunctions over blocks. Values are the 64 bits of a u64 or an i64.
 *
 * Loops do not stop at a bad row: they look at all rows at once whether there is one, and only then for it.
 */
#include <string.h>

#include "encode/encoder.h"

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
  else if (kind == VALUE_MULTIPLY)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] * b[i];
  else
    for (size_t i = 0; i < rows; i++) out[i] = a[i] & b[i];
}

size_t rowkey_run_arithmetic(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                             size_t rows) {
  bool is_signed = value->type == TYPE_I64;
  if (value->checked && value->kind == VALUE_ADD) return (is_signed ? add_i64 : add_u64)(a, b, out, rows);
  if (value->checked && value->kind == VALUE_SUBTRACT)
    return (is_signed ? subtract_i64 : subtract_u64)(a, b, out, rows);
  if (value->checked && value->kind == VALUE_MULTIPLY)
    return (is_signed ? multiply_i64 : multiply_u64)(a, b, out, rows);
  run_unchecked(value->kind, a, b, out, rows);
  return rows;
}
