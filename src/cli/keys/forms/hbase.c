/* The escapes that HBase's Bytes.toBytesBinary reads, as its shell and its files of split points have them.
 */
#include <stdio.h>
#include <string.h>

#include "keys/escape.h"
#include "keys/key_form.h"
#include "text/buffer.h"

/* The longest row key that HBase takes: Short.MAX_VALUE. */
enum { HBASE_MOST_KEY = 32767 };

/* The value of a digit of an escape, or 16: HBase takes no lower case. */
static unsigned escaped_digit(uint8_t byte) { return byte >= 'a' ? 16 : hex_digit_value(byte); }

/* Returns where the text goes wrong, or `size`, and sets *key_size. */
static size_t undo_escapes(const uint8_t *text, size_t size, uint8_t *key, size_t *key_size) {
  size_t used = 0;
  for (size_t at = 0; at < size; at++) {
    if (text[at] < 0x20 || text[at] > 0x7e) return at;
    if (text[at] != '\\') {
      key[used++] = text[at];
      continue;
    }
    if (size - at < 4 || text[at + 1] != 'x') return at;
    const unsigned high = escaped_digit(text[at + 2]), low = escaped_digit(text[at + 3]);
    if ((high | low) > 15) return at;
    key[used++] = (uint8_t)(high << 4 | low);
    at += 3;
  }
  *key_size = used;
  return size;
}

/* What should stand where the text goes wrong. */
static const char *expected_at(const uint8_t *text, size_t size) {
  if (text[0] != '\\') return "printable ASCII, and \\xHH for any other byte";
  const bool lower =
      size >= 4 && text[1] == 'x' && (hex_digit_value(text[2]) | hex_digit_value(text[3])) < 16;
  return lower ? "upper-case digits: HBase's toBytesBinary takes no others, and silently drops the backslash"
               : "\\xHH with two hex digits, \\x5C for a backslash";
}

static bool read_hbase(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                       char *reason, size_t reason_size) {
  char whole[QUOTED_SIZE], part[QUOTED_SIZE];
  const size_t stop = undo_escapes(text, size, key, key_size);
  if (stop == size) return true;
  const size_t left = size - stop, shown = text[stop] != '\\' ? 1 : left < 4 ? left : 4;
  snprintf(reason, reason_size, "the %s %s has %s at byte %zu (expected %s)", noun,
           rowkey_quoted(whole, text, size), rowkey_quoted(part, text + stop, shown), stop,
           expected_at(text + stop, left));
  return false;
}

static size_t escape_blank(uint8_t *out) {
  static const char blank[] = "\\x20";
  memcpy(out, blank, sizeof blank - 1);
  return sizeof blank - 1;
}

/* Some versions of HBase's shell strip blanks at the ends of a line, others the line end alone: as escapes
 * they survive both. */
static size_t write_point(const uint8_t *point, size_t size, uint8_t *out) {
  const size_t begins = size > 0 && point[0] == ' ', ends = size > 1 && point[size - 1] == ' ';
  size_t used = 0;
  if (begins) used += escape_blank(out);
  used += escape_hbase(point + begins, size - begins - ends, out + used);
  if (ends) used += escape_blank(out + used);
  return used;
}

const struct key_form key_form_hbase = {
    .name = "hbase",
    .read_as = "as HBase's shell writes them, \\xHH for what is not printable, a key a line",
    .written_as = "\\xHH for what is not printable and for \\ \" ' and #, and a newline",
    .is_lines = true,
    .refuses_empty = "a byte or more with --output hbase: HBase has no such row",
    .most_key = HBASE_MOST_KEY,
    .expansion = 4,
    .write = escape_hbase,
    .read = read_hbase,
    .write_point = write_point,
};
