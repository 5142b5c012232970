/* Records of several fields between delimiters, with or without quotes. */
#ifndef ROWKEY_CLI_RECORDS_FIELDS_H
#define ROWKEY_CLI_RECORDS_FIELDS_H

#include "records/kind.h"

/* Splits the fields of the batch's records, whose ends are found already: base[0] is byte `at` of the chunk.
 * `quotes`: whether quotes have a meaning. False when memory runs out. */
bool split_fields(const struct record_shape *shape, struct chunk *chunk, size_t at, bool quotes,
                  struct batch *batch);

#endif
