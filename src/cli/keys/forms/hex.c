/* Two hex digits for each byte, written in lower case and read in either. */
#include <stdio.h>

#include "keys/escape.h"
#include "keys/key_form.h"
#include "text/buffer.h"

/* Returns where the text goes wrong, more than `size` when it is short of a digit, or `size`; sets *key_size.
 */
static size_t undo_digits(const uint8_t *text, size_t size, uint8_t *key, size_t *key_size) {
  for (size_t at = 0; at + 1 < size; at += 2) {
    const unsigned high = hex_digit_value(text[at]), low = hex_digit_value(text[at + 1]);
    if ((high | low) > 15) return at + (high < 16);
    key[at / 2] = (uint8_t)(high << 4 | low);
  }
  *key_size = size / 2;
  return size % 2 == 0 || hex_digit_value(text[size - 1]) > 15 ? size - size % 2 : size + 1;
}

static bool read_hex(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                     char *reason, size_t reason_size) {
  char whole[QUOTED_SIZE], part[QUOTED_SIZE];
  const size_t stop = undo_digits(text, size, key, key_size);
  if (stop == size) return true;
  if (stop > size) {
    snprintf(reason, reason_size,
             "the %s %s has an odd number of hex digits, %zu (expected two for each byte)", noun,
             rowkey_quoted(whole, text, size), size);
  } else {
    snprintf(reason, reason_size, "the %s %s has %s at byte %zu (expected two hex digits for each byte)",
             noun, rowkey_quoted(whole, text, size), rowkey_quoted(part, text + stop, 1), stop);
  }
  return false;
}

const struct key_form key_form_hex = {
    .name = "hex",
    .read_as = "two digits a byte, a key a line",
    .written_as = "two digits a byte, and a newline",
    .is_lines = true,
    .most_key = UINT64_MAX,
    .expansion = 2,
    .write = escape_hex,
    .read = read_hex,
};
