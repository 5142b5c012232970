/* Numbers of every type as text. */
#ifndef ROWKEY_CLI_SETTINGS_NUMBER_H
#define ROWKEY_CLI_SETTINGS_NUMBER_H

#include <rowkey/encode.h>

#include "records/columns.h"

/* Bytes of a value of a number's type. */
size_t number_size(rowkey_type type);

/* The value that the text spells, for a column of any type; `value` keeps pointers to text. False, and
 * `reason` as number_describe writes it, when it is not a number of the type. */
bool number_parse(const struct column *column, const uint8_t *text, size_t length, rowkey_value *value,
                  char *reason, size_t size);

/* What a number of the type may be, to follow "expected": a static text. */
const char *number_expected(rowkey_type type);

/* NULL, or why the text is no number of the type, to follow "it": a static text. */
const char *number_fault(rowkey_type type, const uint8_t *text, size_t length);

/* Why the text is not a number of the column's type, as a sentence. */
void number_describe(const struct column *column, const uint8_t *text, size_t length, char *reason,
                     size_t size);

#endif
