/* Strings and numbers of JSON (RFC 8259). */
#ifndef ROWKEY_SRC_RECORDS_JSON_SCALAR_H
#define ROWKEY_SRC_RECORDS_JSON_SCALAR_H

#include <rowkey/values.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The text between a string's quotes, without its escapes: in UTF-8, at most `size` bytes. Returns its
 * length, or SIZE_MAX where an escape is none, or half of a surrogate pair stands alone. */
size_t rowkey_json_unescape(const uint8_t *text, size_t size, uint8_t *out);

bool rowkey_json_is_number(const uint8_t *text, size_t size);

/* The value of a number, or of true and false: an integer, or a decimal where it has a fraction or an
 * exponent. False for a number with more digits than 64 bits hold. */
bool rowkey_json_read_value(const uint8_t *text, size_t size, rowkey_value *value);

#endif
