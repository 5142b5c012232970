#include "settings/names.h"

#include <stdio.h>
#include <string.h>

#include "text/names.h"

struct names {
  const char *const *names;
  size_t count;
};

static struct slice name_at(const void *context, size_t index) {
  const struct names *names = context;
  if (index >= names->count) return (struct slice){NULL, 0};
  return (struct slice){names->names[index], strlen(names->names[index])};
}

const char *suggestion(char *out, size_t size, const char *name, const char *const *names, size_t count) {
  const struct names known = {names, count};
  const struct slice nearest = rowkey_nearest_name((struct slice){name, strlen(name)}, name_at, &known);
  out[0] = 0;
  if (nearest.at != NULL) snprintf(out, size, ": did you mean %s?", nearest.at);
  return out;
}

size_t find_name(const char *name, const char *const *names, size_t count) {
  size_t i = 0;
  while (i < count && (names[i] == NULL || strcmp(names[i], name) != 0)) i++;
  return i;
}
