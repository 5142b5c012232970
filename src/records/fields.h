/* Records of several fields between delimiters, with or without quotes. */
#ifndef ROWKEY_SRC_RECORDS_FIELDS_H
#define ROWKEY_SRC_RECORDS_FIELDS_H

#include "records/kind.h"

/* Begins a batch at byte `at` of the piece and splits at most `limit` records into the columns that are used:
 * those before the first one in which something is wrong, perhaps some less, perhaps none. The reader that
 * can say what is wrong takes the record after them. `quotes`: whether quotes have a meaning. False when
 * memory runs out. */
bool rowkey_split_regular(const struct record_shape *shape, const struct piece *piece, size_t at, bool quotes,
                          size_t limit, struct batch *batch);

/* Splits the fields of the batch's records, whose ends are found already. `quotes`: whether quotes have a
 * meaning. False when memory runs out. */
bool rowkey_split_fields(const struct record_shape *shape, bool quotes, struct batch *batch);

#endif
