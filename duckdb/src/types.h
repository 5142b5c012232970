/* DuckDB's types as Arrow's, which the library knows. */
#ifndef ROWKEY_DUCKDB_TYPES_H
#define ROWKEY_DUCKDB_TYPES_H

#include "extension.h"

enum { FORMAT_SIZE = 32 };

/* How the values of a vector become those of an Arrow array. */
enum form {
  FORM_NUMBERS, /* they are one */
  FORM_STRINGS, /* copied, with offsets of 64 bits */
  FORM_UUIDS,   /* 16 bytes in their order, where DuckDB has a number */
  FORM_NULLS,   /* no values: all are NULL */
  FORM_UNKNOWN  /* no layout can use them */
};

struct value_type {
  char format[FORMAT_SIZE]; /* Arrow's */
  enum form form;
  size_t size;  /* of a number */
  size_t scale; /* of DECIMAL */
  bool is_decimal;
  bool has_infinity; /* numbers that stand for infinity and -infinity: the largest, and its negative */
};

struct value_type value_type_of(duckdb_logical_type type);

/* The name in SQL of the first type that has Arrow's format, such as "TIMESTAMP_MS"; NULL where none has. */
const char *sql_type(const char *format, size_t size);

/* Replaces the names of Arrow's types in the text of an error, "Arrow type tsm:", by those of SQL. */
void name_sql_types(rowkey_error *error);

/* Arrow's format of what a column of the library holds. */
void column_format(const rowkey_column *column, char format[FORMAT_SIZE]);

/* A schema on the caller's memory, which nothing has to release; `children` are `count` pointers. */
struct ArrowSchema borrowed_schema(const char *format, const char *name, struct ArrowSchema **children,
                                   size_t count);

#endif
