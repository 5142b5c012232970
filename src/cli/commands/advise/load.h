/* All rows in the regions of the designs: what rowkey simulate counts. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_LOAD_H
#define ROWKEY_CLI_COMMANDS_ADVISE_LOAD_H

#include <rowkey/advise.h>

#include "commands/advise/settings.h"

/* A rowkey_advice_share of up to MOST_THREADS. Where threads cannot be had, this one does their work as well.
 */
void run_in_threads(void *context, rowkey_advice_work *work, void *of, size_t count);

/* Tells the advisor what all rows, in windows of `window` of them, do to each of its designs. Threads have
 * designs each, and a source of their own. Unless `kept` is NULL, kept[i] becomes the load of the
 * regions of design i: the caller frees it, also when this fails. */
bool load_designs(const struct advise_settings *settings, rowkey_advisor *advisor, uint64_t window,
                  rowkey_load **kept, struct failure *failure);

#endif
