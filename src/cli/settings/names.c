#include "settings/names.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 /* bytes of b: one of the tool's own names, all of which are much shorter */ };

/* Levenshtein's distance by rows of its table. */
static size_t edit_distance(const char *a, const char *b) {
  const size_t a_size = strlen(a), b_size = strlen(b);
  if (b_size > LONGEST) return SIZE_MAX;
  size_t row[LONGEST + 1];
  for (size_t j = 0; j <= b_size; j++) row[j] = j;
  for (size_t i = 1; i <= a_size; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b_size; j++) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      size_t least = row[j] < row[j - 1] ? row[j] : row[j - 1];
      least += 1;
      row[j] = replaced < least ? replaced : least;
    }
  }
  return row[b_size];
}

/* The name that `name` begins or is nearest to by edit distance, or NULL when none is near. */
static const char *nearest_name(const char *name, const char *const *names, size_t count) {
  const char *nearest = NULL;
  size_t least = strlen(name) / 3 + 2; /* farther ones look nothing like it */
  for (size_t i = 0; i < count; i++) {
    const bool begins = name[0] != 0 && strncmp(names[i], name, strlen(name)) == 0;
    const size_t distance = begins ? 1 : edit_distance(name, names[i]);
    if (distance < least) {
      least = distance;
      nearest = names[i];
    }
  }
  return nearest;
}

const char *suggestion(char *out, size_t size, const char *name, const char *const *names, size_t count) {
  const char *nearest = nearest_name(name, names, count);
  out[0] = 0;
  if (nearest != NULL) snprintf(out, size, ": did you mean %s?", nearest);
  return out;
}

size_t find_name(const char *name, const char *const *names, size_t count) {
  size_t i = 0;
  while (i < count && (names[i] == NULL || strcmp(names[i], name) != 0)) i++;
  return i;
}
