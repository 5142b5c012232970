/* Names that a user may have meant. */
#ifndef ROWKEY_CLI_BASE_NAMES_H
#define ROWKEY_CLI_BASE_NAMES_H

#include "text/names.h"

/* ": did you mean NAME?" into `out`, for the name that `name` begins or is nearest to, or "" when none is
 * near. Returns `out`. */
enum { SUGGESTION_SIZE = 96 };
const char *suggest_name(char out[SUGGESTION_SIZE], struct slice name, name_list names, const void *context);

#endif
