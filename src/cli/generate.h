/* rowkey --generate: what is made from the tables of options, for whoever installs the tool. */
#ifndef ROWKEY_CLI_GENERATE_H
#define ROWKEY_CLI_GENERATE_H

#include <stddef.h>

/* Runs on the arguments after --generate and returns the exit status. */
int generate(char **arguments, size_t count);

#endif
