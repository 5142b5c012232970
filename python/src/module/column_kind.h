/* The types of columns as Python writes them: u64, i64, f64, f32, text, bytes, bytes(16), or one of
 * rowkey/column_types.h. No function of Python's is used here. */
#ifndef ROWKEY_PYTHON_COLUMN_KIND_H
#define ROWKEY_PYTHON_COLUMN_KIND_H

#include <rowkey/column_types.h>
#include <stdbool.h>

/* Sets *column, which keeps the pointer `name`, and *written_as, which the caller frees: NULL for the first
 * seven. False with `error`. */
bool kind_read(const char *kind, const char *name, rowkey_column *column, rowkey_column_type **written_as,
               rowkey_error *error);

/* The kind of a column that the library found, without a width; NULL where there is none. */
const char *kind_name(const rowkey_column *schema);

#endif
