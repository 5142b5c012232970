/* Opening and closing files, which a signal may interrupt. */
#ifndef ROWKEY_CLI_BASE_DESCRIPTOR_H
#define ROWKEY_CLI_BASE_DESCRIPTOR_H

#include <sys/types.h>

/* As open(), tried again when a signal interrupts it, and closed on exec. `mode` is that of a new file. */
int open_descriptor(const char *path, int flags, mode_t mode);

/* How messages name a file: by its path, and one without a letter as "". */
const char *shown_path(const char *path);

/* As close(); interrupted, the descriptor is closed all the same, and that is no failure. */
int close_descriptor(int descriptor);

#endif
