/* Text of fields whose doubled quotes are undone. */
#ifndef ROWKEY_CLI_RECORDS_UNQUOTED_H
#define ROWKEY_CLI_RECORDS_UNQUOTED_H

#include "records/batch.h"
#include "records/quotes.h"

/* Where that text goes: after the chunk's records. */
struct unquoted {
  struct chunk *chunk;
  size_t at; /* of the batch in the chunk */
  size_t used;
};

/* Gives the field, one with doubled quotes, its text in that place. The bytes of the chunk and the base of
 * the batch may move. False when memory runs out. */
bool place_unquoted(struct unquoted *unquoted, struct batch *batch, struct csv_field *field);

#endif
