/* java_hash of text that is not ASCII: one row at a time. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_JAVA_H
#define ROWKEY_SIMD_KERNELS_HASH_JAVA_H

#include "simd/kernels/hash_rows.h"

/* Bytes of the UTF-8 sequence at p and its code point; 0 for what is none. Its second byte lies between two
 * bounds, which keep out forms that are too long, surrogates and what is above U+10FFFF. */
V_INLINE unsigned java_code_point(const uint8_t *p, uint64_t left, uint32_t *point) {
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

static bool java_hash_text(const uint8_t *p, uint64_t size, uint64_t *value) {
  uint32_t h = 0, point;
  for (uint64_t at = 0; at < size;) {
    const unsigned length = java_code_point(p + at, size - at, &point);
    if (length == 0) return false;
    at += length;
    if (length == 4) {
      h = 31 * h + 0xd7c0 + (point >> 10); /* 0xd800 - (0x10000 >> 10) */
      point = 0xdc00 + (point & 0x3ff);
    }
    h = 31 * h + point;
  }
  *value = (uint64_t)(int64_t)(int32_t)h;
  return true;
}

/* Returns the first of `count` rows from `row` on that is not UTF-8, counted from there, or `count`. */
static size_t java_hash_rows(const struct hash_rows *rows, size_t row, size_t count, uint64_t *values) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t begin = rows->begin[row + i], end = rows->end[row + i];
    if (!java_hash_text(rows->bytes + begin, end - begin, &values[i])) return i;
  }
  return count;
}

#endif
