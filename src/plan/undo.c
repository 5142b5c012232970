/* Arithmetic with constants, undone. Numbers are the 64 bits of a u64 or an i64. */
#include <string.h>

#include "plan/calendar.h"
#include "plan/recovery.h"
#include "plan/text_functions.h"

static uint64_t constant_bits(const struct value *value) { return rowkey_integer_bits(value->range.low); }

const struct value *rowkey_undone(const struct value *value) {
  const struct value *a = value->a;
  const struct value *b = value->b;
  switch (value->kind) {
    case VALUE_TO_I64:
      return a;
    case VALUE_TEXT_CALL:
      return text_rule_of(&value->call)->reversible ? a : NULL;
    case VALUE_ADD:
    case VALUE_SUBTRACT:
      return value_is_constant(b) ? a : value_is_constant(a) ? b : NULL;
    case VALUE_MULTIPLY:
      if (value_is_constant(b) && constant_bits(b) != 0) return a;
      return value_is_constant(a) && constant_bits(a) != 0 ? b : NULL;
    default:
      return NULL; /* where abs and int32 change nothing, the layout has none */
  }
}

/* A product that is no multiple of the factor gives a number that encodes differently. */
static void divide(uint64_t *numbers, uint64_t factor, bool is_signed, size_t rows) {
  if (!is_signed) {
    for (size_t i = 0; i < rows; i++) numbers[i] /= factor;
  } else if (factor == UINT64_MAX) { /* -1, by which INT64_MIN cannot be divided */
    for (size_t i = 0; i < rows; i++) numbers[i] = 0 - numbers[i];
  } else {
    for (size_t i = 0; i < rows; i++) numbers[i] = (uint64_t)((int64_t)numbers[i] / (int64_t)factor);
  }
}

void rowkey_undo(const struct value *value, uint64_t *numbers, size_t rows) {
  if (value->b == NULL) return;
  bool left = value_is_constant(value->a);
  uint64_t constant = constant_bits(left ? value->a : value->b);
  if (value->kind == VALUE_ADD)
    for (size_t i = 0; i < rows; i++) numbers[i] -= constant;
  else if (value->kind == VALUE_SUBTRACT && left)
    for (size_t i = 0; i < rows; i++) numbers[i] = constant - numbers[i];
  else if (value->kind == VALUE_SUBTRACT)
    for (size_t i = 0; i < rows; i++) numbers[i] += constant;
  else if (value->kind == VALUE_MULTIPLY)
    divide(numbers, constant, value->type == TYPE_I64, rows);
}

static bool is_remainder_by_constant(const struct value *value) {
  return value->kind == VALUE_MODULO_CONSTANT || value->kind == VALUE_FLOORMOD_CONSTANT;
}

/* x less x rounded. */
static bool is_rest(const struct value *value) {
  return value->kind == VALUE_SUBTRACT && rowkey_is_rounded(value->b, value->a);
}

bool rowkey_is_remainder(const struct value *value) {
  return is_remainder_by_constant(value) || is_rest(value);
}

/* The division whose remainder the value lacks: itself, or where it subtracts that from the dividend. */
static const struct value *division_of(const struct value *rounded) {
  if (rounded->kind == VALUE_DIVIDE_CONSTANT) return rounded;
  const struct value *b = rounded->b;
  return rounded->kind == VALUE_SUBTRACT && is_remainder_by_constant(b) && b->a == rounded->a ? b : NULL;
}

const struct value *rowkey_unrounded(const struct value *value) {
  if (is_calendar_start(value)) return value->a;
  const struct value *division = division_of(value);
  return division == NULL ? NULL : division->a;
}

bool rowkey_is_rounded(const struct value *rounded, const struct value *value) {
  return rounded->kind != VALUE_DIVIDE_CONSTANT && rowkey_unrounded(rounded) == value;
}

bool rowkey_is_remainder_of(const struct value *remainder, const struct value *rounded) {
  const struct value *division = division_of(rounded);
  if (is_rest(remainder)) return remainder->b == rounded;
  if (division == NULL || !is_remainder_by_constant(remainder) || remainder->a != division->a) return false;
  /* Where nothing is negative, both remainders are the same. */
  const bool floors = division->kind == VALUE_FLOORMOD_CONSTANT;
  const bool same =
      (remainder->kind == VALUE_FLOORMOD_CONSTANT) == floors || !division->a->range.low.negative;
  return same && constant_bits(remainder->b) == constant_bits(division->b);
}

void rowkey_undo_rounding(const struct value *rounded, uint64_t *numbers, const uint64_t *remainders,
                          size_t rows) {
  const uint64_t unit = rounded->kind == VALUE_DIVIDE_CONSTANT ? constant_bits(rounded->b) : 1;
  for (size_t i = 0; i < rows; i++) numbers[i] = numbers[i] * unit + remainders[i];
}
