#include "text/escapes.h"

#include <stdio.h>

#include "text/buffer.h"
#include "text/tokens.h"

/* The value of a digit of an escape, or -1: HBase takes no lower case. */
static int escaped_digit(uint8_t byte) { return byte >= 'a' ? -1 : rowkey_hex_digit((char)byte); }

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
    const int high = escaped_digit(text[at + 2]), low = escaped_digit(text[at + 3]);
    if ((high | low) < 0) return at;
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
      size >= 4 && text[1] == 'x' && (rowkey_hex_digit((char)text[2]) | rowkey_hex_digit((char)text[3])) >= 0;
  return lower ? "upper-case digits: HBase's toBytesBinary takes no others, and silently drops the backslash"
               : "\\xHH with two hex digits, \\x5C for a backslash";
}

bool rowkey_read_escaped(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
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
