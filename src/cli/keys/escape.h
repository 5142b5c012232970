/* Keys as text: in hex, in base64, and as HBase's shell writes them. */
#ifndef ROWKEY_CLI_KEYS_ESCAPE_H
#define ROWKEY_CLI_KEYS_ESCAPE_H

#include <stddef.h>
#include <stdint.h>

/* Two lower-case digits a byte. Returns the bytes written, 2*size. */
size_t escape_hex(const uint8_t *bytes, size_t size, uint8_t *out);

/* In base64 of RFC 4648, padded with =. Returns the bytes written, 4 for every 3 or what is left of them. */
size_t escape_base64(const uint8_t *bytes, size_t size, uint8_t *out);

/* What HBase's Bytes.toBytesBinary reads back: printable ASCII as it is but \ " ' and #, all else as \xHH
 * with upper-case digits, the only ones it understands. HBase's shell is Ruby, where those four mean
 * something between quotes: "#{...}" runs a command. Bytes.toStringBinary leaves all but the backslash as
 * they are, so that its text is not safe there; read back, both are the same bytes. Writes at most 4*size
 * bytes and returns how many; `out` needs room for 4*size bytes whatever the bytes are. */
size_t escape_hbase(const uint8_t *bytes, size_t size, uint8_t *out);

#endif
