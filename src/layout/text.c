/* Text: hex digits, numbers of any length, padding, delimiters. */
#include <string.h>

#include "layout/encoder.h"

static uint8_t hex_digit(unsigned value) { return (uint8_t)(value + '0' + (value > 9 ? 'a' - '9' - 1 : 0)); }

void rowkey_hex_of_bytes(const uint8_t *bytes, size_t size, uint8_t *text) {
  for (size_t i = 0; i < size; i++) {
    text[2 * i] = hex_digit(bytes[i] >> 4);
    text[2 * i + 1] = hex_digit(bytes[i] & 15);
  }
}

void rowkey_hex_of_integer(uint64_t number, uint8_t text[16]) {
  uint8_t bytes[8];
  for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> (56 - 8 * i));
  rowkey_hex_of_bytes(bytes, sizeof bytes, text);
}

/* The row's text ends at the end of its 16 digits, of which leading zeros are left off. */
static void make_hex_text(const uint64_t *values, struct slot *slot, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    uint64_t number = values[i];
    rowkey_hex_of_integer(number, slot->own_text + i * NUMBER_TEXT_STRIDE);
    size_t digits = (size_t)(67 - __builtin_clzll(number | 1)) / 4;
    slot->own_end[i] = i * NUMBER_TEXT_STRIDE + 16;
    slot->own_begin[i] = slot->own_end[i] - digits;
  }
}

/* The digits begin at the second byte of the row's text: the first is for the sign. */
static void make_decimal_text(const struct run *run, const struct value *number, struct slot *slot,
                              size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const uint64_t *values = slot_of(run, number)->integers;
  const uint64_t *magnitudes = values;
  if (number->range.low.negative) {
    rowkey_make_magnitudes(values, slot->own_end, rows);
    magnitudes = slot->own_end;
  }
  encoder->kernels->decimal_unpadded(magnitudes, rows, slot->own_text + 1, NUMBER_TEXT_STRIDE,
                                     encoder->lengths);
  for (size_t i = 0; i < rows; i++) {
    size_t at = i * NUMBER_TEXT_STRIDE;
    bool negative = number->range.low.negative && values[i] >> 63 != 0;
    slot->own_text[at] = '-';
    slot->own_begin[i] = at + (negative ? 0 : 1);
    slot->own_end[i] = at + 1 + encoder->lengths[i];
  }
}

void rowkey_make_text(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  if (value->kind == VALUE_HEX_TEXT)
    make_hex_text(slot_of(run, value->a)->integers, slot, rows);
  else
    make_decimal_text(run, value->a, slot, rows);
}

/* ---- Padding --------------------------------------------------------------------------------- */

/* `size` <= 16 bytes and zeros behind them. */
static void load_padded(const uint8_t *from, uint64_t readable, size_t size, uint8_t out[COPY_UNIT]) {
  static const uint8_t mask[2 * COPY_UNIT] = {255, 255, 255, 255, 255, 255, 255, 255,
                                              255, 255, 255, 255, 255, 255, 255, 255};
  if (readable < COPY_UNIT) {
    memset(out, 0, COPY_UNIT);
    memcpy(out, from, size);
    return;
  }
  for (size_t half = 0; half < COPY_UNIT; half += 8) {
    uint64_t bytes, keep;
    memcpy(&bytes, from + half, 8);
    memcpy(&keep, mask + COPY_UNIT - size + half, 8);
    bytes &= keep;
    memcpy(out + half, &bytes, 8);
  }
}

size_t rowkey_write_padded_text(const struct rowkey_strings *strings, size_t width, size_t rows,
                                const struct rowkey_place *place) {
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin = strings->begin[row];
    uint64_t length = strings->end[row] - begin;
    const uint8_t *from = strings->bytes + begin;
    if (length > width || (length > 0 && from[length - 1] == 0)) return row;
    uint8_t *to = place->at + row * place->stride;
    size_t left = (size_t)length;
    for (size_t at = 0; at < width; at += COPY_UNIT) {
      uint8_t unit[COPY_UNIT];
      size_t size = left < COPY_UNIT ? left : COPY_UNIT;
      load_padded(from, strings->size - begin, size, unit);
      bool room = place->room - at >= COPY_UNIT && (size_t)(place->end - to) - at >= COPY_UNIT;
      if (room)
        memcpy(to + at, unit, COPY_UNIT);
      else
        memcpy(to + at, unit, width - at < COPY_UNIT ? width - at : COPY_UNIT);
      from += size;
      begin += size;
      left -= size;
    }
  }
  return rows;
}

size_t rowkey_find_delimiter(const struct rowkey_strings *strings, uint8_t byte, size_t rows) {
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin = strings->begin[row];
    uint64_t length = strings->end[row] - begin;
    if (length != 0 && memchr(strings->bytes + begin, byte, (size_t)length) != NULL) return row;
  }
  return rows;
}
