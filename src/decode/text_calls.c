/* Undoes functions of text. */
#include <string.h>

#include "decode/decoder.h"
#include "plan/text_functions.h"
#include "text/utf8.h"

static uint32_t unit_at(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

/* The units of the code point at `bytes`, 0 where none is: a surrogate comes first and then the other. */
static unsigned read_point(const uint8_t *bytes, size_t size, uint32_t *point) {
  if (size < 2) return 0;
  *point = unit_at(bytes);
  if (*point < FIRST_HIGH_SURROGATE || *point >= AFTER_SURROGATES) return 1;
  if (*point >= FIRST_LOW_SURROGATE || size < 4) return 0;
  const uint32_t low = unit_at(bytes + 2);
  if (low < FIRST_LOW_SURROGATE || low >= AFTER_SURROGATES) return 0;
  *point = 0x10000 + ((*point - FIRST_HIGH_SURROGATE) << 10) + (low - FIRST_LOW_SURROGATE);
  return 2;
}

static uint8_t *put_point(uint8_t *out, uint32_t point) {
  if (point < 0x80) {
    *out++ = (uint8_t)point;
    return out;
  }
  static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0}; /* by the bytes after it */
  const unsigned more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  *out++ = (uint8_t)(leads[more] | point >> 6 * more);
  for (unsigned i = more; i-- > 0;) *out++ = (uint8_t)(0x80 | (point >> 6 * i & 0x3f));
  return out;
}

static size_t read_utf16le(const uint8_t *bytes, size_t size, uint8_t *out) {
  uint8_t *end = out;
  for (size_t at = 0; at < size;) {
    uint32_t point;
    const unsigned units = read_point(bytes + at, size - at, &point);
    if (units == 0) return NO_TEXT;
    at += 2 * units;
    end = put_point(end, point);
  }
  return (size_t)(end - out);
}

/* Three bytes for a unit of two. */
size_t rowkey_undone_text_most(const struct text_call *call) {
  return call->function == TEXT_UTF16LE ? 2 : 1;
}

size_t rowkey_undo_text_call(const struct text_call *call, const uint8_t *bytes, size_t size, uint8_t *out) {
  if (call->function == TEXT_UTF16LE) return read_utf16le(bytes, size, out);
  return rowkey_change_text(call, bytes, size, out); /* labels in reverse, which are so once more */
}
