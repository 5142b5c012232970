/* How many threads a command may have. */
#ifndef ROWKEY_CLI_BASE_THREADS_H
#define ROWKEY_CLI_BASE_THREADS_H

enum { MOST_THREADS = 256 };

#endif
