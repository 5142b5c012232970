/* Calls that only a mistake here makes fail. */
#ifndef ROWKEY_CLI_BASE_CERTAIN_H
#define ROWKEY_CLI_BASE_CERTAIN_H

#include <rowkey/error.h>
#include <stdlib.h>

/* Ends the program where such a call has failed. */
static inline void certain(rowkey_status status) {
  if (status != ROWKEY_OK) abort();
}

#endif
