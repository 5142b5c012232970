/* Names of several files in one: part-%d stands for part-0, part-1 and so on, part-%05d for part-00000. */
#ifndef ROWKEY_CLI_IO_NUMBERED_H
#define ROWKEY_CLI_IO_NUMBERED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether there is a %d in the name, or a %0Nd with N from 1 to 9. Any other % is a letter like others. */
bool name_is_numbered(const char *name);

/* The name of file `number`, to be freed; each %d stands for the number. NULL without memory. */
char *numbered_name(const char *pattern, size_t number);

#endif
