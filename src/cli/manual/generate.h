/* rowkey --generate: what is made from the tables of options, for whoever installs the tool. */
#ifndef ROWKEY_CLI_MANUAL_GENERATE_H
#define ROWKEY_CLI_MANUAL_GENERATE_H

#include <stdbool.h>
#include <stddef.h>

/* Runs on the arguments after --generate and returns the exit status. */
int generate(char **arguments, size_t count);

extern const char *const generated_names[5];

/* The name of page `index` of the manual, "rowkey-encode", in `name`; false after the last one. */
enum { MANUAL_NAME_SIZE = 32 };
bool manual_page_name(size_t index, char name[MANUAL_NAME_SIZE]);

#endif
