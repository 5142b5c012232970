/* Strings and numbers of JSON (RFC 8259). */
#ifndef ROWKEY_CLI_RECORDS_JSON_SCALAR_H
#define ROWKEY_CLI_RECORDS_JSON_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The text between a string's quotes, without its escapes: in UTF-8, at most `size` bytes. Returns its
 * length, or SIZE_MAX where an escape is none, or half of a surrogate pair stands alone. */
size_t json_unescape(const uint8_t *text, size_t size, uint8_t *out);

bool json_is_number(const uint8_t *text, size_t size);

#endif
