#include "settings/table_name.h"

#include <string.h>

#include "text/buffer.h"

bool check_table_name(const char *option, const char *name, const char *noun, struct failure *failure) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:";
  char shown[QUOTED_SIZE];
  return (name[0] != 0 && name[strspn(name, allowed)] == 0) ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option %s: %s is not a name of a %s (expected letters, digits, and _ - . :)", option,
                   rowkey_quoted(shown, name, strlen(name)), noun);
}
