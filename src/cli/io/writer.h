/* An output file that appears under its name only when it is complete. */
#ifndef ROWKEY_CLI_IO_WRITER_H
#define ROWKEY_CLI_IO_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/message.h"

struct writer {
  int descriptor;
  char *name;       /* for messages */
  char *final_path; /* what the temporary file becomes, or NULL when the output is written in place */
  int temporary;    /* the slot of the temporary file's path, or -1 */
  bool is_regular;  /* `status` is that of a file that is written or will be replaced */
  struct stat status;
};

/* A writer that is closed. */
#define WRITER_NONE ((struct writer){.descriptor = -1, .temporary = -1})

/* Opens the output; NULL and "-" are standard output, and /dev/stdout, /dev/fd/N and their like the
 * descriptor that they name. A regular or new file is written without a name, or where the file system has no
 * such files under another one in the same directory, until writer_commit names it; anything else (a
 * terminal, a FIFO, /dev/full) is written in place. Nothing is left when a signal ends the process. */
bool writer_open(struct writer *writer, const char *path, struct failure *failure);

/* "cannot write NAME: …" and false. */
bool fail_writing(const char *name, int error_number, struct failure *failure);

/* Writes all of the bytes. */
bool writer_write(struct writer *writer, const void *bytes, size_t size, struct failure *failure);

/* Closes the output and gives it its name, when a regular file's bytes are on the disk: after a loss of power
 * the name leads to the old file or to all of the new one. The writer is closed whether it succeeds or not.
 */
bool writer_commit(struct writer *writer, struct failure *failure);

/* Closes the output and removes the temporary file. A writer that is closed already is left alone. */
void writer_abandon(struct writer *writer);

/* Whether the file is the one that the writer writes or will replace. */
bool writer_is(const struct writer *writer, const struct stat *file);

/* Whether two open writers write to one file, or to standard output both. */
bool writers_same(const struct writer *a, const struct writer *b);

/* Prints to a stream; false when memory runs out. What cannot be written is found by the caller. */
typedef bool print_output(FILE *to, const void *context);

/* Prints into the writer's file and gives it its name. */
bool writer_print(struct writer *writer, print_output *print, const void *context, struct failure *failure);

/* Names of several files in one: part-%d stands for part-0, part-1 and so on, part-%05d for part-00000. */

/* Whether there is a %d in the name, or a %0Nd with N from 1 to 9. Any other % is a letter like others. */
bool name_is_numbered(const char *name);

/* The name of file `number`, to be freed; each %d stands for the number. NULL without memory. */
char *numbered_name(const char *pattern, size_t number);

#endif
