/* Numbers of every type as text. */
#ifndef ROWKEY_CLI_SETTINGS_NUMBER_H
#define ROWKEY_CLI_SETTINGS_NUMBER_H

#include <rowkey/encode.h>

#include "records/columns.h"

/* Bytes of a value of a number's type. */
size_t number_size(rowkey_type type);

/* The most bytes of a value of a column that is written in `length` bytes. */
static inline size_t value_room(size_t length) { return length + 16; }

/* The value that the text spells, for a column of any type. `value` keeps pointers to text, or to *room,
 * which has value_room of its length and is moved after it. False and `error` when it is no value of the
 * type. */
bool value_parse(const struct column *column, const uint8_t *text, size_t length, uint8_t **room,
                 rowkey_value *value, rowkey_error *error);

/* What a number of the type may be, to follow "expected": a static text. */
const char *number_expected(rowkey_type type);

/* NULL, or why the text is no number of the type, to follow "it": a static text. */
const char *number_fault(rowkey_type type, const uint8_t *text, size_t length);

/* Why the text is not a number of the column's type, as a sentence. */
void number_describe(const struct column *column, const uint8_t *text, size_t length, char *reason,
                     size_t size);

#endif
