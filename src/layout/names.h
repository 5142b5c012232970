/* Names that were not found: which one may have been meant, and which there are. */
#ifndef ROWKEY_LAYOUT_NAMES_H
#define ROWKEY_LAYOUT_NAMES_H

#include "text/diagnostic.h"

struct suggestion {
  char text[320];
};

/* "user (the columns are id, user, ts)", or without a first word when nothing is near `name`. `names` yields
 * name `index`, or at == NULL behind the last. */
struct suggestion rowkey_suggest(struct slice name, const char *what,
                                 struct slice (*names)(const void *, size_t), const void *context);

#endif
