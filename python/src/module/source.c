/* The type Source: a stream of arrays that a producer hands over, taken one after the other. */
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

struct source_object {
  PyObject_HEAD struct module_state *state;
  struct ArrowArrayStream stream;
  PyObject *schema;
};

static PyObject *fail_stream(const struct source_object *source, int code) {
  if (PyErr_Occurred()) return NULL; /* of a producer in Python */
  struct ArrowArrayStream *stream = (struct ArrowArrayStream *)(uintptr_t)&source->stream;
  const char *text = stream->get_last_error == NULL ? NULL : stream->get_last_error(stream);
  PyErr_Format(source->state->error, "the producer of the data failed: %s",
               text == NULL ? strerror(code) : text);
  return NULL;
}

/* take_stream(capsule): a Source. */
PyObject *take_stream(PyObject *module, PyObject *capsule) {
  struct module_state *state = PyModule_GetState(module);
  struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
  if (stream == NULL) return NULL;
  if (stream->release == NULL) {
    PyErr_SetString(PyExc_ValueError, "the Arrow stream is released");
    return NULL;
  }
  struct source_object *source = (struct source_object *)PyType_GenericAlloc(state->source, 0);
  if (source == NULL) return NULL;
  source->state = state;
  source->stream = *stream;
  stream->release = NULL;
  struct ArrowSchema schema = {.release = NULL};
  int code;
  Py_BEGIN_ALLOW_THREADS;
  code = source->stream.get_schema(&source->stream, &schema);
  Py_END_ALLOW_THREADS;
  if (code != 0)
    fail_stream(source, code);
  else
    source->schema = new_schema(state, &schema);
  if (source->schema == NULL) Py_CLEAR(source);
  return (PyObject *)source;
}

static PyObject *source_next(PyObject *self) {
  struct source_object *source = (struct source_object *)self;
  struct ArrowArray array = {.release = NULL};
  int code;
  Py_BEGIN_ALLOW_THREADS; /* producers run queries here, in threads that may call Python */
  code = source->stream.get_next(&source->stream, &array);
  Py_END_ALLOW_THREADS;
  if (code != 0) return fail_stream(source, code);
  if (array.release == NULL) return NULL; /* the end */
  return new_array(source->state, ((struct schema_object *)source->schema)->shared, &array, NULL);
}

static PyObject *source_schema(PyObject *self, void *closure) {
  (void)closure;
  PyObject *schema = ((struct source_object *)self)->schema;
  Py_INCREF(schema);
  return schema;
}

static void source_dealloc(PyObject *self) {
  struct source_object *source = (struct source_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  if (source->stream.release != NULL) source->stream.release(&source->stream);
  Py_XDECREF(source->schema);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject *itself(PyObject *self) {
  Py_INCREF(self);
  return self;
}

static PyGetSetDef source_members[] = {{"schema", source_schema, NULL, NULL, NULL},
                                       {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot source_slots[] = {{Py_tp_dealloc, source_dealloc},
                                     {Py_tp_getset, source_members},
                                     {Py_tp_iter, itself},
                                     {Py_tp_iternext, source_next},
                                     {0, NULL}};
PyType_Spec source_spec = {.name = "rowkey._rowkey.Source",
                           .basicsize = sizeof(struct source_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           .slots = source_slots};
