#include "report/shell_word.h"

#include <string.h>

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
