/* Columns of the library as Arrow's arrays, which grow by some rows at a time. They are exported. */
#ifndef ROWKEY_PYTHON_GROWING_H
#define ROWKEY_PYTHON_GROWING_H

#include "arrays.h"

/* Memory of malloc() that grows. */
struct room {
  uint8_t *bytes;
  size_t size, capacity;
};

/* The values of one column so far. */
struct growing {
  const rowkey_column *column;
  bool is_str;     /* text that is checked to be UTF-8 */
  bool is_written; /* of enum and uid, whose numbers no type of Arrow names: the texts of the values */
  char format[32]; /* of Arrow */
  size_t width;    /* bytes of a value; 0 for bits and for texts between offsets */
  struct room validity, values, bytes;
  size_t rows, nulls;
};

/* Fills a schema of these columns, a struct, which `out` owns; is_str[i]: text that is UTF-8. False without
 * memory. */
bool growing_schema(const rowkey_column *columns, const bool *is_str, size_t count, struct ArrowSchema *out);

/* `count` columns without rows; NULL without memory. The columns must live as long. */
struct growing *growing_create(const rowkey_column *columns, const bool *is_str, size_t count);
void growing_free(struct growing *growing, size_t count);

/* Adds the first `rows` values of a column: numbers as the column keeps them, and texts. An error of a row,
 * counted from the first of these, is of a value that Arrow's type does not hold: the column is then not to
 * be used. ROWKEY_ERROR_MEMORY without one. Needs no lock of Python's. */
rowkey_status growing_add(struct growing *growing, const rowkey_values *values, size_t rows,
                          rowkey_error *error);

/* Moves the rows into `out`, a struct array, and begins again with none. False without memory. */
bool growing_take(struct growing *growing, size_t count, size_t rows, struct ArrowArray *out);

#endif
