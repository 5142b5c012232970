/* The columns of records that are JSON objects: members found by name. */
#ifndef ROWKEY_CLI_RECORDS_JSON_MEMBERS_H
#define ROWKEY_CLI_RECORDS_JSON_MEMBERS_H

#include "records/kind.h"

/* What one thread needs. */
struct json_members;

/* For the columns that are used, whose places in objects are their paths. NULL without memory. */
struct json_members *json_members_create(const struct columns *columns);
void json_members_free(void *members);

/* Finds the columns of the records of a batch, whose ends are known: base[0] is byte `at` of the chunk, after
 * whose records strings go that had escapes. The place of a member that is null or not there is 0 to 0, where
 * no value is. Ends the batch before a record that is no object, or where a column is none of string, number,
 * true, false and null. False when memory runs out. */
bool json_members_split(struct json_members *members, struct chunk *chunk, size_t at, struct batch *batch);

#endif
