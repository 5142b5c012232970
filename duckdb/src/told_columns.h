/* The types of columns as SQL tells them: "host:text,ts:time(ms)". */
#ifndef ROWKEY_DUCKDB_TOLD_COLUMNS_H
#define ROWKEY_DUCKDB_TOLD_COLUMNS_H

#include <rowkey/column_types.h>

#include "strings.h"

struct told_column {
  rowkey_column column;           /* its name belongs to the list */
  rowkey_column_type *written_as; /* of types such as time(ms), else NULL */
  size_t list;                    /* which call of told_add has named it last, from 1 on */
};

/* All 0 at first: no columns. */
struct told_columns {
  struct told_column *columns;
  size_t count;
  size_t lists; /* calls of told_add */
};

/* Adds the columns that the text names. Types are u64, i64, f64, f32, text and those of
 * rowkey/column_types.h but uid. A name that an earlier call has added takes the new type. False and `error`
 * when the text is not understood, or names a column twice. */
bool told_add(struct told_columns *told, struct text text, rowkey_error *error);

/* The column of this name, or NULL. */
const struct told_column *told_find(const struct told_columns *told, const char *name);

void told_free(struct told_columns *told);

#endif
