/* Integers as decimal text, with so many places after a point. */
#ifndef ROWKEY_SRC_TYPES_DECIMAL_H
#define ROWKEY_SRC_TYPES_DECIMAL_H

#include "types/type.h"

enum { DECIMAL_BOUND = 21 /* bytes: a sign, 19 digits and a point */ };

/* Reads an i64 that is the text's number times 10^places, places from 0 to 18. Returns NULL, or what is wrong
 * with the text: a static text, to follow "it". */
const char *rowkey_read_decimal(const struct typed_text *text, unsigned places, uint64_t *number);

/* Writes it with all places. Returns the bytes, at most DECIMAL_BOUND of them. */
size_t rowkey_write_decimal(uint64_t number, unsigned places, char *text);

#endif
