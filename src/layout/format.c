#include "layout/format.h"

#include <string.h>

/* The decimal number of one to five digits that begins with none of them 0; 0 when there is none. */
static unsigned parse_width(const char *text, size_t size) {
  unsigned width = 0;
  if (size == 0 || size > 5 || text[0] == '0') return 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] < '0' || text[i] > '9') return 0;
    width = width * 10 + (unsigned)(text[i] - '0');
  }
  return width;
}

static bool bad_width(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                      const char *expected) {
  return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, offset, expected, "%s has no width that is allowed",
                     rowkey_show(word).text);
}

/* u8, i64: a letter and a number of bits. */
static bool parse_binary_format(struct slice word, struct format *format) {
  unsigned bits = parse_width(word.at + 1, word.size - 1);
  if (bits == 0 || bits % 8 != 0 || bits > 64) return false;
  bool is_signed = word.at[0] == 'i';
  if (is_signed && (bits & (bits - 1)) != 0) return false;
  *format = (struct format){is_signed ? FORMAT_SIGNED : FORMAT_UNSIGNED, bits / 8};
  return true;
}

/* 07d, 016x: a zero, a width and a letter. */
static bool parse_padded(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                         struct format *format) {
  bool decimal = word.at[word.size - 1] == 'd';
  unsigned largest = decimal ? DECIMAL_WIDTH_MAX : 2 * HEX_WIDTH_MAX;
  unsigned width = word.at[0] == '0' ? parse_width(word.at + 1, word.size - 2) : 0;
  if (width == 0 || width > largest)
    return bad_width(diagnostic, word, offset,
                     decimal ? "d, or with leading zeros 01d to 020d"
                             : "x, or with leading zeros 01x to 016x of integers, 032x of hashes");
  *format = (struct format){decimal ? FORMAT_DECIMAL : FORMAT_HEX, width};
  return true;
}

static bool only_digits(struct slice word, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (word.at[i] < '0' || word.at[i] > '9') return false;
  return true;
}

bool rowkey_parse_format(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                         struct format *format) {
  char first = word.at[0];
  char last = word.at[word.size - 1];
  if (word.size == 1 && memchr("dxsa", first, 4) != NULL) {
    *format = (struct format){first == 'd'   ? FORMAT_DECIMAL
                              : first == 'x' ? FORMAT_HEX
                              : first == 's' ? FORMAT_TEXT
                                             : FORMAT_LETTER,
                              0};
    return true;
  }
  if (only_digits(word, word.size - 1)) {
    if (last == 'd' || last == 'x') return parse_padded(diagnostic, word, offset, format);
    if (last == 's') {
      unsigned width = parse_width(word.at, word.size - 1);
      if (width == 0 || width > TEXT_WIDTH_MAX)
        return bad_width(diagnostic, word, offset, "s, or 1s to 32767s");
      *format = (struct format){FORMAT_TEXT, width};
      return true;
    }
  }
  if (first == 'u' || first == 'i') {
    if (parse_binary_format(word, format)) return true;
    if (only_digits((struct slice){word.at + 1, word.size - 1}, word.size - 1))
      return bad_width(diagnostic, word, offset,
                       "u8, u16, u24, u32, u40, u48, u56, u64, i8, i16, i32 or i64");
  }
  return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, offset, FORMATS_KNOWN, "there is no format %s",
                     rowkey_show(word).text);
}
