/* Numbers whose bits are moved, and floats and hashes that become integers. Loops run over all rows of the
 * block, also over a bad one, which is found before or after. */
#include <string.h>

#include "bits.h"
#include "encode/encoder.h"
#include "plan/scale.h"
#include "simd/memory.h"

enum { LAST_COUNT = 63 };

/* ---- By as many bits in every row -------------------------------------------------------------- */

/* The numbers x for which x * 2^count is of the type lie side by side. */
static size_t find_too_large(const struct run *run, const struct value *value, const uint64_t *x,
                             unsigned count, size_t rows) {
  const bool is_signed = value->type == TYPE_I64;
  const uint64_t low = is_signed ? 0 - (UINT64_C(1) << 63 >> count) : 0;
  return run->kernels->find_outside(x, rows, low, UINT64_MAX >> count);
}

static size_t shift_all(struct run *run, const struct value *value, size_t rows) {
  const uint64_t *x = slot_of(run, value->a)->integers;
  uint64_t *out = slot_of(run, value)->own_integers;
  const unsigned count = (unsigned)value->b->range.low.magnitude;
  if (value->kind == VALUE_SHIFT_LEFT) {
    for (size_t i = 0; i < rows; i++) out[i] = x[i] << count;
    return value->checked ? find_too_large(run, value, x, count, rows) : rows;
  }
  if (value->a->range.low.negative)
    for (size_t i = 0; i < rows; i++) out[i] = shifted_right_signed(x[i], count);
  else
    for (size_t i = 0; i < rows; i++) out[i] = x[i] >> count;
  return rows;
}

/* ---- By a number of each row ------------------------------------------------------------------- */

static uint64_t shifted_back(const struct value *value, uint64_t x, unsigned count) {
  return value->type == TYPE_I64 ? shifted_right_signed(x, count) : x >> count;
}

static bool can_shift(const struct value *value, uint64_t x, uint64_t count) {
  if (count > LAST_COUNT) return false;
  return value->kind == VALUE_SHIFT_RIGHT || shifted_back(value, x << count, (unsigned)count) == x;
}

static size_t shift_each(struct run *run, const struct value *value, size_t rows) {
  const uint64_t *x = slot_of(run, value->a)->integers, *counts = slot_of(run, value->b)->integers;
  uint64_t *out = slot_of(run, value)->own_integers;
  bool good = true;
  for (size_t i = 0; i < rows; i++) {
    const unsigned count = counts[i] & LAST_COUNT;
    out[i] = value->kind == VALUE_SHIFT_LEFT ? x[i] << count : shifted_back(value, x[i], count);
    good &= !value->checked || can_shift(value, x[i], counts[i]);
  }
  size_t row = good ? rows : 0;
  while (row < rows && can_shift(value, x[row], counts[row])) row++;
  return row;
}

size_t rowkey_run_shifted(struct run *run, const struct value *value, size_t rows) {
  return (value_shifts_by_constant(value) ? shift_all : shift_each)(run, value, rows);
}

/* ---- Into integers ------------------------------------------------------------------------------- */

size_t rowkey_run_scaled(const struct value *value, const double *a, uint64_t *out, size_t rows) {
  const uint64_t factor = value->b->range.low.magnitude;
  for (size_t i = 0; i < rows; i++) {
    uint64_t bits;
    int64_t result;
    memcpy(&bits, &a[i], sizeof bits);
    if (!rowkey_scale_double(bits, factor, value->floors, &result)) return i;
    out[i] = (uint64_t)result;
  }
  return rows;
}

/* Read with the byte that the first bit is in come up to eight more, of which none is after the hash. */
void rowkey_run_hash_bits(const struct value *value, const uint8_t *hashes, uint64_t *out, size_t rows) {
  const size_t size = value->a->width, begin = (size_t)value->ordinal;
  const size_t at = begin / 8 < size - 8 ? begin / 8 : size - 8;
  const unsigned before = (unsigned)(begin - 8 * at), unused = 64 - value->width;
  const uint8_t *bytes = hashes + at;
  if (before + value->width <= 64) {
    for (size_t i = 0; i < rows; i++) out[i] = load_be64(bytes + i * size) << before >> unused;
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    const uint64_t bits = load_be64(bytes + i * size) << before | bytes[i * size + 8] >> (8 - before);
    out[i] = bits >> unused;
  }
}
