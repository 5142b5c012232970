/* The fields of a STRUCT, as the library's columns. */
#ifndef ROWKEY_DUCKDB_STRUCT_FIELDS_H
#define ROWKEY_DUCKDB_STRUCT_FIELDS_H

#include <rowkey/arrow.h>

#include "room.h"
#include "told_columns.h"
#include "types.h"

struct struct_field {
  char *name; /* of DuckDB */
  struct value_type type;
  const rowkey_column_type *written_as; /* where VARCHAR is read as this type */
  char layout_format[FORMAT_SIZE];      /* of the layout's column */
  char data_format[FORMAT_SIZE];        /* of what column_in_fill makes */
};

struct struct_fields {
  struct struct_field *fields;
  size_t count;
};

/* The fields of the vector's type, with the types that are told. False and `error` for another type than a
 * STRUCT, and for a field that cannot hold what is told of it. */
bool fields_read(struct struct_fields *fields, duckdb_vector vector, const struct told_columns *told,
                 rowkey_error *error);

/* Appends all that fields_read sees of the vector's type. False without memory. */
bool fields_describe(duckdb_vector vector, struct room *key, size_t *size);

const struct struct_field *fields_find(const struct struct_fields *fields, const char *name);

/* The template, compiled for the fields. NULL and `error` on failure, after which the fields are to be freed.
 */
rowkey_layout *fields_compile(struct struct_fields *fields, struct text template, rowkey_error *error);

void fields_free(struct struct_fields *fields);

#endif
