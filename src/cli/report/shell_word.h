/* Words of a command line. */
#ifndef ROWKEY_CLI_REPORT_SHELL_WORD_H
#define ROWKEY_CLI_REPORT_SHELL_WORD_H

#include <stdio.h>

/* Text as a shell reads it as one word: in single quotes where it needs them. */
void put_shell_word(FILE *to, const char *text);

#endif
