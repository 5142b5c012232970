/* How formats code numbers: integers whose bytes sort or are reordered, and the bits of floats. */
#include <string.h>

#include "plan/operation.h"

/* ---- Integers ---------------------------------------------------------------------------------- */

static uint64_t swap_bytes(uint64_t number, unsigned count) {
  return count == 0 ? number : __builtin_bswap64(number) >> (64 - 8 * count);
}

static uint64_t code_of(const struct value *value, uint64_t number, uint64_t unused) {
  (void)unused;
  const struct rowkey_masking code = value->code;
  return swap_bytes(((number + code.bias) & code.mask) ^ code.flip, code.swapped);
}

static struct rowkey_masking masking_of_code(const struct value *value) { return value->code; }

/* In a code of fewer than 64 bits the highest bit is the sign. */
static void decode(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)side;
  const struct rowkey_masking code = value->code;
  const uint64_t low = code.mask == UINT64_MAX ? 0 : 0 - (code.mask / 2 + 1);
  for (size_t i = 0; i < rows; i++)
    numbers[i] = (((swap_bytes(numbers[i], code.swapped) ^ code.flip) - code.bias - low) & code.mask) + low;
}

const struct operation rowkey_operation_code = {
    .name = "code",
    .count = 1,
    .compute = code_of,
    .result = RESULT_U64,
    .undo = decode,
    .masking = masking_of_code,
};

/* ---- Floats ----------------------------------------------------------------------------------
 * Tests for NaN use the bits, in arithmetic that vectorizes on every machine. */

#define SIGN_BIT (UINT64_C(1) << 63)

/* The highest bit is set only for NaN, whose magnitude bits are greater than infinity's. */
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

/* NaN counts as not a float, because it is not equal to itself. */
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

/* The operation holds two constants: the number of bytes, and whether to keep the bits unsorted. */
static bool is_single(const struct value *value) { return value->held[0].magnitude == sizeof(float); }

static bool sorts(const struct value *value) { return value->held[1].magnitude == 0; }

static size_t run_float_bits(const struct operation_rows *rows) {
  const double *floats = rows->floats;
  uint64_t *out = rows->out;
  const size_t count = rows->count;
  if (sorts(rows->value))
    return is_single(rows->value) ? run_floats(floats, true, out, count)
                                  : run_doubles(floats, true, out, count);
  return is_single(rows->value) ? run_floats(floats, false, out, count)
                                : run_doubles(floats, false, out, count);
}

static struct course follow_float(const struct value *value, unsigned side, struct range a, struct range b) {
  (void)side, (void)a, (void)b;
  return (struct course){sorts(value) ? RISES : SCATTERS, true, 0};
}

/* Sorting bits complement all bits of a negative number, and only the sign bit of others; this undoes it. */
static uint64_t undo_order(uint64_t bits, unsigned width) {
  const uint64_t sign = UINT64_C(1) << (8 * width - 1), all = UINT64_MAX >> (64 - 8 * width);
  return (bits & sign) != 0 ? bits ^ sign : bits ^ all;
}

static void read_floats(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  (void)side;
  for (size_t i = 0; i < rows; i++) {
    if (sorts(value)) numbers[i] = undo_order(numbers[i], (unsigned)value->held[0].magnitude);
    if (!is_single(value)) continue;
    const uint32_t bits = (uint32_t)numbers[i];
    float single;
    memcpy(&single, &bits, sizeof single);
    const double wide = (double)single;
    memcpy(&numbers[i], &wide, sizeof wide);
  }
}

const struct operation rowkey_operation_float_bits = {
    .name = "order_float",
    .arguments = {{.takes = A_FLOAT}, {.is_constant = true}, {.is_constant = true}},
    .count = 3,
    .result = RESULT_U64,
    .course = follow_float,
    .undo = read_floats,
    .run_attempts = run_float_bits,
};
