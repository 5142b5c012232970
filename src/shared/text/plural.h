/* "1 row", "2 rows". */
#ifndef ROWKEY_TEXT_PLURAL_H
#define ROWKEY_TEXT_PLURAL_H

#include <stdint.h>

/* What follows a noun that is counted: nothing after one, else an s. */
static inline const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

#endif
