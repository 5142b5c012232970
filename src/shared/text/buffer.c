#include "text/buffer.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void rowkey_text_vprintf(struct text_buffer *text, const char *format, va_list arguments) {
  int length = vsnprintf(text->at, text->left, format, arguments);
  if (length < 0) return;
  size_t written = (size_t)length < text->left ? (size_t)length : text->left - 1;
  text->at += written;
  text->left -= written;
}

void rowkey_text_printf(struct text_buffer *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rowkey_text_vprintf(text, format, arguments);
  va_end(arguments);
}

/* Whole or not at all, so that no character is cut in two. */
static void append_bytes(struct text_buffer *text, const char *bytes, size_t size) {
  if (size >= text->left) return;
  memcpy(text->at, bytes, size);
  text->at += size;
  text->left -= size;
  *text->at = '\0';
}

/* What is not seen, such as a byte order mark, or shows other text than there is, as marks of direction do;
 * and the separators of lines and paragraphs. */
static bool misleads(uint32_t code) {
  return code == 0xad || code == 0x61c || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

size_t rowkey_printable_length(const char *bytes, size_t size) {
  if (size == 0) return 0;
  uint8_t first = (uint8_t)bytes[0];
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || size < length) return 0;
  uint32_t code = first & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    uint8_t next = (uint8_t)bytes[i];
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  static const uint32_t smallest[] = {0, 0, 0xa0, 0x800,
                                      0x10000}; /* U+0080 … U+009F are control characters */
  if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return 0;
  return misleads(code) ? 0 : length;
}

void rowkey_text_show(struct text_buffer *text, const char *bytes, size_t size, size_t limit) {
  for (size_t i = 0; i < size;) {
    size_t length = rowkey_printable_length(bytes + i, size - i);
    if (i + (length == 0 ? 1 : length) > limit) {
      append_bytes(text, "...", 3);
      return;
    }
    append_bytes(text, length == 0 ? "?" : bytes + i, length == 0 ? 1 : length);
    i += length == 0 ? 1 : length;
  }
}

void rowkey_text_quote(struct text_buffer *text, const void *bytes, size_t size, size_t limit) {
  const char *at = bytes;
  append_bytes(text, "\"", 1);
  for (size_t i = 0; i < size;) {
    const size_t printable = at[i] == '"' || at[i] == '\\' ? 0 : rowkey_printable_length(at + i, size - i);
    const size_t length = printable == 0 ? 1 : printable;
    if (i + length > limit) {
      rowkey_text_printf(text, "\"... (%zu bytes)", size);
      return;
    }
    if (printable == 0)
      rowkey_text_printf(text, "\\x%02X", (unsigned char)at[i]);
    else
      append_bytes(text, at + i, length);
    i += length;
  }
  append_bytes(text, "\"", 1);
}

const char *rowkey_quoted(char *out, const void *bytes, size_t size) {
  struct text_buffer text = {out, QUOTED_SIZE};
  *out = '\0';
  rowkey_text_quote(&text, bytes, size, (QUOTED_SIZE - 40) / 4);
  return out;
}
