/* Threads that are lent to a search, and that share the loading of designs. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_THREADS_H
#define ROWKEY_CLI_COMMANDS_ADVISE_THREADS_H

#include <rowkey/advise.h>

/* A rowkey_advice_share of up to MOST_THREADS. Where threads cannot be had, this one does their work as well.
 */
void run_in_threads(void *context, rowkey_advice_work *work, void *of, size_t count);

#endif
