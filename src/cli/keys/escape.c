#include "keys/escape.h"

#include <stdbool.h>

/* By arithmetic, which the compiler turns into vectors of many digits, unlike a table. */
static inline uint8_t digit(unsigned value, char ten) {
  return (uint8_t)(value + (value < 10 ? (unsigned)'0' : (unsigned)ten - 10));
}

/* In ASCII, whatever the locale says. */
static inline bool is_printable(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

size_t escape_hex(const uint8_t *bytes, size_t size, uint8_t *out) {
  for (size_t i = 0; i < size; i++) {
    out[2 * i] = digit(bytes[i] >> 4, 'a');
    out[2 * i + 1] = digit(bytes[i] & 15, 'a');
  }
  return 2 * size;
}

size_t escape_base64(const uint8_t *bytes, size_t size, uint8_t *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t used = 0;
  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                           (left > 2 ? bytes[i + 2] : 0);
    for (size_t k = 0; k < 4; k++) {
      out[used++] = k <= left ? (uint8_t)digits[three >> (18 - 6 * k) & 63] : '=';
    }
  }
  return used;
}

size_t escape_hbase(const uint8_t *bytes, size_t size, uint8_t *out) {
  size_t used = 0;
  for (size_t i = 0; i < size; i++) {
    const uint8_t byte = bytes[i];
    if (is_printable(byte) && byte != '\\' && byte != '"' && byte != '#' && byte != '\'') {
      out[used++] = byte;
    } else {
      out[used++] = '\\';
      out[used++] = 'x';
      out[used++] = digit(byte >> 4, 'A');
      out[used++] = digit(byte & 15, 'A');
    }
  }
  return used;
}
