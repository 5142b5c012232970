/* The type Sketch: the quantiles of keys that it is given. */
#include "sketch.h"

#include <pythread.h>

#include "arrays.h"

/* A call holds the lock, and not the interpreter's. */
static void lock(const struct sketch_object *object) { PyThread_acquire_lock(object->lock, WAIT_LOCK); }
static void unlock(const struct sketch_object *object) { PyThread_release_lock(object->lock); }

struct sketch_object *sketch_of(const struct module_state *state, PyObject *object) {
  const int is_sketch = PyObject_IsInstance(object, (PyObject *)state->sketch);
  if (is_sketch == 0) PyErr_Format(PyExc_TypeError, "expected a Sketch, found %R", object);
  return is_sketch == 1 ? (struct sketch_object *)object : NULL;
}

rowkey_splits *sketch_points(const struct sketch_object *object, size_t regions, rowkey_error *error) {
  struct interrupt interrupt;
  interrupt_begin(&interrupt);
  lock(object);
  rowkey_splits *splits =
      rowkey_sketch_splits_while(object->sketch, regions, interrupt_check, &interrupt, error);
  unlock(object);
  interrupt_end(&interrupt);
  return splits;
}

/* ---- Making them ------------------------------------------------------------------------------- */

static PyObject *raise_value_error(const struct sketch_object *object, const rowkey_error *error) {
  if (error->status != ROWKEY_ERROR_ARGUMENT && error->status != ROWKEY_ERROR_RANGE)
    return raise_library_error(object->state, error, NULL, 0);
  PyErr_SetString(PyExc_ValueError, error->text);
  return NULL;
}

/* An object for a sketch, which it then owns; NULL with an exception, that of `error` where there is none. */
static PyObject *take(PyTypeObject *type, rowkey_sketch *sketch, const rowkey_error *error) {
  struct sketch_object *object = (struct sketch_object *)PyType_GenericAlloc(type, 0);
  if (object == NULL) {
    rowkey_sketch_free(sketch);
    return NULL;
  }
  object->sketch = sketch;
  object->state = state_of_type(type);
  object->lock = PyThread_allocate_lock();
  const bool done = object->state != NULL && object->lock != NULL && sketch != NULL;
  if (done) return (PyObject *)object;
  if (object->state != NULL && sketch == NULL) raise_value_error(object, error);
  if (object->state != NULL && sketch != NULL) PyErr_NoMemory();
  Py_DECREF(object);
  return NULL;
}

/* Sketch(memory: int) */
static PyObject *sketch_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  Py_ssize_t memory;
  (void)keywords; /* rowkey.Sketch has one */
  if (!PyArg_ParseTuple(arguments, "n:Sketch", &memory)) return NULL;
  rowkey_error error;
  rowkey_sketch *sketch = rowkey_sketch_create((size_t)memory, &error);
  return take(type, sketch, &error);
}

/* _read(bytes) */
static PyObject *sketch_read(PyObject *type, PyObject *bytes) {
  char *memory;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(bytes, &memory, &size) != 0) return NULL;
  rowkey_error error;
  rowkey_sketch *sketch;
  Py_BEGIN_ALLOW_THREADS;
  sketch = rowkey_sketch_read(memory, (size_t)size, &error);
  Py_END_ALLOW_THREADS;
  return take((PyTypeObject *)type, sketch, &error);
}

/* ---- Using them -------------------------------------------------------------------------------- */

/* _add(array) */
static PyObject *sketch_add(PyObject *self, PyObject *keys) {
  struct sketch_object *object = (struct sketch_object *)self;
  const struct array_object *array = array_of(object->state, keys);
  if (array == NULL) return NULL;
  rowkey_error error;
  rowkey_status status = ROWKEY_OK;
  const int64_t length = array->shared->array.length;
  for (int64_t start = 0; status == ROWKEY_OK && start < length; start += PIECE_ROWS) {
    const struct ArrowArray piece = piece_of(&array->shared->array, start);
    if (PyErr_CheckSignals() != 0) return NULL;
    Py_BEGIN_ALLOW_THREADS;
    lock(object);
    status = rowkey_arrow_sketch_add(object->sketch, &array->schema->schema, &piece, &error);
    unlock(object);
    Py_END_ALLOW_THREADS;
    if (status != ROWKEY_OK && error.row != ROWKEY_NONE) error.row += (size_t)start;
  }
  if (status == ROWKEY_OK) return none();
  if (status != ROWKEY_ERROR_TYPE) return raise_value_error(object, &error);
  PyErr_SetString(PyExc_TypeError, error.text);
  return NULL;
}

/* _merge(sketch) */
static PyObject *sketch_merge(PyObject *self, PyObject *other) {
  struct sketch_object *object = (struct sketch_object *)self;
  const struct sketch_object *from = sketch_of(object->state, other);
  if (from == NULL) return NULL;
  if (object == from) {
    PyErr_SetString(PyExc_ValueError, "a sketch cannot be merged into itself (expected another one)");
    return NULL;
  }
  /* Two that merge each other take the locks in the same order. */
  const struct sketch_object *first = object < from ? object : from, *second = object < from ? from : object;
  rowkey_error error;
  rowkey_status status;
  Py_BEGIN_ALLOW_THREADS;
  lock(first);
  lock(second);
  status = rowkey_sketch_merge(object->sketch, from->sketch, &error);
  unlock(second);
  unlock(first);
  Py_END_ALLOW_THREADS;
  return status == ROWKEY_OK ? none() : raise_value_error(object, &error);
}

/* _write(): bytes */
static PyObject *sketch_write(PyObject *self, PyObject *unused) {
  const struct sketch_object *object = (struct sketch_object *)self;
  (void)unused;
  rowkey_error error;
  rowkey_status status = ROWKEY_ERROR_SPACE;
  /* Another thread may add keys between the two calls. */
  for (size_t size = 0; status == ROWKEY_ERROR_SPACE;) {
    Py_BEGIN_ALLOW_THREADS;
    lock(object);
    size = rowkey_sketch_size(object->sketch);
    unlock(object);
    Py_END_ALLOW_THREADS;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes == NULL) return NULL;
    char *memory = PyBytes_AsString(bytes);
    Py_BEGIN_ALLOW_THREADS;
    lock(object);
    if (rowkey_sketch_size(object->sketch) == size)
      status = rowkey_sketch_write(object->sketch, memory, size, &error);
    unlock(object);
    Py_END_ALLOW_THREADS;
    if (status == ROWKEY_OK) return bytes;
    Py_DECREF(bytes);
  }
  return raise_value_error(object, &error);
}

static PyObject *sketch_rows(PyObject *self, void *unused) {
  const struct sketch_object *object = (struct sketch_object *)self;
  (void)unused;
  uint64_t rows;
  Py_BEGIN_ALLOW_THREADS;
  lock(object);
  rows = rowkey_sketch_rows(object->sketch);
  unlock(object);
  Py_END_ALLOW_THREADS;
  return PyLong_FromUnsignedLongLong(rows);
}

static PyObject *sketch_error(PyObject *self, void *unused) {
  const struct sketch_object *object = (struct sketch_object *)self;
  (void)unused;
  double error;
  Py_BEGIN_ALLOW_THREADS;
  lock(object);
  error = rowkey_sketch_error(object->sketch);
  unlock(object);
  Py_END_ALLOW_THREADS;
  return PyFloat_FromDouble(error);
}

static void sketch_dealloc(PyObject *self) {
  struct sketch_object *object = (struct sketch_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  rowkey_sketch_free(object->sketch);
  if (object->lock != NULL) PyThread_free_lock(object->lock);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyMethodDef sketch_methods[] = {{"_read", sketch_read, METH_O | METH_CLASS, NULL},
                                       {"_add", sketch_add, METH_O, NULL},
                                       {"_merge", sketch_merge, METH_O, NULL},
                                       {"_write", sketch_write, METH_NOARGS, NULL},
                                       {NULL, NULL, 0, NULL}};

static PyGetSetDef sketch_members[] = {
    {"rows", sketch_rows, NULL, "How many keys it has seen.", NULL},
    {"error", sketch_error, NULL,
     "The most by which the rank of a point can be wrong, as a part of all rows: 0 while all keys fit.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot sketch_slots[] = {{Py_tp_new, sketch_new},
                                     {Py_tp_dealloc, sketch_dealloc},
                                     {Py_tp_methods, sketch_methods},
                                     {Py_tp_getset, sketch_members},
                                     {0, NULL}};

PyType_Spec sketch_spec = {.name = "rowkey._rowkey.Sketch",
                           .basicsize = sizeof(struct sketch_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = sketch_slots};
