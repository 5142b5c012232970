/* The option --algorithm of `rowkey splits`: HBase's own ways to split a table. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_ALGORITHM_H
#define ROWKEY_CLI_COMMANDS_SPLITS_ALGORITHM_H

#include <rowkey/splits.h>

#include "settings/message.h"

/* The name of each, then those of RegionSplitter's classes. */
extern const char *const algorithm_names[8];

/* The points of NAME or NAME:FIRST,LAST; NULL and `failure` when there are none. */
rowkey_splits *algorithm_splits(const char *text, size_t regions, struct failure *failure);

#endif
