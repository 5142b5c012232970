#include "decimal_point.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char decimal_point = '.';

__attribute__((format(printf, 3, 4))) int __wrap_snprintf(char *text, size_t size, const char *format, ...);
double __wrap_strtod(const char *text, char **end);
float __wrap_strtof(const char *text, char **end);
double __real_strtod(const char *text, char **end);
float __real_strtof(const char *text, char **end);

int __wrap_snprintf(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, size, format, arguments);
  va_end(arguments);
  for (char *at = text; *at != '\0'; at++)
    if (*at == '.') *at = decimal_point;
  return length;
}

/* Where a point is no decimal point, a number ends there. */
static const char *readable(const char *text, char *room, size_t size) {
  const size_t length = decimal_point == '.' ? strlen(text) : strcspn(text, ".");
  if (length >= size) abort();
  memcpy(room, text, length);
  room[length] = '\0';
  return room;
}

double __wrap_strtod(const char *text, char **end) {
  char room[4096];
  if (end != NULL) abort();
  return __real_strtod(readable(text, room, sizeof room), NULL);
}

float __wrap_strtof(const char *text, char **end) {
  char room[4096];
  if (end != NULL) abort();
  return __real_strtof(readable(text, room, sizeof room), NULL);
}
