/* Rows of varying length: put together from pieces, row by row. */
#include <string.h>

#include "layout/encoder.h"

/* Beyond this the C library's copy is worth its call. */
enum { SHORT_COPY_MAX = 64 };

/* `size` bytes, in whole units where there is room on both sides: what comes behind is written later. */
static inline void copy(uint8_t *to, uint64_t to_room, const uint8_t *from, uint64_t from_room, size_t size) {
  size_t units = size <= COPY_UNIT ? COPY_UNIT : (size + COPY_UNIT - 1) / COPY_UNIT * COPY_UNIT;
  if (size > SHORT_COPY_MAX || units > to_room || units > from_room) {
    memcpy(to, from, size);
    return;
  }
  memcpy(to, from, COPY_UNIT);
  for (size_t at = COPY_UNIT; at < size; at += COPY_UNIT) memcpy(to + at, from + at, COPY_UNIT);
}

static inline uint64_t string_length(const struct rowkey_strings *strings, size_t row) {
  return strings->end[row] - strings->begin[row];
}

uint64_t rowkey_joined_length(const struct source *sources, size_t count, size_t row) {
  uint64_t length = 0;
  for (size_t i = 0; i < count; i++)
    length += sources[i].rows != NULL ? sources[i].width
                                      : string_length(&sources[i].strings, row) << sources[i].hex;
  return length;
}

static inline uint8_t *append(const struct source *source, size_t row, uint8_t *to, const uint8_t *end) {
  uint64_t room = (uint64_t)(end - to);
  if (source->rows != NULL) {
    copy(to, room, source->rows + row * source->stride, UINT64_MAX, source->width);
    return to + source->width;
  }
  const struct rowkey_strings *strings = &source->strings;
  uint64_t begin = strings->begin[row];
  size_t length = (size_t)string_length(strings, row);
  if (source->hex != 0)
    rowkey_hex_of_bytes(strings->bytes + begin, length, to);
  else
    copy(to, room, strings->bytes + begin, strings->size - begin, length);
  return to + (length << source->hex);
}

void rowkey_join_rows(const struct source *sources, size_t count, size_t first, size_t rows, uint8_t *out,
                      const uint8_t *end, const uint8_t *origin, uint64_t *ends) {
  for (size_t row = first; row < rows; row++) {
    for (size_t i = 0; i < count; i++) out = append(&sources[i], row, out, end);
    ends[row] = (uint64_t)(out - origin);
  }
}
