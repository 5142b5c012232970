/* Errors that the extension finds itself, in the form of the library's. */
#ifndef ROWKEY_DUCKDB_FAILURE_H
#define ROWKEY_DUCKDB_FAILURE_H

#include <rowkey/error.h>
#include <stdbool.h>

/* Fills `error`, with no row, column or place. Returns false. */
__attribute__((format(printf, 3, 4))) bool fail(rowkey_error *error, rowkey_status status, const char *format,
                                                ...);

/* The same for memory that there is none of. */
bool fail_memory(rowkey_error *error);

/* Puts the name of a column before what is wrong with its values. Returns false. */
bool fail_column(rowkey_error *error, const char *name);

#endif
