#include "keys/escape.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { QUOTED_BYTES = 64 };
_Static_assert(QUOTED_SIZE >= QUOTED_BYTES * 4 + 3 + 40, "the longest quoted value fits");

/* By arithmetic, which the compiler turns into vectors of many digits, unlike a table. */
static inline uint8_t digit(unsigned value, char ten) {
  return (uint8_t)(value + (value < 10 ? (unsigned)'0' : (unsigned)ten - 10));
}

/* In ASCII, whatever the locale says. */
static inline bool is_printable(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

static size_t quote_byte(char *out, uint8_t byte) {
  static const char named[] = "\t\r\n\"\\", names[] = "trn\"\\";
  const char *at = memchr(named, byte, sizeof named - 1);
  if (at != NULL) {
    out[0] = '\\';
    out[1] = names[at - named];
    return 2;
  }
  if (!is_printable(byte)) return escape_hbase(&byte, 1, (uint8_t *)out);
  out[0] = (char)byte;
  return 1;
}

const char *quoted(char *out, const void *bytes, size_t size) {
  const size_t shown = size <= QUOTED_BYTES ? size : QUOTED_BYTES;
  size_t used = 0;
  out[used++] = '"';
  for (size_t i = 0; i < shown; i++) used += quote_byte(out + used, ((const uint8_t *)bytes)[i]);
  out[used++] = '"';
  out[used] = 0;
  if (shown < size) snprintf(out + used, QUOTED_SIZE - used, "... (%zu bytes)", size);
  return out;
}

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
