/* Sums and products over blocks. Values are the 64 bits of a u64 or an i64.
 *
 * Loops do not stop at a bad row: they find out for all rows at once whether one is bad, and only then search
 * for it.
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

/* Where no row can leave the type, the bits of u64 and i64 are computed alike, in loops that vectorize. */
static void run_unchecked(enum value_kind kind, const uint64_t *a, const uint64_t *b, uint64_t *out,
                          size_t rows) {
  if (kind == VALUE_ADD)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] + b[i];
  else if (kind == VALUE_SUBTRACT)
    for (size_t i = 0; i < rows; i++) out[i] = a[i] - b[i];
  else
    for (size_t i = 0; i < rows; i++) out[i] = a[i] * b[i];
}

/* ---- With a constant ------------------------------------------------------------------------- */

static bool constant_is_first(const struct value *value) { return value->a->kind == VALUE_CONSTANT; }

/* c - x is the complement of x + ~c. The x for which the result is of its type lie side by side, so that one
 * comparison finds the others. */
struct sum rowkey_plan_sum(const struct value *value) {
  const bool adds = value->kind == VALUE_ADD, is_first = constant_is_first(value);
  const struct range constant = (is_first ? value->a : value->b)->range;
  const struct range type = range_of_type(value->type);
  const uint64_t bits = rowkey_integer_bits(constant.low);
  struct sum sum = {.masking = {.bias = bits, .mask = UINT64_MAX}};
  struct range good = rowkey_range_subtract(type, constant);
  if (!adds && is_first) {
    sum.masking.bias = ~bits;
    sum.masking.flip = UINT64_MAX;
    good = rowkey_range_subtract(constant, type);
  } else if (!adds) {
    sum.masking.bias = 0 - bits;
    good = rowkey_range_add(type, constant);
  }
  if (!value->checked) return sum;
  good = rowkey_range_common(good, type);
  sum.low = rowkey_integer_bits(good.low);
  sum.span = rowkey_integer_bits(good.high) - sum.low;
  return sum;
}

size_t rowkey_run_sum_with_constant(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const struct sum *sum = &slot->sum;
  const uint64_t *x = slot_of(run, constant_is_first(value) ? value->b : value->a)->integers;
  if (value->checked) rows = run->kernels->find_outside(x, rows, sum->low, sum->span);
  run->kernels->mask_integers(&sum->masking, x, rows, slot->own_integers);
  return rows;
}

size_t rowkey_run_arithmetic(struct run *run, const struct value *value, size_t rows) {
  const uint64_t *a = slot_of(run, value->a)->integers, *b = slot_of(run, value->b)->integers;
  uint64_t *out = slot_of(run, value)->own_integers;
  bool is_signed = value->type == TYPE_I64;
  if (value->checked && value->kind == VALUE_ADD) return (is_signed ? add_i64 : add_u64)(a, b, out, rows);
  if (value->checked && value->kind == VALUE_SUBTRACT)
    return (is_signed ? subtract_i64 : subtract_u64)(a, b, out, rows);
  if (value->checked && value->kind == VALUE_MULTIPLY)
    return (is_signed ? multiply_i64 : multiply_u64)(a, b, out, rows);
  run_unchecked(value->kind, a, b, out, rows);
  return rows;
}
