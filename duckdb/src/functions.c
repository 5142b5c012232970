/* rowkey_functions(): what duckdb_functions() cannot show. DuckDB's stable C API has no call that sets a
 * function's description or the names of its parameters, and COMMENT ON refuses functions of extensions. */
#include <string.h>

#include "table_function.h"

enum { NAME, TYPE, PARAMETERS, DESCRIPTION, EXAMPLE, RESULT_COLUMNS };

static const struct result_column result_columns[] = {
    [NAME] = {"function_name", DUCKDB_TYPE_VARCHAR},    [TYPE] = {"function_type", DUCKDB_TYPE_VARCHAR},
    [PARAMETERS] = {"parameters", DUCKDB_TYPE_VARCHAR}, [DESCRIPTION] = {"description", DUCKDB_TYPE_VARCHAR},
    [EXAMPLE] = {"example", DUCKDB_TYPE_VARCHAR},       [RESULT_COLUMNS] = {NULL, DUCKDB_TYPE_INVALID}};

#define DECODE_PARAMETERS "template VARCHAR, key BLOB, column VARCHAR [, columns VARCHAR]"

static const char *const functions[][RESULT_COLUMNS] = {
    {"rowkey_encode", "scalar", "template VARCHAR, record STRUCT [, columns VARCHAR]",
     "Returns the row key of a record. The template lays out the key; columns declares types, such as "
     "'ts:time(ms)'.",
     "rowkey_encode('{host}|{id:06d}', {host: 'web-1', id: 42})"},
    {"rowkey_decode", "scalar", DECODE_PARAMETERS,
     "Returns a column of a key as text: a column of text, or one declared with a type such as time(ms).",
     "rowkey_decode('{host}|{id:06d}', 'web-1|000042'::BLOB, 'host')"},
    {"rowkey_decode_blob", "scalar", DECODE_PARAMETERS, "Returns a column of a key as bytes.",
     "rowkey_decode_blob('{host}|{id:06d}', 'web-1|000042'::BLOB, 'host')"},
    {"rowkey_decode_bigint", "scalar", DECODE_PARAMETERS,
     "Returns an integer column of a key, or the count of a time.",
     "rowkey_decode_bigint('{host}|{id:06d}', 'web-1|000042'::BLOB, 'id')"},
    {"rowkey_decode_ubigint", "scalar", DECODE_PARAMETERS,
     "Returns an unsigned integer column of a key. A number that columns does not declare is taken as u64.",
     "rowkey_decode_ubigint('{host}|{id:06d}', 'web-1|000042'::BLOB, 'id')"},
    {"rowkey_decode_double", "scalar", DECODE_PARAMETERS, "Returns a floating-point column of a key.",
     "rowkey_decode_double('{x:f64}', '\\xBF\\xF8\\x00\\x00\\x00\\x00\\x00\\x00'::BLOB, 'x')"},
    {"rowkey_region", "scalar", "key BLOB, points BLOB[]",
     "Returns the number of the region that a key belongs to, from 0 on. The points are the split points of "
     "the table, in rising order.",
     "rowkey_region('web-1'::BLOB, ['h'::BLOB, 'p'::BLOB])"},
    {"rowkey_ranges", "scalar", "template VARCHAR, where VARCHAR [, columns VARCHAR]",
     "Returns the ranges of keys that hold the rows which meet the conditions, as a list. Takes columns of "
     "conditions.",
     "rowkey_ranges('{host}|{id:06d}', 'host = web-1, id < 100')"},
    {"rowkey_ranges", "table", "template VARCHAR, where VARCHAR [, columns := VARCHAR]",
     "Returns the ranges of keys that hold the rows which meet the conditions. Takes constants only: use the "
     "scalar rowkey_ranges with unnest for a column.",
     "FROM rowkey_ranges('{host}|{id:06d}', 'host = web-1, id < 100')"},
    {"rowkey_splits", "table", "template VARCHAR, regions BIGINT [, columns := VARCHAR]",
     "Returns the split points of a table whose regions share the keys evenly, one fewer than regions.",
     "FROM rowkey_splits('{md5(host) % 1000:03d}|{host}', 4)"},
    {"rowkey_functions", "table", "",
     "Returns the functions of the rowkey extension, with an example of each.", "FROM rowkey_functions()"},
};

static void *make_functions(const struct design *design, duckdb_value second, idx_t *rows,
                            rowkey_error *error) {
  (void)design, (void)second, (void)error;
  *rows = sizeof functions / sizeof *functions;
  return (void *)(uintptr_t)functions;
}

static void write_function(const void *made, idx_t row, const duckdb_vector *vectors, idx_t place) {
  (void)made;
  for (size_t i = 0; i < RESULT_COLUMNS; i++)
    write_bytes(vectors[i], place, functions[row][i], strlen(functions[row][i]));
}

static void keep_functions(void *made) { (void)made; }

static const struct table_function table = {
    .name = "rowkey_functions",
    .columns = result_columns,
    .make = make_functions,
    .write = write_function,
    .destroy = keep_functions,
};

bool register_functions(duckdb_connection connection) { return register_table_function(connection, &table); }
