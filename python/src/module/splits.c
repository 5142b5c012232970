/* The type Splits: split points, where they come from, and which region a key belongs to. */
#include "splits.h"

#include <string.h>

#include "layout.h"
#include "sketch.h"

const rowkey_splits *splits_of(const struct module_state *state, PyObject *object) {
  const int is_splits = PyObject_IsInstance(object, (PyObject *)state->splits);
  if (is_splits == 0) PyErr_Format(PyExc_TypeError, "expected Splits, found %R", object);
  return is_splits == 1 ? ((struct splits_object *)object)->splits : NULL;
}

/* ---- Making them ------------------------------------------------------------------------------- */

/* Fills object->own with copies of the points, a tuple of bytes. */
static bool copy_points(struct splits_object *object, PyObject *points) {
  const size_t count = (size_t)PyTuple_Size(points);
  uint64_t size = 0;
  char *bytes;
  Py_ssize_t length;
  for (size_t i = 0; i < count; i++) {
    if (PyBytes_AsStringAndSize(PyTuple_GetItem(points, (Py_ssize_t)i), &bytes, &length) != 0) return false;
    size += (uint64_t)length;
  }
  uint64_t *offsets = PyMem_Malloc((count + 1) * sizeof *offsets);
  char *memory = PyMem_Malloc((size_t)size + 1);
  object->own = (rowkey_splits){.count = count, .bytes = memory, .offsets = offsets};
  object->splits = &object->own;
  if (offsets == NULL || memory == NULL) return PyErr_NoMemory() != NULL;
  offsets[0] = 0;
  for (size_t i = 0; i < count; i++) {
    PyBytes_AsStringAndSize(PyTuple_GetItem(points, (Py_ssize_t)i), &bytes, &length);
    memcpy(memory + offsets[i], bytes, (size_t)length);
    offsets[i + 1] = offsets[i] + (uint64_t)length;
  }
  return true;
}

static struct splits_object *allocate(PyTypeObject *type) {
  struct splits_object *object = (struct splits_object *)PyType_GenericAlloc(type, 0);
  if (object == NULL) return NULL;
  object->state = state_of_type(type);
  if (object->state == NULL) Py_CLEAR(object);
  return object;
}

/* Gives the object its router, which checks the points, or NULL and an exception. Takes the reference. */
static PyObject *finish(struct splits_object *object) {
  rowkey_error error;
  object->router = rowkey_router_create(object->splits, &error);
  if (object->router != NULL) return (PyObject *)object;
  if (error.status == ROWKEY_ERROR_RANGE || error.status == ROWKEY_ERROR_ARGUMENT)
    PyErr_SetString(PyExc_ValueError, error.text);
  else
    raise_library_error(object->state, &error, NULL, 0);
  Py_DECREF(object);
  return NULL;
}

/* Splits(points: tuple[bytes, …]) */
static PyObject *splits_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  PyObject *points;
  (void)keywords; /* rowkey.Splits has none */
  if (!PyArg_ParseTuple(arguments, "O!:Splits", &PyTuple_Type, &points)) return NULL;
  struct splits_object *object = allocate(type);
  if (object == NULL) return NULL;
  if (copy_points(object, points)) return finish(object);
  Py_DECREF(object);
  return NULL;
}

/* The object for points of the library, NULL with `error`, which it then owns. */
static PyObject *take(PyObject *type, rowkey_splits *splits, const rowkey_error *error) {
  struct splits_object *object = allocate((PyTypeObject *)type);
  if (object == NULL || splits == NULL) {
    if (object != NULL && error->status == ROWKEY_ERROR_RANGE)
      PyErr_SetString(PyExc_ValueError, error->text);
    else if (object != NULL)
      raise_library_error(object->state, error, NULL, 0);
    Py_XDECREF(object);
    rowkey_splits_free(splits);
    return NULL;
  }
  object->splits = splits;
  return finish(object);
}

static struct layout_object *layout_argument(PyObject *type, PyObject *object) {
  const struct module_state *state = state_of_type((PyTypeObject *)type);
  return state == NULL ? NULL : layout_of(state, object);
}

/* _of_layout(layout, regions) */
static PyObject *splits_of_layout(PyObject *type, PyObject *arguments) {
  PyObject *object;
  Py_ssize_t regions;
  if (!PyArg_ParseTuple(arguments, "On:_of_layout", &object, &regions)) return NULL;
  const struct layout_object *layout = layout_argument(type, object);
  const struct variant *variant = layout == NULL ? NULL : layout->main;
  if (variant == NULL) return NULL;
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_of_layout(variant->layout, (size_t)regions, &error);
  return take(type, splits, &error);
}

/* _add(layout, splits, more) */
static PyObject *splits_add(PyObject *type, PyObject *arguments) {
  PyObject *object, *from;
  Py_ssize_t more;
  if (!PyArg_ParseTuple(arguments, "OOn:_add", &object, &from, &more)) return NULL;
  const struct layout_object *layout = layout_argument(type, object);
  const struct variant *variant = layout == NULL ? NULL : layout->main;
  const rowkey_splits *points = variant == NULL ? NULL : splits_of(layout->state, from);
  if (points == NULL) return NULL;
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_add(variant->layout, points, (size_t)more, &error);
  return take(type, splits, &error);
}

/* _of_sketch(sketch, regions) */
static PyObject *splits_of_sketch(PyObject *type, PyObject *arguments) {
  PyObject *object;
  Py_ssize_t regions;
  if (!PyArg_ParseTuple(arguments, "On:_of_sketch", &object, &regions)) return NULL;
  const struct module_state *state = state_of_type((PyTypeObject *)type);
  const struct sketch_object *sketch = state == NULL ? NULL : sketch_of(state, object);
  if (sketch == NULL) return NULL;
  rowkey_error error;
  rowkey_splits *splits = sketch_points(sketch, (size_t)regions, &error);
  return PyErr_Occurred() ? NULL : take(type, splits, &error); /* Ctrl-C, which gives no points */
}

/* _uniform(regions) */
static PyObject *splits_uniform(PyObject *type, PyObject *regions) {
  const Py_ssize_t count = PyLong_AsSsize_t(regions);
  if (PyErr_Occurred()) return NULL;
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_uniform((size_t)count, &error);
  return take(type, splits, &error);
}

/* _digits(base, first, last, regions) */
static PyObject *splits_digits(PyObject *type, PyObject *arguments) {
  unsigned base;
  const char *first, *last;
  Py_ssize_t regions;
  if (!PyArg_ParseTuple(arguments, "Issn:_digits", &base, &first, &last, &regions)) return NULL;
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_digits(base, first, last, (size_t)regions, &error);
  return take(type, splits, &error);
}

/* ---- Reading them ------------------------------------------------------------------------------ */

static Py_ssize_t splits_length(PyObject *self) {
  return (Py_ssize_t)((struct splits_object *)self)->splits->count;
}

static PyObject *splits_item(PyObject *self, Py_ssize_t index) {
  const rowkey_splits *splits = ((struct splits_object *)self)->splits;
  if (index < 0 || (size_t)index >= splits->count) {
    PyErr_SetString(PyExc_IndexError, "there is no such split point");
    return NULL;
  }
  return PyBytes_FromStringAndSize((const char *)splits->bytes + splits->offsets[index],
                                   (Py_ssize_t)(splits->offsets[index + 1] - splits->offsets[index]));
}

static PyObject *splits_region(PyObject *self, PyObject *key) {
  const struct splits_object *object = (struct splits_object *)self;
  char *bytes;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(key, &bytes, &size) != 0) return NULL;
  const rowkey_keys keys = rowkey_keys_of_width(bytes, (size_t)size, 1);
  uint32_t region;
  rowkey_error error;
  if (rowkey_route(object->router, &keys, &region, &error) != ROWKEY_OK)
    return raise_library_error(object->state, &error, NULL, 0);
  return PyLong_FromUnsignedLong(region);
}

/* _shares(layout): [(share or None, reachable)] of each region. */
static PyObject *splits_shares(PyObject *self, PyObject *object) {
  const struct splits_object *splits = (struct splits_object *)self;
  const struct layout_object *layout = layout_of(splits->state, object);
  const struct variant *variant = layout == NULL ? NULL : layout->main;
  if (variant == NULL) return NULL;
  const size_t regions = splits->splits->count + 1;
  rowkey_region_share *shares = PyMem_Calloc(regions, sizeof *shares);
  if (shares == NULL) return PyErr_NoMemory();
  rowkey_error error;
  PyObject *list = NULL;
  if (rowkey_splits_shares(variant->layout, splits->splits, shares, &error) != ROWKEY_OK)
    raise_library_error(splits->state, &error, NULL, 0);
  else
    list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < regions; i++) {
    const double share = shares[i].share;
    list = append(list, Py_BuildValue("(NN)", share == share ? PyFloat_FromDouble(share) : none(),
                                      PyBool_FromLong(shares[i].reachable)));
  }
  PyMem_Free(shares);
  return list;
}

static void splits_dealloc(PyObject *self) {
  struct splits_object *object = (struct splits_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  rowkey_router_free(object->router);
  if (object->splits == &object->own) {
    PyMem_Free((void *)(uintptr_t)object->own.bytes);
    PyMem_Free((void *)(uintptr_t)object->own.offsets);
  } else {
    rowkey_splits_free(object->splits);
  }
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyMethodDef splits_methods[] = {
    {"_of_layout", splits_of_layout, METH_VARARGS | METH_CLASS, NULL},
    {"_of_sketch", splits_of_sketch, METH_VARARGS | METH_CLASS, NULL},
    {"_add", splits_add, METH_VARARGS | METH_CLASS, NULL},
    {"_uniform", splits_uniform, METH_O | METH_CLASS, NULL},
    {"_digits", splits_digits, METH_VARARGS | METH_CLASS, NULL},
    {"_shares", splits_shares, METH_O, NULL},
    {"region", splits_region, METH_O,
     "region($self, key, /)\n--\n\n"
     "Return the number of the region that a key, bytes, belongs to: 0 to len(splits)."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot splits_slots[] = {{Py_tp_new, splits_new},         {Py_tp_dealloc, splits_dealloc},
                                     {Py_tp_methods, splits_methods}, {Py_sq_length, splits_length},
                                     {Py_sq_item, splits_item},       {0, NULL}};

PyType_Spec splits_spec = {.name = "rowkey._rowkey.Splits",
                           .basicsize = sizeof(struct splits_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = splits_slots};
