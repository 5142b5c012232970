/* Names that a user may have meant. */
#ifndef ROWKEY_CLI_NAMES_H
#define ROWKEY_CLI_NAMES_H

#include <stddef.h>

/* The name that `name` begins or is nearest to by edit distance, or NULL when none is near. names[i] may be
 * NULL. */
const char *nearest_name(const char *name, const char *const *names, size_t count);

/* ": did you mean NAME?" into `out`, or "" when no name is near. Returns `out`. */
const char *suggestion(char *out, size_t size, const char *name, const char *const *names, size_t count);

/* The index of `name` in `names`, or `count`. */
size_t find_name(const char *name, const char *const *names, size_t count);

#endif
