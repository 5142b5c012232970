/* Strings padded with 0x00 to fields of one width. */
#ifndef ROWKEY_SIMD_KERNELS_PADDED_TEXT_H
#define ROWKEY_SIMD_KERNELS_PADDED_TEXT_H

#include "simd/kernels/place.h"
#include "simd/kernels/spans.h"

enum { PADDED_UNIT = 16 };
/* Rows for which one way of copying is chosen together. */
enum { PADDED_GROUP = 128 };

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

/* V8_TEXTS rows from `begin` and `end` on. */
V_INLINE void write_padded_texts(const uint8_t *bytes, const uint64_t *begin, const uint64_t *end,
                                 size_t width, uint8_t *to, size_t stride, enum padded_way way,
                                 v8_seen *last) {
  uint8_t units[V8_TEXTS * PADDED_UNIT];
  if (way != PADDED_TWO_WORDS) {
    v8_copy_padded_texts(to, stride, bytes, begin, end, way == PADDED_UNITS, last);
    return;
  }
  v8_copy_padded_texts(units, PADDED_UNIT, bytes, begin, end, true, last);
  for (size_t i = 0; i < V8_TEXTS; i++, to += stride) {
    store_le64(to, load_le64(units + i * PADDED_UNIT));
    store_le64(to + width - 8, load_le64(units + i * PADDED_UNIT + width - 8));
  }
}

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

/* Where a unit can be read that begins with the text: there, or where it is copied to. */
V_INLINE const uint8_t *padded_unit_of(const struct rowkey_strings *strings, uint64_t begin, size_t length,
                                       uint8_t copy[PADDED_UNIT]) {
  if (strings->size - begin >= PADDED_UNIT) return strings->bytes + begin;
  if (length > 0) memcpy(copy, strings->bytes + begin, length);
  return copy;
}

/* The rows of a group, none too long, of fields of one unit at most: returns whether none ends in 0x00.
 * `readable`: units can be read from all of them. */
V_INLINE bool write_padded_narrow(struct rowkey_strings strings, size_t row, size_t rows, size_t width,
                                  uint8_t *to, size_t stride, enum padded_way way, bool readable) {
  v8_seen last = v8_seen_none();
  uint8_t copy[PADDED_UNIT] = {0};
  for (; readable && V8_TEXTS > 1 && row + V8_TEXTS <= rows; row += V8_TEXTS, to += V8_TEXTS * stride)
    write_padded_texts(strings.bytes, strings.begin + row, strings.end + row, width, to, stride, way, &last);
  for (; row < rows; row++, to += stride) {
    const uint64_t begin = strings.begin[row];
    const size_t length = (size_t)(strings.end[row] - begin);
    const uint8_t *text = readable ? strings.bytes + begin : padded_unit_of(&strings, begin, length, copy);
    write_padded_unit(text, length, width, to, way, &last);
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

/* Bytes of the units that a field of this width is made of. */
V_INLINE size_t padded_extent(size_t width) { return (width + PADDED_UNIT - 1) / PADDED_UNIT * PADDED_UNIT; }

/* How many rows have room for whole units. */
V_INLINE size_t padded_wide_rows(const struct rowkey_place *place, size_t width, size_t rows) {
  const size_t extent = padded_extent(width);
  const size_t space = (size_t)(place->end - place->at);
  if (place->room < extent || space < extent) return 0;
  const size_t fitting = place->stride == 0 ? rows : (space - extent) / place->stride + 1;
  return fitting < rows ? fitting : rows;
}

/* The same, in the way that there is room for; false also when there is none. */
V_INLINE bool write_padded_some(const struct rowkey_strings *strings, size_t row, size_t rows, size_t wide,
                                size_t width, const struct rowkey_place *place, bool readable) {
  uint8_t *to = place->at + row * place->stride;
  const size_t stride = place->stride;
  if (width > PADDED_UNIT)
    return readable && rows <= wide && write_padded_group(*strings, row, rows, width, to, stride);
  if (rows <= wide)
    return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_UNITS, readable);
  if (width == 8) return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_WORD, readable);
  if (width > 8)
    return write_padded_narrow(*strings, row, rows, width, to, stride, PADDED_TWO_WORDS, readable);
  return false;
}

/* A group, and one of which some text lies near the end of what can be read: functions of their own, whose
 * registers hold nothing else. */
static __attribute__((noinline)) bool write_padded_first(const struct rowkey_strings *strings, size_t row,
                                                         size_t rows, size_t wide, size_t width,
                                                         const struct rowkey_place *place) {
  return write_padded_some(strings, row, rows, wide, width, place, true);
}
static __attribute__((noinline)) bool write_padded_last(const struct rowkey_strings *strings, size_t row,
                                                        size_t rows, size_t wide, size_t width,
                                                        const struct rowkey_place *place) {
  return write_padded_some(strings, row, rows, wide, width, place, false);
}

static size_t padded_text(const struct rowkey_strings *strings, size_t width, size_t rows,
                          const struct rowkey_place *place) {
  const size_t wide = padded_wide_rows(place, width, rows);
  const struct span_limits limits = {.longest = width, .readable = padded_extent(width)};
  for (size_t row = 0, next; row < rows; row = next) {
    next = rows - row < PADDED_GROUP ? rows : row + PADDED_GROUP;
    if (row < wide && wide < next) next = wide;
    const struct spans spans = spans_of(strings, row, next, limits);
    if (!spans_exceed(spans.longer) &&
        (spans_exceed(spans.unreadable) ? write_padded_last(strings, row, next, wide, width, place)
                                        : write_padded_first(strings, row, next, wide, width, place)))
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
