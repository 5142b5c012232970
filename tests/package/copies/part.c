/* A plugin, or a part of a program, with a copy of the library of its own. */
#include <rowkey/rowkey.h>

#include "part.h"

const char *part_version(void) { return rowkey_version(); }

int part_calls(const char *(*version)(void)) { return version == rowkey_version; }

const char *part_select(const char *name) {
  return rowkey_isa_select(name, NULL) == ROWKEY_OK ? rowkey_isa_selected() : NULL;
}
