/* Names that a user may have meant. */
#ifndef ROWKEY_CLI_SETTINGS_NAMES_H
#define ROWKEY_CLI_SETTINGS_NAMES_H

#include <stddef.h>

/* ": did you mean NAME?" into `out`, for the name that `name` begins or is nearest to, or "" when none is
 * near. Returns `out`. */
const char *suggestion(char *out, size_t size, const char *name, const char *const *names, size_t count);

/* The index of `name` in `names`, some of which may be NULL, or `count`. */
size_t find_name(const char *name, const char *const *names, size_t count);

#endif
