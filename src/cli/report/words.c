#include "report/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Where a line that begins at `text` may end so that it has at most `width` characters. */
static size_t line_length(const char *text, size_t width) {
  size_t length = strlen(text);
  if (length <= width) return length;
  for (length = width; length > 0; length--) {
    if (text[length - 1] == ' ' || text[length - 1] == '}') return length;
  }
  return width;
}

void print_wrapped(const char *text, int indent) {
  for (;;) {
    const size_t length = line_length(text, LINE_WIDTH - (size_t)indent);
    const bool ends = text[length] == 0;
    printf("%.*s\n", (int)(!ends && text[length - 1] == ' ' ? length - 1 : length), text);
    if (ends) return;
    text += length;
    printf("%*s", indent, "");
  }
}

size_t count_characters(const char *text) {
  size_t count = 0;
  for (; *text != 0; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
  return count;
}

void put_shell_word(FILE *to, const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
  if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, to);
    return;
  }
  putc('\'', to);
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      fputs("'\\''", to);
    else
      putc(*text, to);
  }
  putc('\'', to);
}
