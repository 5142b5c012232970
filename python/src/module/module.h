/* What the files of the module share: its state, its types, and how errors of the library become exceptions.
 *
 * The module speaks Python's limited API of 3.10. Objects do not change once they are made, but for caches
 * that atomic operations guard, and sketches, which have a lock: without a global lock, threads may share all
 * of them. */
#ifndef ROWKEY_PYTHON_MODULE_H
#define ROWKEY_PYTHON_MODULE_H

#include <Python.h>
#include <rowkey/rowkey.h>
#include <time.h>

struct module_state {
  /* Of rowkey._errors. */
  PyObject *error, *layout_error, *row_error, *condition_error, *record_error;
  /* Of rowkey._values: kind_of(value), told(value, kind), value_of(kind, raw). */
  PyObject *kind_of, *told, *value_of;
  PyTypeObject *layout, *splits, *sketch, *schema, *array, *source, *encoder, *decoder, *text_records;
};

/* The state of the module that made the heap type `type` or the one that it is derived from. */
struct module_state *state_of_type(PyTypeObject *type);

/* Makes a heap type with this module for its home. */
PyTypeObject *add_type(PyObject *module, PyType_Spec *spec);

extern PyType_Spec layout_spec, splits_spec, sketch_spec, schema_spec, array_spec, source_spec, encoder_spec,
    decoder_spec, text_records_spec;

/* Functions of the module; their comments are where they are defined. */
PyObject *expand(PyObject *module, PyObject *text);
PyObject *named_layouts(PyObject *module, PyObject *unused);
PyObject *take_schema(PyObject *module, PyObject *capsule);
PyObject *take_array(PyObject *module, PyObject *arguments);
PyObject *take_stream(PyObject *module, PyObject *capsule);
PyObject *stream_of(PyObject *module, PyObject *arguments);
PyObject *record_schema(PyObject *module, PyObject *object);
PyObject *schema_kinds(PyObject *module, PyObject *object);
PyObject *undeclared(PyObject *module, PyObject *kinds);
PyObject *memory_array(PyObject *module, PyObject *arguments);
PyObject *struct_schema(PyObject *module, PyObject *arguments);
PyObject *struct_array(PyObject *module, PyObject *arguments);
PyObject *values_array(PyObject *module, PyObject *arguments);
PyObject *schema_state(PyObject *module, PyObject *object);
PyObject *schema_of_state(PyObject *module, PyObject *state);
PyObject *array_state(PyObject *module, PyObject *object);
PyObject *array_of_state(PyObject *module, PyObject *arguments);
PyObject *new_encoder(PyObject *module, PyObject *arguments);
PyObject *new_decoder(PyObject *module, PyObject *arguments);
PyObject *route(PyObject *module, PyObject *arguments);
PyObject *load(PyObject *module, PyObject *arguments);
PyObject *picture_loads(PyObject *module, PyObject *arguments);
PyObject *advise(PyObject *module, PyObject *arguments);
PyObject *made_kinds(PyObject *module, PyObject *unused);
PyObject *made_rows(PyObject *module, PyObject *arguments);
PyObject *record_kinds(PyObject *module, PyObject *unused);
PyObject *item_length(PyObject *module, PyObject *list);
PyObject *text_records(PyObject *module, PyObject *arguments);
PyObject *column_finder(PyObject *module, PyObject *arguments);
PyObject *found_columns(PyObject *module, PyObject *capsule);
PyObject *fill_question(PyObject *module, PyObject *arguments);

/* ---- errors.c ---------------------------------------------------------------------------------- */

/* Sets the exception for an error of the library, and returns NULL: LayoutError, RowError, MemoryError,
 * OSError for files, else Error. `column` is the name of error->column, or NULL; `first_row` is added to
 * error->row. */
PyObject *raise_library_error(const struct module_state *state, const rowkey_error *error, const char *column,
                              uint64_t first_row);

/* The same for a text of conditions: ConditionError where the error has a place in it. */
PyObject *raise_condition_error(const struct module_state *state, const rowkey_error *error);

/* RecordError for a record of text at a place such as "events.csv:3". `row` and `column` may be NULL. */
PyObject *raise_record_error(const struct module_state *state, const char *reason, PyObject *place,
                             PyObject *row, const char *column);

/* RowError for a value of a column; the reason is made as by PyUnicode_FromFormat. */
PyObject *raise_row_error(const struct module_state *state, uint64_t row, PyObject *column,
                          const char *format, ...);

/* ---- pictures.c -------------------------------------------------------------------------------- */

/* Takes what a function of rowkey/pictures.h has returned. NULL with the exception for `error`. */
PyObject *take_picture(const struct module_state *state, char *svg, size_t size, const rowkey_error *error);

/* ---- interrupt.c ------------------------------------------------------------------------------- */

/* Work that gives up the lock of Python's, and that Ctrl-C ends. */
struct interrupt {
  PyThreadState *thread; /* while it does not hold the lock */
  struct timespec asked;
  bool is_interrupted; /* an exception is set */
};

/* Gives up the lock, and takes it again. */
void interrupt_begin(struct interrupt *interrupt);
void interrupt_end(struct interrupt *interrupt);

/* As a rowkey_go_on: lets Python run its handlers of signals, some ten times a second. False once one of them
 * has raised an exception. */
bool interrupt_check(void *interrupt);

static inline PyObject *none(void) {
  Py_INCREF(Py_None);
  return Py_None;
}

/* As Py_XSETREF: the old object is released after the new one is in place. */
static inline void replace(PyObject **place, PyObject *object) {
  PyObject *old = *place;
  *place = object;
  Py_XDECREF(old);
}

/* Reads an integer from 0 to 2^64 - 1 into a uint64_t; OverflowError for others, which the format K would
 * wrap. As a converter of PyArg_ParseTuple has it: 1, or 0 with the exception. What callers of the package
 * give, rowkey._numbers has checked. */
static inline int read_number(PyObject *object, void *number) {
  PyObject *index = PyNumber_Index(object);
  if (index == NULL) return 0;
  *(uint64_t *)number = PyLong_AsUnsignedLongLong(index);
  Py_DECREF(index);
  return !PyErr_Occurred();
}

/* Adds an item to a dict and gives up the reference to it. False with an exception, also when value is NULL.
 */
static inline bool put(PyObject *dict, const char *name, PyObject *value) {
  const bool done = value != NULL && PyDict_SetItemString(dict, name, value) == 0;
  Py_XDECREF(value);
  return done;
}

/* Adds an item to a list and gives up the reference to it. Returns the list; NULL with an exception, the list
 * released, also when the list or the item is NULL. */
static inline PyObject *append(PyObject *list, PyObject *item) {
  if (list != NULL && (item == NULL || PyList_Append(list, item) != 0)) Py_CLEAR(list);
  Py_XDECREF(item);
  return list;
}

#endif
