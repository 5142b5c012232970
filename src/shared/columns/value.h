/* Values of columns from text. */
#ifndef ROWKEY_SHARED_COLUMNS_VALUE_H
#define ROWKEY_SHARED_COLUMNS_VALUE_H

#include <rowkey/column_types.h>

/* The most bytes of a text column whose values have one width. */
enum { COLUMN_WIDTH_MAX = 1 << 20 };

/* "u64", "i64", "f64", "f32" or "text". */
const char *rowkey_type_name(rowkey_type type);

/* What a number of the type may be, to follow "expected": a static text. */
const char *rowkey_number_expected(rowkey_type type);

/* The number of the type that the text spells. NULL, or why it is none, to follow "it": a static text. */
const char *rowkey_read_number(rowkey_type type, const uint8_t *text, size_t length, rowkey_value *value);

#endif
