/* Rows of varying length: put together from pieces, row by row.
 *
 * Most runs and strings are short. They are copied as a whole unit, over whose end the next piece is written.
 */
#include <string.h>

#include "layout/encoder.h"

static inline size_t string_length(const struct source *source, size_t row) {
  return (size_t)(source->strings.end[row] - source->strings.begin[row]);
}

uint64_t rowkey_joined_length(const struct source *sources, size_t count, size_t row) {
  uint64_t length = 0;
  for (size_t i = 0; i < count; i++) {
    length += sources[i].width;
    if (sources[i].strings.begin != NULL)
      length += (uint64_t)string_length(&sources[i], row) << sources[i].hex;
  }
  return length;
}

static uint8_t *append_string(const uint8_t *from, size_t length, bool hex, uint8_t *to) {
  if (hex)
    rowkey_hex_of_bytes(from, length, to);
  else
    memcpy(to, from, length);
  return to + (length << hex);
}

static inline uint8_t *append(const struct source *source, size_t row, uint8_t *to, const uint8_t *end) {
  const uint8_t *from = source->rows + row * source->stride;
  /* Room for a unit of the run and for one of the string, which begins at most a unit behind. */
  bool is_short = source->width <= COPY_UNIT && (size_t)(end - to) >= 2 * COPY_UNIT;
  if (is_short)
    memcpy(to, from, COPY_UNIT);
  else
    memcpy(to, from, source->width);
  to += source->width;
  if (source->strings.begin == NULL) return to;

  const struct rowkey_strings *strings = &source->strings;
  uint64_t begin = strings->begin[row];
  size_t length = string_length(source, row);
  if (!is_short || source->hex || length > COPY_UNIT || strings->size - begin < COPY_UNIT)
    return append_string(strings->bytes + begin, length, source->hex, to);
  memcpy(to, strings->bytes + begin, COPY_UNIT);
  return to + length;
}

void rowkey_join_rows(const struct source *sources, size_t count, size_t first, size_t rows, uint8_t *out,
                      const uint8_t *end, const uint8_t *origin, uint64_t *ends) {
  if (count == 1) {
    /* A copy that no byte written can change: its fields stay in registers. */
    const struct source only = sources[0];
    for (size_t row = first; row < rows; row++) {
      out = append(&only, row, out, end);
      ends[row] = (uint64_t)(out - origin);
    }
    return;
  }
  for (size_t row = first; row < rows; row++) {
    for (size_t i = 0; i < count; i++) out = append(&sources[i], row, out, end);
    ends[row] = (uint64_t)(out - origin);
  }
}
