/* The columns of a layout among those of a schema. */
#ifndef ROWKEY_ARROW_RECORDS_H
#define ROWKEY_ARROW_RECORDS_H

#include "arrow/source.h"

/* The place of a column in the records. */
struct arrow_field {
  size_t column;    /* of the layout's schema */
  int64_t child;    /* of the struct; -1 where the records are one array */
  rowkey_column as; /* what the layout has it as; it belongs to the layout */
  struct arrow_type type;
};

struct arrow_fields {
  struct arrow_field *fields; /* of the columns that are wanted, in the order of the layout's schema */
  size_t count;
  bool is_struct;
  int64_t children; /* of the struct */
  char *formats;    /* the schema need not live on: copies of the types' texts */
};

/* What every message says that a layout can use. */
#define ARROW_USABLE_TYPES \
  "integers, floats, text, binary, booleans, timestamps, dates, decimals, or dictionaries of these"

/* The column that keeps values of the type, declared where it must be: with the unit of timestamps, the scale
 * of decimals. ROWKEY_ERROR_TYPE for a type that no layout can use, and without a name; or
 * ROWKEY_ERROR_MEMORY. The column is to be freed with rowkey_column_free. */
rowkey_status rowkey_arrow_declare(const struct arrow_type *type, const char *name, rowkey_column *column);

/* The fields of a struct that a layout can use, as columns, whose names belong to the schema. NULL without
 * memory. */
rowkey_column *rowkey_arrow_columns(const struct ArrowSchema *schema, size_t *count);
void rowkey_arrow_free_columns(rowkey_column *columns, size_t count);

/* Whether columns are made keys of, all that the layout uses, or are recovered from keys, those that do and
 * that the schema has. */
enum arrow_direction { ARROW_ENCODED, ARROW_DECODED };
bool rowkey_arrow_is_recovered(const rowkey_layout *layout, size_t column);

/* Finds the layout's columns. ROWKEY_ERROR_TYPE for types that do not serve. */
rowkey_status rowkey_arrow_find_fields(struct arrow_fields *fields, const rowkey_layout *layout,
                                       enum arrow_direction direction, const struct ArrowSchema *schema,
                                       rowkey_error *error);

/* Finds all of these columns. */
rowkey_status rowkey_arrow_find_columns(struct arrow_fields *fields, const rowkey_column *columns,
                                        size_t count, const struct ArrowSchema *schema, rowkey_error *error);
void rowkey_arrow_free_fields(struct arrow_fields *fields);

/* Opens the sources of the fields in a batch, and counts its rows. */
rowkey_status rowkey_arrow_open_fields(const struct arrow_fields *fields, const struct ArrowArray *batch,
                                       struct arrow_source *sources, size_t *rows, rowkey_error *error);

#endif
