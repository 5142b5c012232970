/* A plugin, or a part of a program, with a copy of the library of its own. */
#include "part.h"

#include "../keys.h"

const char *part_version(void) { return rowkey_version(); }

int part_calls(const char *(*version)(void)) { return version == rowkey_version; }

const char *part_select(const char *name) {
  return rowkey_isa_select(name, NULL) == ROWKEY_OK ? rowkey_isa_selected() : NULL;
}

int part_agrees(const void *keys) {
  unsigned char own[KEY_COUNT][KEY_WIDTH];
  rowkey_error error;
  return make_keys(own, &error) == ROWKEY_OK && memcmp(own, keys, sizeof own) == 0;
}
