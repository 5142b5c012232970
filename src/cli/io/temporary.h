/* Temporary files that a signal removes. */
#ifndef ROWKEY_CLI_IO_TEMPORARY_H
#define ROWKEY_CLI_IO_TEMPORARY_H

#include <sys/types.h>

/* Creates a file that did not exist before, beside `path`. Returns its descriptor and sets *slot, or returns
 * -1 with errno set. At most two may exist at a time; one thread at a time. */
int temporary_create(const char *path, mode_t mode, int *slot);

/* Renames the file to `path`. Returns 0, or -1 with errno set; then it is still there. */
int temporary_rename(int slot, const char *path);

void temporary_remove(int slot);

#endif
