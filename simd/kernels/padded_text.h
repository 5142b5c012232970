/* Strings padded with 0x00 to fields of one width. */
#ifndef ROWKEY_SIMD_KERNELS_PADDED_TEXT_H
#define ROWKEY_SIMD_KERNELS_PADDED_TEXT_H

#include "simd/kernels/place.h"
#include "simd/kernels/spans.h"

enum { PADDED_UNIT = 16 };
/* Rows for which one way of copying is chosen together. */
enum { PADDED_GROUP = 64 };

/* False of a text that is too long, or ends in 0x00, which would pass for padding. */
V_INLINE bool can_be_padded(const uint8_t *text, uint64_t length, size_t width) {
  return length <= width && (length == 0 || text[length - 1] != 0);
}

/* A row whose text can be read and whose field can be overwritten in whole units. */
V_INLINE void write_padded_units(const uint8_t *text, size_t length, size_t width, uint8_t *to) {
  for (size_t at = 0; at < width; at += PADDED_UNIT) {
    const size_t left = length > at ? length - at : 0;
    v8_copy_padded16(to + at, text + at, left < PADDED_UNIT ? left : PADDED_UNIT);
  }
}

/* Fields of one unit at most: may be overwritten by a whole one, are 8 bytes wide, or more, so that two words
 * that overlap fill them. */
enum padded_way { PADDED_UNITS, PADDED_WORD, PADDED_TWO_WORDS };

V_INLINE void write_padded_unit(const uint8_t *text, size_t length, size_t width, uint8_t *to,
                                enum padded_way way, v8_seen *last) {
  uint8_t unit[PADDED_UNIT];
  switch (way) {
    case PADDED_UNITS:
      v8_copy_padded16_last(to, text, length, last);
      break;
    case PADDED_WORD:
      v8_copy_padded8_last(to, text, length, last);
      break;
    case PADDED_TWO_WORDS:
      v8_copy_padded16_last(unit, text, length, last);
      store_le64(to, load_le64(unit));
      store_le64(to + width - 8, load_le64(unit + width - 8));
      break;
  }
}

/* The rows of a group, none too long, all readable for `width` bytes and a unit: returns whether none ends in
 * 0x00. Here of fields of one unit at most. */
V_INLINE bool write_padded_narrow(struct rowkey_strings strings, size_t row, size_t rows, size_t width,
                                  uint8_t *to, size_t stride, enum padded_way way) {
  v8_seen last = v8_seen_none();
  for (; row < rows; row++, to += stride) {
    const uint64_t begin = strings.begin[row];
    write_padded_unit(strings.bytes + begin, (size_t)(strings.end[row] - begin), width, to, way, &last);
  }
  return !v8_seen_zero(last);
}

/* The same of fields of any width, which may be overwritten in whole units. */
V_INLINE bool write_padded_group(struct rowkey_strings strings, size_t row, size_t rows, size_t width,
                                 uint8_t *to, size_t stride) {
  unsigned ends_in_zero = 0;
  for (; row < rows; row++, to += stride) {
    const uint8_t *text = strings.bytes + strings.begin[row];
    const size_t length = (size_t)(strings.end[row] - strings.begin[row]);
    /* For an empty text the first byte, which can be read. */
    ends_in_zero |= (unsigned)(text[length - (length != 0)] == 0) & (length != 0);
    write_padded_units(text, length, width, to);
  }
  return ends_in_zero == 0;
}

/* How many rows have room for whole units. */
V_INLINE size_t padded_wide_rows(const struct rowkey_place *place, size_t width, size_t rows) {
  const size_t extent = (width + PADDED_UNIT - 1) / PADDED_UNIT * PADDED_UNIT;
  const size_t space = (size_t)(place->end - place->at);
  if (place->room < extent || space < extent) return 0;
  const size_t fitting = place->stride == 0 ? rows : (space - extent) / place->stride + 1;
  return fitting < rows ? fitting : rows;
}

/* The same, in the way that there is room for; false also when there is none. */
V_INLINE bool write_padded_some(const struct rowkey_strings *strings, size_t row, size_t rows, size_t wide,
                                size_t width, const struct rowkey_place *place) {
  uint8_t *to = place->at + row * place->stride;
  const size_t stride = place->stride;
  if (rows <= wide && width > PADDED_UNIT) return write_padded_group(*strings, row, rows, width, to, stride);
  if (rows <= wide) return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_UNITS);
  if (width == 8) return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_WORD);
  if (width > 8 && width <= PADDED_UNIT)
    return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_TWO_WORDS);
  return false;
}

static size_t padded_text(const struct rowkey_strings *strings, size_t width, size_t rows,
                          const struct rowkey_place *place) {
  const size_t wide = padded_wide_rows(place, width, rows);
  const struct span_limits limits = {.longest = width, .readable = width + PADDED_UNIT};
  for (size_t row = 0, next; row < rows; row = next) {
    next = rows - row < PADDED_GROUP ? rows : row + PADDED_GROUP;
    const struct spans spans = spans_of(strings, row, next, limits);
    if (!spans_exceed(spans.longer | spans.unreadable) &&
        write_padded_some(strings, row, next, wide, width, place))
      continue;
    for (size_t i = row; i < next; i++) {
      const uint8_t *text = strings->bytes + strings->begin[i];
      const uint64_t length = strings->end[i] - strings->begin[i];
      if (!can_be_padded(text, length, width)) return i;
      uint8_t *to = place->at + i * place->stride;
      memcpy(to, text, (size_t)length);
      memset(to + length, 0, width - (size_t)length);
    }
  }
  return rows;
}

#endif
