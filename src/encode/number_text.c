/* Numbers that vary in length: digits of integers and hashes, and bytes of integers. */
#include <string.h>

#include "encode/encoder.h"

/* ---- Hex ------------------------------------------------------------------------------------- */

/* The row's text ends at the end of its 16 digits, of which leading zeros are left off. */
static void make_hex_text(const struct rowkey_kernels *kernels, const uint64_t *values, bool upper,
                          struct slot *slot, size_t rows) {
  enum { DIGITS = 16 };
  const struct rowkey_place place = {slot->own_text, NUMBER_TEXT_STRIDE, DIGITS,
                                     slot->own_text + rows * NUMBER_TEXT_STRIDE};
  kernels->hex_padded(values, rows, DIGITS, upper, &place);
  for (size_t i = 0; i < rows; i++) {
    size_t digits = (size_t)(67 - __builtin_clzll(values[i] | 1)) / 4;
    slot->own_end[i] = i * NUMBER_TEXT_STRIDE + DIGITS;
    slot->own_begin[i] = slot->own_end[i] - digits;
  }
}

/* ---- Decimal --------------------------------------------------------------------------------- */

/* The digits begin at the second byte of the row's text: the first is for the sign. */
static void make_integer_text(const struct run *run, const struct value *value, struct slot *slot,
                              size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct value *number = value->a;
  const uint64_t *values = slot_of(run, number)->integers;
  if (value->step == STEP_SHORT_DECIMAL_TEXT) {
    run->kernels->decimal_strings(values, rows, slot->own_text, slot->own_begin, slot->own_end);
    return;
  }
  const uint64_t *magnitudes = values;
  if (number->range.low.negative) {
    run->kernels->absolute_i64(values, rows, slot->own_end);
    magnitudes = slot->own_end;
  }
  run->kernels->decimal_unpadded(magnitudes, rows, slot->own_text + 1, NUMBER_TEXT_STRIDE, encoder->lengths);
  for (size_t i = 0; i < rows; i++) {
    size_t at = i * NUMBER_TEXT_STRIDE;
    bool negative = number->range.low.negative && values[i] >> 63 != 0;
    slot->own_text[at] = '-';
    slot->own_begin[i] = at + (negative ? 0 : 1);
    slot->own_end[i] = at + 1 + encoder->lengths[i];
  }
}

static void make_hash_text(const struct rowkey_kernels *kernels, const uint8_t *hashes, struct slot *slot,
                           size_t rows) {
  kernels->decimal_u128(hashes, rows, slot->own_text, HASH_TEXT_STRIDE);
  for (size_t i = 0; i < rows; i++) {
    size_t at = i * HASH_TEXT_STRIDE;
    const uint8_t *text = slot->own_text + at;
    size_t zeros = 0;
    while (zeros + 1 < HASH_DIGITS && text[zeros] == '0') zeros++;
    slot->own_begin[i] = at + zeros;
    slot->own_end[i] = at + HASH_DIGITS;
  }
}

/* ---- As few bytes as are needed ---------------------------------------------------------------- */

static void make_varints(const struct value *value, const uint64_t *values, struct slot *slot, size_t rows) {
  const struct varint_rule rule = *value->varint;
  const bool is_signed = value->a->type == TYPE_I64;
  uint8_t *text = slot->own_text;
  for (size_t i = 0; i < rows; i++, text += NUMBER_TEXT_STRIDE) {
    slot->own_begin[i] = i * NUMBER_TEXT_STRIDE;
    slot->own_end[i] =
        slot->own_begin[i] + varint_write(&rule, is_signed && values[i] >> 63 != 0, values[i], text);
  }
}

void rowkey_run_number_text(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const struct slot *number = slot_of(run, value->a);
  if (value->step == STEP_HEX_TEXT)
    make_hex_text(run->kernels, number->integers, value->upper, slot, rows);
  else if (value->step == STEP_VARINT)
    make_varints(value, number->integers, slot, rows);
  else if (value->step == STEP_HASH_TEXT)
    make_hash_text(run->kernels, number->bytes, slot, rows);
  else
    make_integer_text(run, value, slot, rows);
}
