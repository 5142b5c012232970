/* The types Schema and Array, and how they are handed over: as capsules of the Arrow PyCapsule interface. */
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

/* ---- Objects ----------------------------------------------------------------------------------- */

PyObject *new_schema(struct module_state *state, struct ArrowSchema *schema) {
  struct shared_schema *shared = share_schema(schema);
  struct schema_object *object =
      shared == NULL ? NULL : (struct schema_object *)PyType_GenericAlloc(state->schema, 0);
  if (object == NULL) {
    unref_schema(shared);
    return NULL;
  }
  object->state = state;
  object->shared = shared;
  return (PyObject *)object;
}

PyObject *new_array(struct module_state *state, struct shared_schema *schema, struct ArrowArray *array,
                    PyObject *owner) {
  struct shared_array *shared = share_array(array);
  struct array_object *object =
      shared == NULL ? NULL : (struct array_object *)PyType_GenericAlloc(state->array, 0);
  if (object == NULL) {
    unref_array(shared);
    return NULL;
  }
  atomic_fetch_add(&schema->references, 1);
  Py_XINCREF(owner);
  object->state = state;
  object->schema = schema;
  object->shared = shared;
  object->owner = owner;
  return (PyObject *)object;
}

static PyObject *fail_type(const char *expected, PyObject *found) {
  PyErr_Format(PyExc_TypeError, "expected %s, found %R", expected, found);
  return NULL;
}

struct schema_object *schema_of(const struct module_state *state, PyObject *object) {
  const bool is_one = Py_TYPE(object) == state->schema;
  return is_one ? (struct schema_object *)object : (void *)fail_type("a Schema", object);
}

struct array_object *array_of(const struct module_state *state, PyObject *object) {
  const bool is_one = Py_TYPE(object) == state->array;
  return is_one ? (struct array_object *)object : (void *)fail_type("an Array", object);
}

bool part_of(const struct array_object *array, Py_ssize_t start, Py_ssize_t rows, struct ArrowArray *part) {
  const struct ArrowArray *whole = &array->shared->array;
  if (start < 0 || rows < 0 || start > whole->length || rows > whole->length - start) {
    PyErr_Format(PyExc_ValueError, "rows %zd to %zd of %lld", start, start + rows, (long long)whole->length);
    return false;
  }
  *part = rows_of(whole, start, rows);
  return true;
}

static void release_object(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static void schema_dealloc(PyObject *self) {
  unref_schema(((struct schema_object *)self)->shared);
  release_object(self);
}

static void array_dealloc(PyObject *self) {
  struct array_object *array = (struct array_object *)self;
  unref_array(array->shared);
  unref_schema(array->schema);
  Py_XDECREF(array->owner);
  release_object(self);
}

/* ---- Capsules ---------------------------------------------------------------------------------- */

/* What nobody took out of a capsule is released with it. */
static void free_schema_capsule(PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema->release != NULL) schema->release(schema);
  free(schema);
}

static void free_array_capsule(PyObject *capsule) {
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
  if (array->release != NULL) array->release(array);
  free(array);
}

static void free_stream_capsule(PyObject *capsule) {
  struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
  if (stream->release != NULL) stream->release(stream);
  free(stream);
}

static PyObject *schema_capsule(const struct ArrowSchema *schema) {
  struct ArrowSchema *copy = malloc(sizeof *copy);
  if (copy == NULL || !export_schema(schema, copy)) {
    free(copy);
    return PyErr_NoMemory();
  }
  PyObject *capsule = PyCapsule_New(copy, "arrow_schema", free_schema_capsule);
  if (capsule == NULL) {
    copy->release(copy);
    free(copy);
  }
  return capsule;
}

static PyObject *array_capsule(struct shared_array *shared) {
  struct ArrowArray *view = malloc(sizeof *view);
  if (view == NULL || !export_array(shared, view)) {
    free(view);
    return PyErr_NoMemory();
  }
  PyObject *capsule = PyCapsule_New(view, "arrow_array", free_array_capsule);
  if (capsule == NULL) {
    view->release(view);
    free(view);
  }
  return capsule;
}

static PyObject *schema_to_capsule(PyObject *self, PyObject *unused) {
  (void)unused;
  return schema_capsule(&((struct schema_object *)self)->shared->schema);
}

static PyObject *array_schema_to_capsule(PyObject *self, PyObject *unused) {
  (void)unused;
  return schema_capsule(&((struct array_object *)self)->schema->schema);
}

static bool may_export(const struct array_object *array) {
  if (array->owner == NULL) return true;
  PyErr_SetString(PyExc_TypeError, "the array's memory belongs to Python: it is not exported");
  return false;
}

static PyObject *array_to_capsules(PyObject *self, PyObject *unused) {
  (void)unused;
  const struct array_object *array = (struct array_object *)self;
  if (!may_export(array)) return NULL;
  PyObject *schema = schema_capsule(&array->schema->schema);
  PyObject *values = schema == NULL ? NULL : array_capsule(array->shared);
  if (values != NULL) return Py_BuildValue("(NN)", schema, values);
  Py_XDECREF(schema);
  return NULL;
}

/* stream_of(schema: Schema, arrays: list[Array]): a capsule of a stream. */
PyObject *stream_of(PyObject *module, PyObject *arguments) {
  const struct module_state *state = PyModule_GetState(module);
  PyObject *type, *list;
  if (!PyArg_ParseTuple(arguments, "OO!:stream_of", &type, &PyList_Type, &list)) return NULL;
  const struct schema_object *schema = schema_of(state, type);
  const size_t count = (size_t)PyList_Size(list);
  struct shared_array **arrays =
      schema == NULL ? NULL : PyMem_Malloc((count + 1) * sizeof(struct shared_array *));
  struct ArrowArrayStream *stream = arrays == NULL ? NULL : malloc(sizeof *stream);
  PyObject *capsule = NULL;
  bool good = stream != NULL || schema == NULL || PyErr_NoMemory() != NULL;
  for (size_t i = 0; good && stream != NULL && i < count; i++) {
    const struct array_object *array = array_of(state, PyList_GetItem(list, (Py_ssize_t)i));
    good = array != NULL && may_export(array);
    if (good) arrays[i] = array->shared;
  }
  if (good && stream != NULL) {
    if (!export_stream(&schema->shared->schema, arrays, count, stream)) {
      PyErr_NoMemory();
    } else {
      capsule = PyCapsule_New(stream, "arrow_array_stream", free_stream_capsule);
      if (capsule == NULL) stream->release(stream);
    }
  }
  if (capsule == NULL) free(stream);
  PyMem_Free(arrays);
  return capsule;
}

/* ---- Taking capsules --------------------------------------------------------------------------- */

/* take_schema(capsule): a Schema. */
PyObject *take_schema(PyObject *module, PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema == NULL) return NULL;
  if (schema->release == NULL) {
    PyErr_SetString(PyExc_ValueError, "the Arrow schema is released");
    return NULL;
  }
  return new_schema(PyModule_GetState(module), schema);
}

/* take_array(schema capsule, array capsule): an Array. */
PyObject *take_array(PyObject *module, PyObject *arguments) {
  PyObject *type, *values;
  if (!PyArg_ParseTuple(arguments, "OO:take_array", &type, &values)) return NULL;
  struct ArrowArray *array = PyCapsule_GetPointer(values, "arrow_array");
  if (array == NULL) return NULL;
  if (array->release == NULL) {
    PyErr_SetString(PyExc_ValueError, "the Arrow array is released");
    return NULL;
  }
  PyObject *schema = take_schema(module, type);
  if (schema == NULL) return NULL;
  PyObject *object =
      new_array(PyModule_GetState(module), ((struct schema_object *)schema)->shared, array, NULL);
  Py_DECREF(schema);
  return object;
}

/* ---- Types ------------------------------------------------------------------------------------- */

static Py_ssize_t array_length(PyObject *self) {
  return (Py_ssize_t)((struct array_object *)self)->shared->array.length;
}

static PyObject *array_at(PyObject *self, Py_ssize_t index) {
  const struct array_object *array = (struct array_object *)self;
  if (index >= 0 && index < array->shared->array.length)
    return array_item(array->state, &array->schema->schema, &array->shared->array, index);
  PyErr_SetString(PyExc_IndexError, "there is no such row");
  return NULL;
}

static PyObject *array_to_list(PyObject *self, PyObject *unused) {
  (void)unused;
  const Py_ssize_t length = array_length(self);
  PyObject *list = PyList_New(length);
  for (Py_ssize_t i = 0; list != NULL && i < length; i++) {
    PyObject *item = array_at(self, i);
    if (item == NULL || PyList_SetItem(list, i, item) != 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *array_schema(PyObject *self, void *closure) {
  (void)closure;
  const struct array_object *array = (struct array_object *)self;
  struct schema_object *object = (struct schema_object *)PyType_GenericAlloc(array->state->schema, 0);
  if (object == NULL) return NULL;
  object->state = array->state;
  object->shared = array->schema;
  atomic_fetch_add(&array->schema->references, 1);
  return (PyObject *)object;
}

static PyObject *schema_format(PyObject *self, void *closure) {
  (void)closure;
  return PyUnicode_FromString(((struct schema_object *)self)->shared->schema.format);
}

/* The names of a struct's fields; of another array none. */
static PyObject *schema_names(PyObject *self, void *closure) {
  (void)closure;
  const struct ArrowSchema *schema = &((struct schema_object *)self)->shared->schema;
  PyObject *names = PyList_New(0);
  for (int64_t i = 0; names != NULL && i < schema->n_children; i++) {
    const char *name = schema->children[i]->name;
    names = append(names, PyUnicode_FromString(name == NULL ? "" : name));
  }
  return names;
}

static PyMethodDef schema_methods[] = {{"__arrow_c_schema__", schema_to_capsule, METH_NOARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
static PyGetSetDef schema_members[] = {{"format", schema_format, NULL, NULL, NULL},
                                       {"names", schema_names, NULL, NULL, NULL},
                                       {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot schema_slots[] = {{Py_tp_dealloc, schema_dealloc},
                                     {Py_tp_methods, schema_methods},
                                     {Py_tp_getset, schema_members},
                                     {0, NULL}};
PyType_Spec schema_spec = {.name = "rowkey._rowkey.Schema",
                           .basicsize = sizeof(struct schema_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           .slots = schema_slots};

static PyMethodDef array_methods[] = {{"__arrow_c_schema__", array_schema_to_capsule, METH_NOARGS, NULL},
                                      {"__arrow_c_array__", array_to_capsules, METH_VARARGS, NULL},
                                      {"to_list", array_to_list, METH_NOARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
static PyGetSetDef array_members[] = {{"schema", array_schema, NULL, NULL, NULL},
                                      {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot array_slots[] = {{Py_tp_dealloc, array_dealloc}, {Py_tp_methods, array_methods},
                                    {Py_tp_getset, array_members},  {Py_sq_length, array_length},
                                    {Py_sq_item, array_at},         {0, NULL}};
PyType_Spec array_spec = {.name = "rowkey._rowkey.Array",
                          .basicsize = sizeof(struct array_object),
                          .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          .slots = array_slots};
