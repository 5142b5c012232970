/* An explanation on standard output. */
#ifndef ROWKEY_CLI_COMMANDS_EXPLAIN_PRINT_H
#define ROWKEY_CLI_COMMANDS_EXPLAIN_PRINT_H

#include <rowkey/explain.h>

#include "layouts/layout_option.h"

/* With what a named layout says of its system, and of what it cannot know. */
void print_explanation(const struct layout_option *option, const rowkey_explanation *explanation);
void print_explanation_json(const struct layout_option *option, const rowkey_explanation *explanation);

#endif
