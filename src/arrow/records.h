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

/* The fields of a struct that a layout can use, as columns, whose names belong to the schema: those without a
 * name, or of types that no layout can use, are not among them. free() them. NULL without memory. */
rowkey_column *rowkey_arrow_columns(const struct ArrowSchema *schema, size_t *count);

/* The field that a layout of one column can use, under a name that is given to it. */
rowkey_column rowkey_arrow_column_of(const struct arrow_type *type, const char *name);

/* Finds those of the layout's columns of which `wanted` is true. A column that the schema does not have is an
 * error, or is left out. ROWKEY_ERROR_TYPE for types that do not serve. */
rowkey_status rowkey_arrow_find_fields(struct arrow_fields *fields, const rowkey_layout *layout,
                                       bool (*wanted)(const rowkey_layout *, size_t), bool all_needed,
                                       const struct ArrowSchema *schema, rowkey_error *error);

/* Finds all of these columns. */
rowkey_status rowkey_arrow_find_columns(struct arrow_fields *fields, const rowkey_column *columns,
                                        size_t count, const struct ArrowSchema *schema, rowkey_error *error);
void rowkey_arrow_free_fields(struct arrow_fields *fields);

/* Opens the sources of the fields in a batch, and counts its rows. */
rowkey_status rowkey_arrow_open_fields(const struct arrow_fields *fields, const struct ArrowArray *batch,
                                       struct arrow_source *sources, size_t *rows, rowkey_error *error);

#endif
