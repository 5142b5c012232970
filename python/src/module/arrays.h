/* Arrow's schemas and arrays as objects of Python. What is exported shares the memory, counted without the
 * global lock: consumers release it on any thread, also when the interpreter is gone. */
#ifndef ROWKEY_PYTHON_ARRAYS_H
#define ROWKEY_PYTHON_ARRAYS_H

#include <rowkey/arrow.h>
#include <stdatomic.h>

#include "module.h"

struct shared_schema {
  atomic_size_t references;
  struct ArrowSchema schema;
};

struct shared_array {
  atomic_size_t references;
  struct ArrowArray array;
};

/* rowkey._rowkey.Schema: immutable. */
struct schema_object {
  PyObject_HEAD struct module_state *state;
  struct shared_schema *shared;
};

/* rowkey._rowkey.Array: immutable. */
struct array_object {
  PyObject_HEAD struct module_state *state;
  struct shared_schema *schema;
  struct shared_array *shared;
  PyObject *owner; /* what the buffers of an array made from Python's own belong to: it is not exported. Else
                      NULL */
};

/* ---- shared.c ---------------------------------------------------------------------------------- */

/* Takes what the struct owns; it is then released. NULL without memory, and with MemoryError: it is released
 * then, too. */
struct shared_schema *share_schema(struct ArrowSchema *schema);
struct shared_array *share_array(struct ArrowArray *array);
void unref_schema(struct shared_schema *shared);
void unref_array(struct shared_array *shared);

/* Fills *out, which the consumer releases: a copy of a schema, or a view of an array that keeps it alive.
 * False without memory. */
bool export_schema(const struct ArrowSchema *schema, struct ArrowSchema *out);
bool export_array(struct shared_array *shared, struct ArrowArray *out);

/* A stream of arrays. Takes nothing: it holds references of its own. */
bool export_stream(const struct ArrowSchema *schema, struct shared_array *const *arrays, size_t count,
                   struct ArrowArrayStream *out);

/* A schema of one node, a struct's with its children; `out` owns it. False without memory. */
bool make_schema(const char *format, const char *name, size_t children, struct ArrowSchema *out);

/* An array without rows, with so many buffers, NULL or of malloc(), and children that are released so far;
 * `out` owns them. False without memory. */
bool make_array(size_t buffers, size_t children, struct ArrowArray *out);

/* Rows [first, first + rows) of an array that has them, read in place. */
struct ArrowArray rows_of(const struct ArrowArray *array, int64_t first, int64_t rows);

/* Rows [first, first + PIECE_ROWS), as far as the array has them: between two pieces Ctrl-C interrupts. */
enum { PIECE_ROWS = 1 << 16 };
struct ArrowArray piece_of(const struct ArrowArray *array, int64_t first);

/* ---- array.c ------------------------------------------------------------------------------------ */

/* New objects; they take the struct, also when they fail. */
PyObject *new_schema(struct module_state *state, struct ArrowSchema *schema);
PyObject *new_array(struct module_state *state, struct shared_schema *schema, struct ArrowArray *array,
                    PyObject *owner);

/* The object as one of ours, or NULL with TypeError. */
struct schema_object *schema_of(const struct module_state *state, PyObject *object);
struct array_object *array_of(const struct module_state *state, PyObject *object);

/* rows [start, start + rows) of an array, read in place; false with ValueError when there are none such. */
bool part_of(const struct array_object *array, Py_ssize_t start, Py_ssize_t rows, struct ArrowArray *part);

/* schemas.c: the Arrow format of records with the column: decimals and bools are Arrow's, and text is UTF-8
 * if `is_str`. */
void column_format(const rowkey_column *column, bool is_str, char *format, size_t size);

/* item.c: NULL with TypeError, "arrays of Arrow type list cannot be pickled". */
PyObject *refuse_type(const struct ArrowSchema *schema, const char *use);

/* item.c: the value of row `row`. */
PyObject *array_item(const struct module_state *state, const struct ArrowSchema *schema,
                     const struct ArrowArray *array, int64_t row);

#endif
