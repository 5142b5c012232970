/* Pages of the manual, in roff: rowkey(1), rowkey-NAME(1) of each command, and rowkey-layout(7), the language
 * of layouts, from doc/layouts.md. */
#ifndef ROWKEY_CLI_MANUAL_MAN_H
#define ROWKEY_CLI_MANUAL_MAN_H

#include <stdbool.h>
#include <stddef.h>

enum { MANUAL_NAME_SIZE = 32 };

/* Writes the name of page `index`, "rowkey-encode"; false after the last one. */
bool manual_page_name(size_t index, char name[MANUAL_NAME_SIZE]);

/* Prints the page on standard output. */
void print_manual_page(size_t index);

#endif
