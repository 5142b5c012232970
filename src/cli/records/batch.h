/* How many rows are worked on at a time; what is wrong with one has REASON_SIZE bytes. */
#ifndef ROWKEY_CLI_RECORDS_BATCH_H
#define ROWKEY_CLI_RECORDS_BATCH_H

#include <rowkey/records.h>

#include "text/buffer.h"

enum { BATCH_ROWS = ROWKEY_RECORD_ROWS };

#endif
