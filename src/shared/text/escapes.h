/* The escapes that HBase's Bytes.toBytesBinary reads: printable ASCII, and \xHH for any other byte. */
#ifndef ROWKEY_TEXT_ESCAPES_H
#define ROWKEY_TEXT_ESCAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The key that text[0 … size) stands for: writes at most `size` bytes at `key`, which may be the text, and
 * sets *key_size. False, and `reason`, which calls the text "the `noun`", when the text is not so written. */
bool rowkey_read_escaped(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                         char *reason, size_t reason_size);

#endif
