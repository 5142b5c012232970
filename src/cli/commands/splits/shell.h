/* Split points as commands of HBase's shell: --output shell of `rowkey splits`. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_SHELL_H
#define ROWKEY_CLI_COMMANDS_SPLITS_SHELL_H

#include <rowkey/splits.h>

#include "io/writer.h"

/* The command that creates the table with these split points. */
bool write_create(const rowkey_splits *points, const char *table, const char *family, struct writer *writer,
                  struct failure *failure);

/* The commands that split an old table at the points that are not among the old ones, in rounds: what a split
 * leaves behind cannot be split again until it has been compacted. */
bool write_rounds(const rowkey_splits *points, const rowkey_splits *old, const char *table,
                  struct writer *writer, struct failure *failure);

#endif
