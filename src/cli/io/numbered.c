#include "io/numbered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of the %d or %0Nd that `at` begins with, and the digits it stands for at least; 0 for none. */
static size_t place_of_number(const char *at, int *digits) {
  *digits = 1;
  if (strncmp(at, "%d", 2) == 0) return 2;
  if (strncmp(at, "%0", 2) != 0 || at[2] < '1' || at[2] > '9' || at[3] != 'd') return 0;
  *digits = at[2] - '0';
  return 4;
}

bool name_is_numbered(const char *name) {
  int digits;
  for (const char *at = name; (at = strchr(at, '%')) != NULL; at++)
    if (place_of_number(at, &digits) > 0) return true;
  return false;
}

char *numbered_name(const char *pattern, size_t number) {
  enum { MOST_DIGITS = 20, LEAST_PLACE = 2 };
  char *name = malloc(strlen(pattern) / LEAST_PLACE * MOST_DIGITS + 2), *to = name;
  for (const char *at = pattern; name != NULL && *at != 0;) {
    int digits;
    const size_t place = place_of_number(at, &digits);
    if (place == 0) {
      *to++ = *at++;
    } else {
      to += sprintf(to, "%0*zu", digits, number);
      at += place;
    }
  }
  if (name != NULL) *to = 0;
  return name;
}
