/* What all files of the extension share: DuckDB's C extension API, and the functions that are registered. */
#ifndef ROWKEY_DUCKDB_EXTENSION_H
#define ROWKEY_DUCKDB_EXTENSION_H

#include <duckdb_extension.h>
#include <rowkey/rowkey.h>

DUCKDB_EXTENSION_EXTERN

/* Each registers functions with their overloads; false when DuckDB refuses one. */
bool register_encode(duckdb_connection connection);
bool register_decode(duckdb_connection connection);
bool register_region(duckdb_connection connection);
bool register_ranges(duckdb_connection connection);
bool register_splits(duckdb_connection connection);
bool register_functions(duckdb_connection connection);

#endif
