/* --help: a page as text for a terminal. */
#ifndef ROWKEY_CLI_MANUAL_HELP_H
#define ROWKEY_CLI_MANUAL_HELP_H

#include <stdio.h>

#include "manual/page.h"

/* The answer to `rowkey --help` and to `rowkey NAME --help`. */
void print_tool_help(FILE *to);
void print_command_help(const struct page *page, FILE *to);

/* "-o, --output-file FILE", or an operand; `aligned` puts names below each other that have no letter. Returns
 * its length. `out` may be NULL where `size` is 0. */
int option_term(const struct option *row, bool aligned, char *out, size_t size);

#endif
