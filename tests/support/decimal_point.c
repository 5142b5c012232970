#include "decimal_point.h"

#include <stdarg.h>
#include <stdio.h>

char decimal_point = '.';

__attribute__((format(printf, 3, 4))) int __wrap_snprintf(char *text, size_t size, const char *format, ...);

int __wrap_snprintf(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, size, format, arguments);
  va_end(arguments);
  for (char *at = text; *at != '\0'; at++)
    if (*at == '.') *at = decimal_point;
  return length;
}
