/* An explanation on standard output. */
#ifndef ROWKEY_CLI_COMMANDS_EXPLAIN_PRINT_H
#define ROWKEY_CLI_COMMANDS_EXPLAIN_PRINT_H

#include <rowkey/explain.h>

/* `text` is the template. */
void print_explanation(const char *text, const rowkey_explanation *explanation);
void print_explanation_json(const char *text, const rowkey_explanation *explanation);

#endif
