/* UTF-8, code point by code point. */
#ifndef ROWKEY_TEXT_UTF8_H
#define ROWKEY_TEXT_UTF8_H

#include <stdint.h>

/* Bytes of the UTF-8 sequence at p, of `left` bytes, and its code point; 0 for what is none. Its second byte
 * lies between two bounds, which keep out forms that are too long, surrogates and what is above U+10FFFF. */
static inline __attribute__((always_inline, unused)) unsigned utf8_code_point(const uint8_t *p, uint64_t left,
                                                                              uint32_t *point) {
  const uint8_t first = p[0];
  if (first < 0x80) {
    *point = first;
    return 1;
  }
  const unsigned length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || length > left) return 0;
  const uint8_t lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const uint8_t highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (p[1] < lowest || p[1] > highest) return 0;
  *point = (first & (0x7fU >> length)) << 6 | (p[1] & 0x3fU);
  for (unsigned i = 2; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (p[i] & 0x3fU);
  }
  return length;
}

/* UTF-16 writes code points from U+10000 on as two units, of which these are the first ones. */
enum { FIRST_HIGH_SURROGATE = 0xd800, FIRST_LOW_SURROGATE = 0xdc00, AFTER_SURROGATES = 0xe000 };

static inline uint32_t utf16_high_surrogate(uint32_t point) {
  return FIRST_HIGH_SURROGATE - (0x10000 >> 10) + (point >> 10);
}
static inline uint32_t utf16_low_surrogate(uint32_t point) { return FIRST_LOW_SURROGATE + (point & 0x3ff); }

#endif
