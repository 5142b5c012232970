/* Files that get their names only when they are complete and on the disk. */
#ifndef ROWKEY_CLI_IO_TEMPORARY_H
#define ROWKEY_CLI_IO_TEMPORARY_H

#include <sys/types.h>

#include "base/system.h"

/* That may exist at a time: an output of each thread, and rejects. */
enum { MOST_TEMPORARIES = MOST_THREADS + 1 };

/* Creates a file in the directory of `path`: without a name where the file system can do that, else under one
 * that did not exist before, which signals remove. Returns its descriptor and sets *slot, or returns -1 with
 * errno set. One thread at a time. */
int temporary_create(const char *path, mode_t mode, int *slot);

/* Creates a file in this directory to be written and read by its descriptor alone: it has no name when this
 * returns, and is gone when the descriptor is closed. Returns the descriptor, or -1 with errno set; one
 * thread at a time. */
int temporary_create_nameless(const char *directory);

/* Has the file's bytes written to the disk, closes the descriptor, names the file `path`, in the place of
 * what has that name, and has the directory written, too. Returns 0, or -1 with errno set; then the
 * descriptor is closed all the same, and temporary_remove is left to be called. */
int temporary_commit(int slot, int descriptor, const char *path);

/* Removes the file's temporary name, if it has one: without a name it ends with its descriptor. */
void temporary_remove(int slot);

#endif
