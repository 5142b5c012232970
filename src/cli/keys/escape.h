/* Bytes as people can read them: in messages, as hex, and as HBase's shell writes them. */
#ifndef ROWKEY_CLI_KEYS_ESCAPE_H
#define ROWKEY_CLI_KEYS_ESCAPE_H

#include <stddef.h>
#include <stdint.h>

enum { QUOTED_SIZE = 320 };

/* The bytes in double quotes, for a message: unprintable ones as \xHH, \t, \r, \n; long values are cut and
 * their length is added. Returns `out`, QUOTED_SIZE bytes that the caller owns. */
const char *quoted(char *out, const void *bytes, size_t size);

/* Two lower-case digits a byte. Returns the bytes written, 2*size. */
size_t escape_hex(const uint8_t *bytes, size_t size, uint8_t *out);

/* What HBase's Bytes.toBytesBinary reads back: printable ASCII as it is but the backslash, all else as \xHH
 * with upper-case digits, the only ones it understands. Writes at most 4*size bytes and returns how many;
 * `out` needs room for 4*size bytes whatever the bytes are. */
size_t escape_hbase(const uint8_t *bytes, size_t size, uint8_t *out);

/* The same for text between double quotes in HBase's shell, which is Ruby: " and # mean something there and
 * are \x22 and \x23. */
size_t escape_shell(const uint8_t *bytes, size_t size, uint8_t *out);

#endif
