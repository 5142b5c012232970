/* Split points as an object of Python. */
#ifndef ROWKEY_PYTHON_SPLITS_H
#define ROWKEY_PYTHON_SPLITS_H

#include "module.h"

/* rowkey._rowkey.Splits: immutable. */
struct splits_object {
  PyObject_HEAD struct module_state *state;
  rowkey_splits *splits; /* the library's, or those of `own` */
  rowkey_splits own;
  rowkey_router *router;
};

/* The points of an object, or NULL with TypeError. They live as long as the object. */
const rowkey_splits *splits_of(const struct module_state *state, PyObject *object);

#endif
