#include "records/json/scalar.h"

#include <string.h>

#include "text/tokens.h"

/* ---- Strings ----------------------------------------------------------------------------------- */

/* The four hex digits at text[0 … 4), UINT32_MAX when they are not there. */
static uint32_t read_unit(const uint8_t *text, size_t size) {
  uint32_t unit = 0;
  if (size < 4) return UINT32_MAX;
  for (size_t i = 0; i < 4; i++) {
    const int digit = rowkey_hex_digit((char)text[i]);
    if (digit < 0) return UINT32_MAX;
    unit = unit * 16 + (uint32_t)digit;
  }
  return unit;
}

/* The code point after "\u" at text[*at], which moves after its digits, and after those of the second half of
 * a surrogate pair; UINT32_MAX when it is none. */
static uint32_t read_code_point(const uint8_t *text, size_t size, size_t *at) {
  const uint32_t unit = read_unit(text + *at, size - *at);
  if (unit == UINT32_MAX || (unit >= 0xdc00 && unit < 0xe000)) return UINT32_MAX;
  *at += 4;
  if (unit < 0xd800 || unit >= 0xe000) return unit;
  if (size - *at < 6 || text[*at] != '\\' || text[*at + 1] != 'u') return UINT32_MAX;
  const uint32_t low = read_unit(text + *at + 2, size - *at - 2);
  if (low < 0xdc00 || low >= 0xe000) return UINT32_MAX;
  *at += 6;
  return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

static size_t write_utf8(uint32_t point, uint8_t *out) {
  if (point < 0x80) {
    out[0] = (uint8_t)point;
    return 1;
  }
  const size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = size - 1; i > 0; i--, point >>= 6) out[i] = (uint8_t)(0x80 | (point & 0x3f));
  out[0] = (uint8_t)(lead[size] | point);
  return size;
}

size_t rowkey_json_unescape(const uint8_t *text, size_t size, uint8_t *out) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  size_t written = 0;
  for (size_t at = 0; at < size;) {
    const uint8_t *backslash = memchr(text + at, '\\', size - at);
    const size_t plain = backslash == NULL ? size - at : (size_t)(backslash - text) - at;
    memmove(out + written, text + at, plain);
    written += plain;
    at += plain;
    if (at == size) break;
    if (size - at < 2) return SIZE_MAX;
    const uint8_t letter = text[at + 1];
    const char *found = letter == 0 ? NULL : strchr(letters, letter);
    at += 2;
    if (letter == 'u') {
      const uint32_t point = read_code_point(text, size, &at);
      if (point == UINT32_MAX) return SIZE_MAX;
      written += write_utf8(point, out + written);
    } else if (found != NULL) {
      out[written++] = (uint8_t)meanings[found - letters];
    } else {
      return SIZE_MAX;
    }
  }
  return written;
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

static size_t skip_digits(const uint8_t *text, size_t size, size_t at) {
  while (at < size && is_digit((char)text[at])) at++;
  return at;
}

bool rowkey_json_is_number(const uint8_t *text, size_t size) {
  const size_t first = size > 0 && text[0] == '-';
  size_t at = skip_digits(text, size, first);
  if (at == first || (text[first] == '0' && at > first + 1)) return false;
  if (at < size && text[at] == '.') {
    const size_t fraction = at + 1;
    at = skip_digits(text, size, fraction);
    if (at == fraction) return false;
  }
  if (at < size && (text[at] == 'e' || text[at] == 'E')) {
    const size_t exponent = at + 1 + (at + 1 < size && (text[at + 1] == '+' || text[at + 1] == '-'));
    at = skip_digits(text, size, exponent);
    if (at == exponent) return false;
  }
  return at == size;
}

/* The digits of a number, without its point: *scale receives how many stand after it. Zeros at the end of a
 * fraction do not count. False when 64 bits do not hold them. */
static bool read_digits(const uint8_t *text, size_t size, uint64_t *digits, int64_t *scale) {
  int64_t zeros = 0;
  bool has_point = false;
  *digits = 0;
  *scale = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '.') {
      has_point = true;
      continue;
    }
    *scale += has_point;
    zeros++;
    if (text[i] == '0') continue;
    for (; zeros > 0; zeros--)
      if (__builtin_mul_overflow(*digits, UINT64_C(10), digits)) return false;
    if (__builtin_add_overflow(*digits, (uint64_t)(text[i] - '0'), digits)) return false;
  }
  *scale -= zeros; /* which were not multiplied */
  return true;
}

/* The number after e or E, as far as any value has one. */
static int64_t read_exponent(const uint8_t *text, size_t size) {
  int64_t exponent = 0;
  const bool is_negative = size > 0 && text[0] == '-';
  for (size_t i = size > 0 && (is_negative || text[0] == '+'); i < size && exponent < 100000; i++)
    exponent = exponent * 10 + (text[i] - '0');
  return is_negative ? -exponent : exponent;
}

bool rowkey_json_read_value(const uint8_t *text, size_t size, rowkey_value *value) {
  if (text[0] == 't' || text[0] == 'f') {
    *value = rowkey_value_bool(text[0] == 't');
    return true;
  }
  const bool is_negative = text[0] == '-';
  size_t end = is_negative;
  while (end < size && (text[end] | 32) != 'e') end++;
  uint64_t digits;
  int64_t scale;
  if (!read_digits(text + is_negative, end - is_negative, &digits, &scale)) return false;
  if (end < size) scale -= read_exponent(text + end + 1, size - end - 1);
  if (digits == 0) scale = 0;
  while (scale < 0 && !__builtin_mul_overflow(digits, UINT64_C(10), &digits)) scale++;
  if (scale < 0 || scale > 76 || digits > (uint64_t)INT64_MAX + is_negative) {
    *value = rowkey_value_u64(digits);
    return scale == 0 && !is_negative;
  }
  const int64_t number = (int64_t)(is_negative ? 0 - digits : digits);
  *value = scale == 0 ? rowkey_value_i64(number) : rowkey_value_decimal(number, (int)scale);
  return true;
}
