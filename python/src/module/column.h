/* Columns as Python names them, and Python's values for them. */
#ifndef ROWKEY_PYTHON_COLUMN_H
#define ROWKEY_PYTHON_COLUMN_H

#include "module.h"

/* A column of a layout's schema. Its kind is the type as it is written: u64, i64, f64, f32, text (of str),
 * bytes, bytes(16), or one of rowkey/column_types.h, such as time(ms). */
struct column {
  PyObject *name, *kind; /* str */
  rowkey_column schema;  /* its name belongs to `name` */
  bool is_str;           /* text that is recovered as str, not bytes */
};

/* Takes no reference. False with an exception: TypeError for what is no str, LayoutError for an unknown kind.
 */
bool column_create(const struct module_state *state, PyObject *name, PyObject *kind, struct column *column);
void column_free(struct column *column);

/* schemas.c: what is wrong with the columns of a dict, from names to the types that their data has, if none
 * is declared, and what to write; None if nothing is. NULL with an exception on failure. */
PyObject *find_undeclared(const struct module_state *state, PyObject *kinds);

/* The kind that a column has which the library found. */
PyObject *kind_of_schema(const rowkey_column *schema);

/* The kind that a value has by itself, as a new reference: i64, beyond it u64, f64, bool, text, bytes, uuid,
 * ip; of what must be declared the type to write, time(us) or decimal(2). NULL without an exception for
 * nulls, with TypeError for a value that no column takes. */
PyObject *kind_of_value(const struct module_state *state, PyObject *value);

/* Whether it is bytes, a bytearray or a memoryview. */
bool value_is_bytes(PyObject *value);

/* Whether a value belongs into the column by its own kind. None belongs into all. -1 with an exception. */
int column_is_of(const struct module_state *state, const struct column *column, PyObject *value);

/* Takes a value of row `row` as Python tells it: *told, with a tag, may point into `value` or into *held, a
 * new reference or NULL. False with TypeError for a value that no column takes, RowError for one that none
 * holds. */
bool column_take(const struct module_state *state, const struct column *column, PyObject *value, uint64_t row,
                 rowkey_value *told, PyObject **held);

/* Converts a value of row `row` to what the column keeps: *kept, without a tag, may point into `value` or
 * into *held, a new reference or NULL. False with TypeError for a value of a kind that the column does not
 * take, RowError for one that it does not hold. */
bool column_read(const struct module_state *state, const struct column *column, PyObject *value, uint64_t row,
                 rowkey_value *kept, PyObject **held);

/* The Python value of what decoding gave: a number of the column's type, or bytes. */
PyObject *column_write(const struct module_state *state, const struct column *column,
                       const rowkey_value *value, uint64_t row);

#endif
