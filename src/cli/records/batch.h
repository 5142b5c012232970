/* How many rows are worked on at a time, and the room for what is wrong with one. */
#ifndef ROWKEY_CLI_RECORDS_BATCH_H
#define ROWKEY_CLI_RECORDS_BATCH_H

#include <rowkey/records.h>

enum { BATCH_ROWS = ROWKEY_RECORD_ROWS, REASON_SIZE = 1536 };

#endif
