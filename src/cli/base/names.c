#include "base/names.h"

#include <stdio.h>

const char *suggest_name(char out[SUGGESTION_SIZE], struct slice name, name_list names, const void *context) {
  const struct slice nearest = rowkey_nearest_name(name, names, context);
  out[0] = 0;
  if (nearest.at != NULL)
    snprintf(out, SUGGESTION_SIZE, ": did you mean %.*s?", (int)nearest.size, nearest.at);
  return out;
}
