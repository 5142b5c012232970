/* --help and -h: a page as text for a terminal. */
#ifndef ROWKEY_CLI_MANUAL_HELP_H
#define ROWKEY_CLI_MANUAL_HELP_H

#include <stdio.h>

#include "settings/options.h"

/* The answer to `rowkey --help` and to `rowkey NAME --help`. */
void print_tool_help(FILE *to);
void print_command_help(const struct page *page, FILE *to);

/* The answer to -h, one screen of 24 lines: what the command does, and the options that are used most. */
void print_short_tool_help(FILE *to);
void print_short_help(const struct page *page, FILE *to);

/* "-o, --output-file FILE", or an operand; `aligned` puts names below each other that have no letter. Returns
 * its length. `out` may be NULL where `size` is 0. */
int option_term(const struct option *row, bool aligned, char *out, size_t size);

#endif
