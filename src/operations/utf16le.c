/* utf16le: UTF-8 as UTF-16, little-endian. */
#include "plan/text_rows.h"
#include "text/utf8.h"

TEXT_INLINE uint8_t *put_unit(uint8_t *out, uint32_t unit) {
  out[0] = (uint8_t)unit;
  out[1] = (uint8_t)(unit >> 8);
  return out + 2;
}

TEXT_INLINE bool are_ascii(const uint8_t *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  return (word & EACH_BYTE(0x80)) == 0;
}

/* Eight bytes of ASCII. */
TEXT_INLINE void put_ascii(uint8_t *out, const uint8_t *text) {
  for (size_t i = 0; i < 8; i++) put_unit(out + 2 * i, text[i]);
}

static size_t write_utf16le(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  (void)call;
  uint8_t *end = out;
  for (size_t at = 0; at < size;) {
    if (size - at >= 8 && are_ascii(text + at)) {
      put_ascii(end, text + at);
      at += 8;
      end += 16;
      continue;
    }
    /* Converts the last eight bytes, some of them a second time. */
    if (at >= 8 && size - at < 8 && end == out + 2 * at && are_ascii(text + size - 8)) {
      put_ascii(out + 2 * size - 16, text + size - 8);
      return 2 * size;
    }
    uint32_t point;
    const unsigned length = utf8_code_point(text + at, size - at, &point);
    if (length == 0) return NO_TEXT;
    at += length;
    if (length == 4) {
      end = put_unit(end, utf16_high_surrogate(point));
      point = utf16_low_surrogate(point);
    }
    end = put_unit(end, point);
  }
  return (size_t)(end - out);
}

TEXT_INLINE struct text_growth doubles(const struct text_call *call) {
  (void)call;
  return (struct text_growth){2, 0, UINT64_MAX};
}

/* Up to three bytes of UTF-8 become two bytes, and four become four. */
static uint64_t least_of_units(const struct text_call *call, uint64_t size) {
  (void)call;
  return 2 * (size / 3 + (size % 3 != 0));
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

static uint32_t unit_at(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

/* How many units the code point at `bytes` has; 0 if it is not valid: a high surrogate must precede a low
 * one. */
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

static size_t read_utf16le(const struct text_call *call, const uint8_t *bytes, size_t size, uint8_t *out) {
  (void)call;
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

TEXT_CHANGE_LOOPS(write_utf16le, doubles)

static struct rowkey_making make_utf16(const struct text_call *call) {
  (void)call;
  return making_of_whole(ROWKEY_MAKE_UTF16);
}

const struct text_function rowkey_text_utf16le = {
    .name = "utf16le",
    .usage = "utf16le(text)",
    .reversible = true,
    .varies = true,
    .makes_any = true,
    .makes_utf16 = true,
    .growth = doubles,
    .least = least_of_units,
    .making = make_utf16,
    TEXT_CHANGES(write_utf16le),
    .undo = read_utf16le,
};
