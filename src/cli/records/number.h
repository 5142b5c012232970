/* Values of every type as arguments, and messages about those that are none. */
#ifndef ROWKEY_CLI_RECORDS_NUMBER_H
#define ROWKEY_CLI_RECORDS_NUMBER_H

#include <rowkey/encode.h>

#include "records/columns.h"

/* Bytes of a value of a number's type. */
size_t number_size(rowkey_type type);

/* The value that the text spells, for a column of any type. `value` keeps pointers to text, or to *room,
 * which has written_value_room of its length and is moved after it. False and `error` when it is not a value
 * of the type. */
bool value_parse(const struct column *column, const uint8_t *text, size_t length, uint8_t **room,
                 rowkey_value *value, rowkey_error *error);

/* Why the text is not a number of the column's type, as a sentence. */
void number_describe(const struct column *column, const uint8_t *text, size_t length, char *reason,
                     size_t size);

#endif
