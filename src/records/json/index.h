/* Where the parts of a JSON text begin, found byte by byte. */
#ifndef ROWKEY_SRC_RECORDS_JSON_INDEX_H
#define ROWKEY_SRC_RECORDS_JSON_INDEX_H

#include <rowkey/records.h>

extern const rowkey_json_index rowkey_json_index_plain;

#endif
