/* The rows that the page shows, as columns in memory: the first TABLE_ROWS of its records. */
#ifndef ROWKEY_WEB_TABLE_H
#define ROWKEY_WEB_TABLE_H

#include <rowkey/schema.h>
#include <rowkey/values.h>
#include <stdbool.h>

enum { TABLE_ROWS = 10000 };

struct table {
  rowkey_column *columns; /* those of the records */
  const rowkey_column_type *
      *types; /* of the columns, as questions are written; NULLs where they declare none */
  size_t column_count, rows;
  rowkey_values *values; /* of the columns */
};

/* The only one. */
const struct table *shown_table(void);

/* Begins a table of these columns without rows; the columns must live as long as it. False when memory runs
 * out; so do the others. */
bool table_begin(const rowkey_column *columns, size_t count);

/* Forgets columns and rows: no table is shown. */
void table_forget(void);

/* Copies rows to its end, up to TABLE_ROWS; values are as their columns keep them. */
bool table_append(const rowkey_values *values, size_t rows);

/* What row `row` of a column has; text is the table's. */
rowkey_value table_value(size_t column, size_t row);

/* What row `row` of a column has, as its type writes it, becomes a member of the answer: null or text. */
bool answer_value(const char *name, const rowkey_column *column, const rowkey_values *values, size_t row);

#endif
