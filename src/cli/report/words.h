/* Text in lines of a terminal's width, and words of a shell. */
#ifndef ROWKEY_CLI_REPORT_WORDS_H
#define ROWKEY_CLI_REPORT_WORDS_H

#include <stddef.h>
#include <stdio.h>

enum { LINE_WIDTH = 100 };

/* The text on standard output, in lines that begin at column `indent`, the first of which is under way
 * there. Lines end after a blank or a field of a layout where there is one. */
void print_wrapped(const char *text, int indent);

/* Characters, as far as a terminal shows one for each code point. */
size_t count_characters(const char *text);

/* Text as a shell reads it as one word: in single quotes where it needs them. */
void put_shell_word(FILE *to, const char *text);

#endif
