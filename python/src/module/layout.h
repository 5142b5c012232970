/* A template, and what it was compiled to. */
#ifndef ROWKEY_PYTHON_LAYOUT_H
#define ROWKEY_PYTHON_LAYOUT_H

#include <stdatomic.h>

#include "column.h"

/* The template compiled for columns of certain types. It does not change, but for its spare decoder. */
struct variant {
  rowkey_layout *layout;
  struct column *columns; /* of its schema */
  size_t count;
  struct variant *next;
  _Atomic(rowkey_decoder *) decoder; /* at rest; NULL while a call has it */
};

/* rowkey._rowkey.Layout, which rowkey.Layout is derived from. */
struct layout_object {
  PyObject_HEAD struct module_state *state;
  PyObject *template;                 /* bytes: names are expanded */
  bool implied;                       /* the caller named no columns: values and uses imply them */
  struct variant *main;               /* of the columns that were named, or that the template implies */
  _Atomic(struct variant *) variants; /* of columns that values implied; the newest first. None is removed */
};

/* The layout of an object, or NULL with TypeError. */
struct layout_object *layout_of(const struct module_state *state, PyObject *object);

/* The variant for values of these kinds, one name and kind for each, where the columns were not named;
 * columns that the list leaves out, or whose kind is NULL, are as the template implies. It belongs to the
 * layout. NULL with an exception. */
const struct variant *layout_for_kinds(struct layout_object *layout, PyObject *const *names,
                                       PyObject *const *kinds, size_t count);

struct variant *variant_create(const struct module_state *state, PyObject *template, PyObject *const *names,
                               PyObject *const *kinds, size_t count, bool implied, rowkey_error *error);
void variant_free(struct variant *variant);

/* The column of this name, or ROWKEY_NONE. */
size_t variant_find(const struct variant *variant, PyObject *name);

/* The name of column error->column for messages, or NULL. */
const char *variant_column_name(const struct variant *variant, size_t column);

PyObject *layout_key(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *layout_decode_key(PyObject *self, PyObject *key);
PyObject *layout_field_ends(PyObject *self, PyObject *arguments);
PyObject *layout_ranges(PyObject *self, PyObject *arguments);
PyObject *layout_explain(PyObject *self, PyObject *stride);

#endif
