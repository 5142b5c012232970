/* The fields of a STRUCT, as the library's columns. */
#ifndef ROWKEY_DUCKDB_STRUCT_FIELDS_H
#define ROWKEY_DUCKDB_STRUCT_FIELDS_H

#include "design.h"
#include "room.h"
#include "types.h"

struct struct_field {
  struct value_type type;
  bool is_declared; /* by the design, which owns the type of its column */
};

struct struct_fields {
  struct struct_field *fields;
  rowkey_column *columns; /* of the same fields; the names are DuckDB's */
  size_t count;
};

/* The fields of the vector's type, with the types that are declared. False and `error` for another type than
 * a STRUCT, and where it lacks a column that is declared in SQL. */
bool fields_read(struct struct_fields *fields, duckdb_vector vector, const struct design *design,
                 rowkey_error *error);

/* Appends all that fields_read sees of the vector's type. False without memory. */
bool fields_describe(duckdb_vector vector, struct room *key, size_t *size);

/* The template, compiled for the fields: column i of the layout is field i. NULL and `error` on failure,
 * after which the fields are to be freed. */
rowkey_layout *fields_compile(struct struct_fields *fields, struct text template, rowkey_error *error);

void fields_free(struct struct_fields *fields);

#endif
