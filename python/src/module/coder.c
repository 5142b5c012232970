/* The types Encoder and Decoder: a layout for arrays of one schema. Threads may share them: each call takes
 * an encoder of the library, and leaves it to the next one. */
#include <string.h>

#include "arrays.h"
#include "layout.h"

enum { SPARE = 8 }; /* encoders at rest */

struct encoder_object {
  PyObject_HEAD struct module_state *state;
  PyObject *layout;   /* whose variant `compiled` is … */
  rowkey_layout *own; /* … or which was compiled for the schema of the records */
  const rowkey_layout *compiled;
  struct shared_schema *records;
  PyObject *keys; /* Schema of what encode() returns */
  rowkey_arrow_options options;
  _Atomic(rowkey_arrow_encoder *) spare[SPARE];
};

struct decoder_object {
  PyObject_HEAD struct module_state *state;
  PyObject *layout;
  const rowkey_layout *compiled;
  struct shared_schema *keys;
  struct shared_schema *wanted; /* what the records shall be, or NULL */
  PyObject *records;            /* Schema of what decode() returns */
  _Atomic(rowkey_arrow_decoder *) spare[SPARE];
};

/* The name of the column that the error is of, or NULL. */
static const char *column_of(const rowkey_layout *layout, const rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  return error->column < count ? columns[error->column].name : NULL;
}

/* ---- Encoder ----------------------------------------------------------------------------------- */

static rowkey_arrow_encoder *create_encoder(const struct encoder_object *object, rowkey_error *error) {
  return rowkey_arrow_encoder_create(object->compiled, &object->records->schema, &object->options, error);
}

static rowkey_arrow_encoder *take_encoder(struct encoder_object *object, rowkey_error *error) {
  for (size_t i = 0; i < SPARE; i++) {
    rowkey_arrow_encoder *encoder = atomic_exchange(&object->spare[i], NULL);
    if (encoder != NULL) return encoder;
  }
  return create_encoder(object, error);
}

static void leave_encoder(struct encoder_object *object, rowkey_arrow_encoder *encoder) {
  for (size_t i = 0; i < SPARE && encoder != NULL; i++) {
    rowkey_arrow_encoder *expected = NULL;
    if (atomic_compare_exchange_strong(&object->spare[i], &expected, encoder)) encoder = NULL;
  }
  rowkey_arrow_encoder_free(encoder);
}

/* The layout for records of this schema: as its columns were named, or compiled for the schema. */
static bool choose_layout(struct encoder_object *object, struct layout_object *layout) {
  rowkey_error error;
  char *text;
  Py_ssize_t length;
  if (!layout->implied) {
    object->compiled = layout->main->layout;
    return true;
  }
  if (PyBytes_AsStringAndSize(layout->template, &text, &length) != 0) return false;
  object->own = rowkey_arrow_compile(text, (size_t)length, &object->records->schema, &error);
  object->compiled = object->own;
  return object->own != NULL || raise_library_error(object->state, &error, NULL, 0) != NULL;
}

static bool find_key_schema(struct encoder_object *object) {
  rowkey_error error;
  struct ArrowSchema schema;
  rowkey_arrow_encoder *encoder = create_encoder(object, &error);
  const bool done = encoder != NULL && rowkey_arrow_encoder_schema(encoder, &schema, &error) == ROWKEY_OK;
  leave_encoder(object, encoder);
  if (!done)
    return raise_library_error(object->state, &error, column_of(object->compiled, &error), 0) != NULL;
  object->keys = new_schema(object->state, &schema);
  return object->keys != NULL;
}

/* encoder(layout, schema, format: int, seed: int, bad_rows: int = 0) */
PyObject *new_encoder(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *layout, *schema;
  int format, bad_rows = ROWKEY_FAIL_AT_BAD;
  uint64_t seed;
  if (!PyArg_ParseTuple(arguments, "OOiO&|i:encoder", &layout, &schema, &format, read_number, &seed,
                        &bad_rows))
    return NULL;
  struct layout_object *of = layout_of(state, layout);
  const struct schema_object *records = of == NULL ? NULL : schema_of(state, schema);
  if (records == NULL) return NULL;
  struct encoder_object *object = (struct encoder_object *)PyType_GenericAlloc(state->encoder, 0);
  if (object == NULL) return NULL;
  object->state = state;
  Py_INCREF(layout);
  object->layout = layout;
  object->records = records->shared;
  atomic_fetch_add(&object->records->references, 1);
  object->options = (rowkey_arrow_options){
      .format = (rowkey_arrow_format)format, .seed = seed, .bad_rows = (rowkey_bad_rows)bad_rows};
  if (!choose_layout(object, of) || !find_key_schema(object)) Py_CLEAR(object);
  return (PyObject *)object;
}

/* encode(array, start, rows, position, first_row): an Array of the keys of these rows. `position` is the
 * number of the first of them for errors, first_row that for random(). */
static PyObject *encode(PyObject *self, PyObject *arguments) {
  struct encoder_object *object = (struct encoder_object *)self;
  PyObject *records;
  Py_ssize_t start, rows;
  uint64_t position, first_row;
  if (!PyArg_ParseTuple(arguments, "OnnO&O&:encode", &records, &start, &rows, read_number, &position,
                        read_number, &first_row))
    return NULL;
  const struct array_object *array = array_of(object->state, records);
  struct ArrowArray part, keys = {.release = NULL};
  if (array == NULL || !part_of(array, start, rows, &part)) return NULL;
  rowkey_error error;
  rowkey_status status = ROWKEY_ERROR_MEMORY;
  Py_BEGIN_ALLOW_THREADS;
  rowkey_arrow_encoder *encoder = take_encoder(object, &error);
  if (encoder != NULL) status = rowkey_arrow_encode(encoder, &part, first_row, &keys, &error);
  leave_encoder(object, encoder);
  Py_END_ALLOW_THREADS;
  if (status != ROWKEY_OK)
    return raise_library_error(object->state, &error, column_of(object->compiled, &error), position);
  return new_array(object->state, ((struct schema_object *)object->keys)->shared, &keys, NULL);
}

static PyObject *encoder_schema(PyObject *self, void *closure) {
  (void)closure;
  PyObject *keys = ((struct encoder_object *)self)->keys;
  Py_INCREF(keys);
  return keys;
}

static void encoder_dealloc(PyObject *self) {
  struct encoder_object *object = (struct encoder_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  for (size_t i = 0; i < SPARE; i++) rowkey_arrow_encoder_free(atomic_load(&object->spare[i]));
  rowkey_layout_free(object->own);
  unref_schema(object->records);
  Py_XDECREF(object->keys);
  Py_XDECREF(object->layout);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyMethodDef encoder_methods[] = {{"encode", encode, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyGetSetDef encoder_members[] = {{"schema", encoder_schema, NULL, NULL, NULL},
                                        {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot encoder_slots[] = {{Py_tp_dealloc, encoder_dealloc},
                                      {Py_tp_methods, encoder_methods},
                                      {Py_tp_getset, encoder_members},
                                      {0, NULL}};
PyType_Spec encoder_spec = {.name = "rowkey._rowkey.Encoder",
                            .basicsize = sizeof(struct encoder_object),
                            .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                            .slots = encoder_slots};

/* ---- Decoder ----------------------------------------------------------------------------------- */

static rowkey_arrow_decoder *create_decoder(const struct decoder_object *object, rowkey_error *error) {
  return rowkey_arrow_decoder_create(object->compiled, &object->keys->schema,
                                     object->wanted == NULL ? NULL : &object->wanted->schema, error);
}

static rowkey_arrow_decoder *take_decoder(struct decoder_object *object, rowkey_error *error) {
  for (size_t i = 0; i < SPARE; i++) {
    rowkey_arrow_decoder *decoder = atomic_exchange(&object->spare[i], NULL);
    if (decoder != NULL) return decoder;
  }
  return create_decoder(object, error);
}

static void leave_decoder(struct decoder_object *object, rowkey_arrow_decoder *decoder) {
  for (size_t i = 0; i < SPARE && decoder != NULL; i++) {
    rowkey_arrow_decoder *expected = NULL;
    if (atomic_compare_exchange_strong(&object->spare[i], &expected, decoder)) decoder = NULL;
  }
  rowkey_arrow_decoder_free(decoder);
}

static bool find_record_schema(struct decoder_object *object) {
  rowkey_error error;
  struct ArrowSchema schema;
  rowkey_arrow_decoder *decoder = create_decoder(object, &error);
  const bool done = decoder != NULL && rowkey_arrow_decoder_schema(decoder, &schema, &error) == ROWKEY_OK;
  leave_decoder(object, decoder);
  if (!done)
    return raise_library_error(object->state, &error, column_of(object->compiled, &error), 0) != NULL;
  object->records = new_schema(object->state, &schema);
  return object->records != NULL;
}

/* decoder(layout, schema of the keys, schema of the records or None) */
PyObject *new_decoder(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *layout, *keys, *records;
  if (!PyArg_ParseTuple(arguments, "OOO:decoder", &layout, &keys, &records)) return NULL;
  const struct layout_object *of = layout_of(state, layout);
  const struct variant *variant = of == NULL ? NULL : of->main;
  const struct schema_object *read = variant == NULL ? NULL : schema_of(state, keys);
  const struct schema_object *wanted = records == Py_None || read == NULL ? NULL : schema_of(state, records);
  if (read == NULL || (wanted == NULL && records != Py_None)) return NULL;
  struct decoder_object *object = (struct decoder_object *)PyType_GenericAlloc(state->decoder, 0);
  if (object == NULL) return NULL;
  object->state = state;
  Py_INCREF(layout);
  object->layout = layout;
  object->compiled = variant->layout;
  object->keys = read->shared;
  atomic_fetch_add(&object->keys->references, 1);
  if (wanted != NULL) {
    object->wanted = wanted->shared;
    atomic_fetch_add(&object->wanted->references, 1);
  }
  if (!find_record_schema(object)) Py_CLEAR(object);
  return (PyObject *)object;
}

/* decode(array, start, rows, position): an Array of the records of these keys. */
static PyObject *decode(PyObject *self, PyObject *arguments) {
  struct decoder_object *object = (struct decoder_object *)self;
  PyObject *keys;
  Py_ssize_t start, rows;
  uint64_t position;
  if (!PyArg_ParseTuple(arguments, "OnnO&:decode", &keys, &start, &rows, read_number, &position)) return NULL;
  const struct array_object *array = array_of(object->state, keys);
  struct ArrowArray part, records = {.release = NULL};
  if (array == NULL || !part_of(array, start, rows, &part)) return NULL;
  rowkey_error error;
  rowkey_status status = ROWKEY_ERROR_MEMORY;
  Py_BEGIN_ALLOW_THREADS;
  rowkey_arrow_decoder *decoder = take_decoder(object, &error);
  if (decoder != NULL) status = rowkey_arrow_decode(decoder, &part, &records, &error);
  leave_decoder(object, decoder);
  Py_END_ALLOW_THREADS;
  if (status != ROWKEY_OK)
    return raise_library_error(object->state, &error, column_of(object->compiled, &error), position);
  return new_array(object->state, ((struct schema_object *)object->records)->shared, &records, NULL);
}

static PyObject *decoder_schema(PyObject *self, void *closure) {
  (void)closure;
  PyObject *records = ((struct decoder_object *)self)->records;
  Py_INCREF(records);
  return records;
}

static void decoder_dealloc(PyObject *self) {
  struct decoder_object *object = (struct decoder_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  for (size_t i = 0; i < SPARE; i++) rowkey_arrow_decoder_free(atomic_load(&object->spare[i]));
  unref_schema(object->keys);
  unref_schema(object->wanted);
  Py_XDECREF(object->records);
  Py_XDECREF(object->layout);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyMethodDef decoder_methods[] = {{"decode", decode, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyGetSetDef decoder_members[] = {{"schema", decoder_schema, NULL, NULL, NULL},
                                        {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot decoder_slots[] = {{Py_tp_dealloc, decoder_dealloc},
                                      {Py_tp_methods, decoder_methods},
                                      {Py_tp_getset, decoder_members},
                                      {0, NULL}};
PyType_Spec decoder_spec = {.name = "rowkey._rowkey.Decoder",
                            .basicsize = sizeof(struct decoder_object),
                            .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                            .slots = decoder_slots};
