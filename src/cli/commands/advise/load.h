/* All rows in the regions of the designs: what rowkey simulate counts. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_LOAD_H
#define ROWKEY_CLI_COMMANDS_ADVISE_LOAD_H

#include <rowkey/advise.h>

#include "commands/advise/settings.h"

/* Tells the advisor what all rows, in windows of `window` of them, do to each of its designs. Threads have
 * designs each, and a source of their own. */
bool load_designs(const struct advise_settings *settings, rowkey_advisor *advisor, uint64_t window,
                  struct failure *failure);

#endif
