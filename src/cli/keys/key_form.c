#include "keys/key_form.h"

#include <stdio.h>
#include <string.h>

#include "keys/escape.h"

const char *const key_form_names[KEY_FORMS] = {"text", "raw", "hex", "hbase"};

/* 0 … 15, or 16 for a byte that is no digit. */
static unsigned digit_value(uint8_t byte) {
  const unsigned decimal = (unsigned)byte - '0', letter = ((unsigned)byte | 0x20) - 'a';
  return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 16;
}

/* Each of these returns where the text goes wrong, or `size`, and sets *key_size. */

static size_t read_hex(const uint8_t *text, size_t size, uint8_t *key, size_t *key_size) {
  for (size_t at = 0; at + 1 < size; at += 2) {
    const unsigned high = digit_value(text[at]), low = digit_value(text[at + 1]);
    if ((high | low) > 15) return at + (high < 16);
    key[at / 2] = (uint8_t)(high << 4 | low);
  }
  *key_size = size / 2;
  return size % 2 == 0 || digit_value(text[size - 1]) > 15 ? size - size % 2 : size + 1;
}

static size_t read_hbase(const uint8_t *text, size_t size, uint8_t *key, size_t *key_size) {
  size_t used = 0;
  for (size_t at = 0; at < size; at++) {
    if (text[at] < 0x20 || text[at] > 0x7e) return at;
    if (text[at] != '\\') {
      key[used++] = text[at];
      continue;
    }
    if (size - at < 4 || text[at + 1] != 'x') return at;
    const unsigned high = digit_value(text[at + 2]), low = digit_value(text[at + 3]);
    if ((high | low) > 15) return at;
    key[used++] = (uint8_t)(high << 4 | low);
    at += 3;
  }
  *key_size = used;
  return size;
}

bool key_read(enum key_form form, const char *noun, const uint8_t *text, size_t size, uint8_t *key,
              size_t *key_size, char *reason, size_t reason_size) {
  char whole[QUOTED_SIZE], part[QUOTED_SIZE];
  if (form == KEY_HEX) {
    const size_t stop = read_hex(text, size, key, key_size);
    if (stop == size) return true;
    if (stop > size) {
      snprintf(reason, reason_size,
               "the %s %s has an odd number of hex digits, %zu (expected two for each byte)", noun,
               quoted(whole, text, size), size);
    } else {
      snprintf(reason, reason_size, "the %s %s has %s at byte %zu (expected two hex digits for each byte)",
               noun, quoted(whole, text, size), quoted(part, text + stop, 1), stop);
    }
    return false;
  }
  if (form == KEY_HBASE) {
    const size_t stop = read_hbase(text, size, key, key_size);
    if (stop == size) return true;
    const bool escape = text[stop] == '\\';
    snprintf(reason, reason_size, "the %s %s has %s at byte %zu (expected %s)", noun,
             quoted(whole, text, size),
             quoted(part, text + stop,
                    escape && size - stop > 4 ? 4
                    : escape                  ? size - stop
                                              : 1),
             stop,
             escape ? "\\xHH with two hex digits, \\x5C for a backslash"
                    : "printable ASCII, and \\xHH for any other byte");
    return false;
  }
  memcpy(key, text, size);
  *key_size = size;
  return true;
}
