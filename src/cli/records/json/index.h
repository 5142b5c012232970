/* Where the parts of a JSON text begin, found by simdjson. In C++; the interface is C. */
#ifndef ROWKEY_CLI_RECORDS_JSON_INDEX_H
#define ROWKEY_CLI_RECORDS_JSON_INDEX_H

#include <rowkey/records.h>

extern
#ifdef __cplusplus
    "C"
#endif
    const rowkey_json_index simdjson_index;

#endif
