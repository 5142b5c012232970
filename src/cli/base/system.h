/* What the tool asks of the system: files, which a signal may interrupt, memory and threads. */
#ifndef ROWKEY_CLI_BASE_SYSTEM_H
#define ROWKEY_CLI_BASE_SYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/* As open(), tried again when a signal interrupts it, and closed on exec. `mode` is that of a new file. */
int open_descriptor(const char *path, int flags, mode_t mode);

/* Opens a new file without a name in the directory, which the system removes whatever ends this process.
 * EOPNOTSUPP where it has no such files. */
int open_nameless(const char *directory, int flags, mode_t mode);

/* Tells the system, where it listens, that a file will be read from its beginning to its end. */
void expect_reading(int descriptor);

/* How messages name a file: by its path, and one without a letter as "". */
const char *shown_path(const char *path);

/* As close(); an interrupted call has closed the descriptor all the same, and does not fail. */
int close_descriptor(int descriptor);

/* Bytes that this process can have: the machine's memory or, where that is less, what the control groups
 * allow that it is in, as containers are. 0 when nothing says it. */
uint64_t usable_memory(void);

/* Threads that a command may have. */
enum { MOST_THREADS = 256 };

#endif
