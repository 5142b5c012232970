/* A record of JSON lines, read the plain way: byte by byte, by the grammar of RFC 8259. */
#ifndef ROWKEY_FUZZ_PLAIN_JSON_H
#define ROWKEY_FUZZ_PLAIN_JSON_H

#include "plain_reader.h"

/* Reads the columns of the object in text->bytes[record->begin … record->end), and sets `good` and
 * `unchecked`. */
void plain_read_json(const struct plain_text *text, struct plain_record *record);

#endif
