/* How much memory a command may take where nobody has said it. */
#ifndef ROWKEY_CLI_BASE_MEMORY_H
#define ROWKEY_CLI_BASE_MEMORY_H

#include <stdint.h>

/* Bytes that this process can have: the machine's memory or, where that is less, what the control groups
 * allow that it is in, as containers are. 0 when nothing says it. */
uint64_t usable_memory(void);

#endif
