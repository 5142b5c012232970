/* host [PLUGIN]: a program with a copy of the library, and a part with another, linked in or loaded from a
 * file. Neither calls the other's, the choice of an instruction set in one is not seen in the other, and both
 * make the same keys. */
#include <dlfcn.h>
#include <stdio.h>

#include "../keys.h"
#include "part.h"

static void *find(const char *plugin, const char *name) {
  void *loaded = dlopen(plugin, RTLD_NOW | RTLD_GLOBAL);
  if (loaded == NULL) fprintf(stderr, "%s\n", dlerror());
  return loaded == NULL ? NULL : dlsym(loaded, name);
}

int main(int count, char **arguments) {
  const char *(*version)(void), *(*select)(const char *);
  int (*calls)(const char *(*)(void)), (*agrees)(const void *);
#ifdef LINKED
  (void)count, (void)arguments, (void)find;
  version = part_version;
  calls = part_calls;
  select = part_select;
  agrees = part_agrees;
#else
  if (count != 2) return 2;
  *(void **)&version = find(arguments[1], "part_version");
  *(void **)&calls = find(arguments[1], "part_calls");
  *(void **)&select = find(arguments[1], "part_select");
  *(void **)&agrees = find(arguments[1], "part_agrees");
  if (version == NULL || calls == NULL || select == NULL || agrees == NULL) return 2;
#endif
  if (calls(rowkey_version)) return puts("one copy answers for both"), 1;
  if (rowkey_isa_select("scalar", NULL) != ROWKEY_OK || select(NULL) == NULL) return puts("no choice"), 1;
  const char *chosen = select(NULL);
  if (rowkey_isa_select("scalar", NULL) != ROWKEY_OK || strcmp(select(chosen), chosen) != 0 ||
      strcmp(rowkey_isa_selected(), "scalar") != 0) {
    return puts("a choice is seen in both copies"), 1;
  }
  unsigned char keys[KEY_COUNT][KEY_WIDTH];
  rowkey_error error;
  if (make_keys(keys, &error) != ROWKEY_OK || !agrees(keys)) return puts("the keys differ"), 1;
  printf("rowkey %s and %s\n", rowkey_version(), version());
  return 0;
}
