/* The option --algorithm of `rowkey splits`: HBase's own ways to split a table. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_ALGORITHM_H
#define ROWKEY_CLI_COMMANDS_SPLITS_ALGORITHM_H

#include <rowkey/splits.h>

#include "settings/options.h"

extern const struct value_reader algorithm_reader;

/* The points of NAME or NAME:FIRST,LAST; NULL and `failure` when there are none. */
rowkey_splits *algorithm_splits(const char *text, size_t regions, struct failure *failure);

#endif
