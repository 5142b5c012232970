/* The column type base64: bytes as RFC 4648, section 4, writes them. */
#include "types/rows.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
enum { NO_DIGIT = 64 };

static inline unsigned digit_of(uint8_t byte) {
  static const uint8_t digits[256] = {
#define DIGIT(byte, value) [byte] = (value) + 1
      DIGIT('A', 0),  DIGIT('B', 1),  DIGIT('C', 2),  DIGIT('D', 3),  DIGIT('E', 4),  DIGIT('F', 5),
      DIGIT('G', 6),  DIGIT('H', 7),  DIGIT('I', 8),  DIGIT('J', 9),  DIGIT('K', 10), DIGIT('L', 11),
      DIGIT('M', 12), DIGIT('N', 13), DIGIT('O', 14), DIGIT('P', 15), DIGIT('Q', 16), DIGIT('R', 17),
      DIGIT('S', 18), DIGIT('T', 19), DIGIT('U', 20), DIGIT('V', 21), DIGIT('W', 22), DIGIT('X', 23),
      DIGIT('Y', 24), DIGIT('Z', 25), DIGIT('a', 26), DIGIT('b', 27), DIGIT('c', 28), DIGIT('d', 29),
      DIGIT('e', 30), DIGIT('f', 31), DIGIT('g', 32), DIGIT('h', 33), DIGIT('i', 34), DIGIT('j', 35),
      DIGIT('k', 36), DIGIT('l', 37), DIGIT('m', 38), DIGIT('n', 39), DIGIT('o', 40), DIGIT('p', 41),
      DIGIT('q', 42), DIGIT('r', 43), DIGIT('s', 44), DIGIT('t', 45), DIGIT('u', 46), DIGIT('v', 47),
      DIGIT('w', 48), DIGIT('x', 49), DIGIT('y', 50), DIGIT('z', 51), DIGIT('0', 52), DIGIT('1', 53),
      DIGIT('2', 54), DIGIT('3', 55), DIGIT('4', 56), DIGIT('5', 57), DIGIT('6', 58), DIGIT('7', 59),
      DIGIT('8', 60), DIGIT('9', 61), DIGIT('+', 62), DIGIT('/', 63)
#undef DIGIT
  };
  /* 0, of all other bytes, becomes a number above 63. */
  return (unsigned)digits[byte] - 1;
}

static const char *read_base64(const struct typed_text *text, uint8_t *bytes, size_t *size) {
  const uint8_t *at = text->at;
  size_t length = text->size, used = 0;
  if (length % 4 == 0 && length > 0) {
    length -= at[length - 1] == '=';
    length -= length < text->size && at[length - 1] == '=';
  }
  unsigned strange = 0;
  for (; length >= 4; length -= 4, at += 4) {
    const unsigned a = digit_of(at[0]), b = digit_of(at[1]), c = digit_of(at[2]), d = digit_of(at[3]);
    strange |= a | b | c | d;
    bytes[used++] = (uint8_t)(a << 2 | b >> 4);
    bytes[used++] = (uint8_t)(b << 4 | c >> 2);
    bytes[used++] = (uint8_t)(c << 6 | d);
  }
  if (length == 1) return "ends in a single character";
  unsigned left = 0;
  if (length > 0) {
    const unsigned a = digit_of(at[0]), b = digit_of(at[1]), c = length == 3 ? digit_of(at[2]) : 0;
    strange |= a | b | c;
    bytes[used++] = (uint8_t)(a << 2 | b >> 4);
    if (length == 3) bytes[used++] = (uint8_t)(b << 4 | c >> 2);
    left = length == 3 ? c & 3 : b & 15;
  }
  *size = used;
  if (strange >= NO_DIGIT) return "has a character that base64 does not use";
  return left == 0 ? NULL : "has bits in its last character that belong to no byte";
}

static void write_base64(const uint8_t *bytes, size_t size, char *text, size_t *length) {
  char *out = text;
  for (; size >= 3; size -= 3, bytes += 3) {
    *out++ = alphabet[bytes[0] >> 2];
    *out++ = alphabet[(bytes[0] << 4 | bytes[1] >> 4) & 63];
    *out++ = alphabet[(bytes[1] << 2 | bytes[2] >> 6) & 63];
    *out++ = alphabet[bytes[2] & 63];
  }
  if (size > 0) {
    const unsigned second = size == 2 ? bytes[1] : 0;
    *out++ = alphabet[bytes[0] >> 2];
    *out++ = alphabet[((unsigned)bytes[0] << 4 | second >> 4) & 63];
    *out++ = size == 2 ? alphabet[second << 2 & 63] : '=';
    *out++ = '=';
  }
  *length = (size_t)(out - text);
}

static void expect_base64(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "letters, digits, + and /, with = at the end to a multiple of 4, or without");
}

BYTE_ROWS(base64, read_base64, write_base64)

const struct type_kind rowkey_type_base64 = {
    .name = "base64",
    .declared = DECLARED_base64,
    .physical = ROWKEY_TEXT,
    .read = base64_read_rows,
    .write = base64_write_rows,
    .expect = expect_base64,
};
