/* Names that are unknown: which known one the user may have meant, and which there are. */
#ifndef ROWKEY_TEXT_NAMES_H
#define ROWKEY_TEXT_NAMES_H

#include "text/diagnostic.h"

struct suggestion {
  char text[768];
};

/* Yields name `index`, or at == NULL after the last. */
typedef struct slice (*name_list)(const void *context, size_t index);

/* The name that is nearest to `name`: the shortest that begins with it, else the one that the fewest edits
 * turn it into: insertions, deletions, replacements and swaps of bytes. at == NULL when none is near. */
struct slice rowkey_nearest_name(struct slice name, name_list names, const void *context);

/* What to write after "expected": "user (the columns are id, user, ts)", or "one of the columns id, user, ts"
 * when no name is near. */
struct suggestion rowkey_suggest(struct slice name, const char *what, name_list names, const void *context);

#endif
