/* A key a line, as it is. */
#include <stdio.h>
#include <string.h>

#include "keys/key_form.h"
#include "text/buffer.h"

static bool read_point(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                       char *reason, size_t reason_size) {
  char shown[QUOTED_SIZE];
  if (memchr(text, 0, size) == NULL) return read_plain(noun, text, size, key, key_size, reason, reason_size);
  snprintf(reason, reason_size, "the %s %s holds a NUL (expected none in text: use hex or hbase)", noun,
           rowkey_quoted(shown, text, size));
  return false;
}

const struct key_form key_form_text = {
    .name = "text",
    .read_as = "a key a line",
    .written_as = "as it is, and a newline, which no key may hold",
    .is_lines = true,
    .is_plain = true,
    .most_key = UINT64_MAX,
    .expansion = 1,
    .write = write_plain,
    .read = read_plain,
    .read_point = read_point,
};
