/* Outputs that are printed as a whole. */
#ifndef ROWKEY_CLI_IO_PRINTED_H
#define ROWKEY_CLI_IO_PRINTED_H

#include <stdio.h>

#include "io/writer.h"

/* Prints to a stream; false when memory runs out. What cannot be written is found by the caller. */
typedef bool print_output(FILE *to, const void *context);

/* Prints into the writer's file and gives it its name. */
bool writer_print(struct writer *writer, print_output *print, const void *context, struct failure *failure);

#endif
