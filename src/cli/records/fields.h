/* Records of several fields between delimiters, with or without quotes. */
#ifndef ROWKEY_CLI_RECORDS_FIELDS_H
#define ROWKEY_CLI_RECORDS_FIELDS_H

#include "records/kind.h"

/* Begins a batch at byte `at` of the chunk and splits at most `limit` records into the columns that are used:
 * those before the first one in which something is wrong, perhaps some less, perhaps none. The reader that
 * can say what is wrong takes the record after them. `quotes`: whether quotes have a meaning. False when
 * memory runs out. */
bool split_regular(const struct record_shape *shape, struct chunk *chunk, size_t at, bool quotes,
                   size_t limit, struct batch *batch);

/* Splits the fields of the batch's records, whose ends are found already: base[0] is byte `at` of the chunk.
 * `quotes`: whether quotes have a meaning. False when memory runs out. */
bool split_fields(const struct record_shape *shape, struct chunk *chunk, size_t at, bool quotes,
                  struct batch *batch);

#endif
