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

/* schemas.c: the Arrow format of the values that a column stores: numbers, text or bytes. */
struct column;
void column_format(const struct column *column, char *format, size_t size);

/* item.c: the value of row `row`. */
PyObject *array_item(const struct module_state *state, const struct ArrowSchema *schema,
                     const struct ArrowArray *array, int64_t row);

#endif
