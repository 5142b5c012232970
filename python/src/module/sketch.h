/* Sketches as objects of Python. */
#ifndef ROWKEY_PYTHON_SKETCH_H
#define ROWKEY_PYTHON_SKETCH_H

#include "module.h"

/* rowkey._rowkey.Sketch: it changes, and threads that share it take turns. */
struct sketch_object {
  PyObject_HEAD struct module_state *state;
  rowkey_sketch *sketch;
  void *lock; /* PyThread_type_lock */
};

/* The object as a sketch, or NULL with TypeError. */
struct sketch_object *sketch_of(const struct module_state *state, PyObject *object);

/* rowkey_sketch_splits, in its turn. */
rowkey_splits *sketch_points(const struct sketch_object *object, size_t regions, rowkey_error *error);

#endif
