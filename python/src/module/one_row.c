/* The key of one record, and the record of one key. */
#include <string.h>

#include "layout.h"

enum { FEW = 16, SHORT_KEY = 512 }; /* what the stack has room for */

/* ---- Encoding ---------------------------------------------------------------------------------- */

/* The values of a call: names[i] is that of values[i]. */
struct call {
  PyObject *const *values;
  PyObject *names; /* a tuple of str, or NULL */
  Py_ssize_t count;
  bool is_numbered; /* by row and seed */
  uint64_t row, seed;
};

static PyObject *call_value(const struct call *call, PyObject *name) {
  for (Py_ssize_t i = 0; i < call->count; i++)
    if (PyTuple_GetItem(call->names, i) == name) return call->values[i];
  for (Py_ssize_t i = 0; i < call->count; i++)
    if (PyUnicode_Compare(PyTuple_GetItem(call->names, i), name) == 0) return call->values[i];
  return NULL;
}

static bool fail_missing(const struct column *column) {
  PyErr_Format(PyExc_TypeError, "the layout's column %R has no value (expected %U=..., None for a null)",
               column->name, column->name);
  return false;
}

/* The value of each column that the variant uses. */
static bool find_values(const struct variant *variant, const struct call *call, PyObject **values) {
  for (size_t i = 0; i < variant->count; i++) {
    values[i] = NULL;
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    values[i] = call_value(call, variant->columns[i].name);
    if (values[i] == NULL) return fail_missing(&variant->columns[i]);
  }
  return true;
}

/* Whether the values have the types that the variant is for. -1 with an exception. */
static int fits(const struct layout_object *layout, const struct variant *variant, const struct call *call) {
  int result = 1;
  for (size_t i = 0; i < variant->count && result == 1; i++) {
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    PyObject *value = call_value(call, variant->columns[i].name);
    if (value == NULL) return fail_missing(&variant->columns[i]) ? 1 : -1;
    result = column_is_of(layout->state, &variant->columns[i], value);
  }
  return result;
}

/* The variant for values of types that were not met before. */
static const struct variant *new_variant(struct layout_object *layout, const struct call *call) {
  const size_t count = (size_t)call->count;
  PyObject **both = PyMem_Calloc(2 * count + 1, sizeof *both), **kinds = both + count;
  if (both == NULL) {
    PyErr_NoMemory();
    return NULL;
  }
  size_t known = 0;
  for (size_t i = 0; i < count && !PyErr_Occurred(); i++) {
    PyObject *name = PyTuple_GetItem(call->names, (Py_ssize_t)i);
    if (variant_find(layout->main, name) == ROWKEY_NONE) continue;
    both[known] = name;
    kinds[known++] = kind_of_value(layout->state, call->values[i]);
  }
  const struct variant *variant = PyErr_Occurred() ? NULL : layout_for_kinds(layout, both, kinds, known);
  for (size_t i = 0; i < known; i++) Py_XDECREF(kinds[i]);
  PyMem_Free(both);
  return variant;
}

static const struct variant *variant_for_call(struct layout_object *layout, const struct call *call) {
  if (!layout->implied) return layout->main;
  int found = 0;
  for (const struct variant *at = atomic_load(&layout->variants); at != NULL; at = at->next)
    if ((found = fits(layout, at, call)) != 0) return found == 1 ? at : NULL;
  if ((found = fits(layout, layout->main, call)) != 0) return found == 1 ? layout->main : NULL;
  return new_variant(layout, call);
}

/* As rowkey_key does, or of the row and seed that the call gives: random() counts them. */
static rowkey_status make_key(const struct variant *variant, const struct call *call,
                              const rowkey_value *values, char *key, size_t capacity, size_t *length,
                              rowkey_error *error) {
  if (!call->is_numbered)
    return rowkey_key(variant->layout, values, variant->count, key, capacity, length, error);
  const rowkey_record record = rowkey_record_from(rowkey_record_of(values, variant->count), call->row);
  rowkey_encoder *encoder = rowkey_encoder_create(variant->layout, call->seed, error);
  const rowkey_status status =
      encoder == NULL ? error->status : rowkey_encode_row(encoder, &record, key, capacity, length, error);
  rowkey_encoder_free(encoder);
  return status;
}

static PyObject *encode(const struct layout_object *layout, const struct variant *variant,
                        const struct call *call, const rowkey_value *values) {
  rowkey_error error;
  char room[SHORT_KEY];
  size_t length = 0;
  PyObject *key = NULL;
  rowkey_status status = make_key(variant, call, values, room, sizeof room, &length, &error);
  if (status == ROWKEY_OK) {
    key = PyBytes_FromStringAndSize(room, (Py_ssize_t)length);
  } else if (status == ROWKEY_ERROR_SPACE) {
    const size_t capacity = length;
    char *more = PyMem_Malloc(capacity);
    if (more == NULL) {
      PyErr_NoMemory();
    } else {
      status = make_key(variant, call, values, more, capacity, &length, &error);
      if (status == ROWKEY_OK) key = PyBytes_FromStringAndSize(more, (Py_ssize_t)length);
    }
    PyMem_Free(more);
  }
  if (status != ROWKEY_OK && !PyErr_Occurred())
    raise_library_error(layout->state, &error, variant_column_name(variant, error.column), call->row);
  return key;
}

/* Reads the values, which `memory` has room for, and encodes them. */
static PyObject *read_and_encode(const struct layout_object *layout, struct variant *variant,
                                 const struct call *call, rowkey_value *values, PyObject **held) {
  PyObject *key = NULL;
  bool good = find_values(variant, call, held);
  for (size_t i = 0; i < variant->count; i++) {
    PyObject *value = good ? held[i] : NULL;
    held[i] = NULL;
    if (value != NULL)
      good = column_read(layout->state, &variant->columns[i], value, call->row, &values[i], &held[i]);
    else
      values[i] = rowkey_value_null();
  }
  if (good) key = encode(layout, variant, call, values);
  for (size_t i = 0; i < variant->count; i++) Py_XDECREF(held[i]);
  return key;
}

/* An argument by position. False with the exception that rowkey._numbers.integer() raises. */
static bool read_argument(PyObject *value, const char *name, uint64_t *number) {
  if (PyLong_Check(value) && !PyBool_Check(value)) {
    if (read_number(value, number)) return true;
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s=%S (expected 0 to 18446744073709551615)", name, value);
    return false;
  }
  PyObject *index = PyBool_Check(value) ? NULL : PyNumber_Index(value);
  if (index != NULL) {
    const bool done = read_argument(index, name, number);
    Py_DECREF(index);
    return done;
  }
  if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError)) return false;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s=%R (expected an integer, 0 to 18446744073709551615)", name, value);
  return false;
}

PyObject *layout_key(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  struct layout_object *layout = (struct layout_object *)self;
  struct call call = {.values = arguments + count,
                      .names = names,
                      .count = names == NULL ? 0 : PyTuple_Size(names),
                      .is_numbered = count > 0};
  if (count > 2) {
    PyErr_Format(
        PyExc_TypeError,
        "key() takes the number of the row and the seed by position, and %zd were given (expected the values "
        "of columns by name)",
        count);
    return NULL;
  }
  if (count > 0 && !read_argument(arguments[0], "row", &call.row)) return NULL;
  if (count > 1 && !read_argument(arguments[1], "seed", &call.seed)) return NULL;
  struct variant *variant = (struct variant *)(uintptr_t)variant_for_call(layout, &call);
  if (variant == NULL) return NULL;
  if (variant->count <= FEW) {
    rowkey_value values[FEW];
    PyObject *held[FEW];
    return read_and_encode(layout, variant, &call, values, held);
  }
  rowkey_value *values = PyMem_Calloc(variant->count, sizeof *values);
  PyObject **held = PyMem_Calloc(variant->count, sizeof *held);
  PyObject *key = values == NULL || held == NULL ? PyErr_NoMemory()
                                                 : read_and_encode(layout, variant, &call, values, held);
  PyMem_Free(values);
  PyMem_Free(held);
  return key;
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

/* Where one column of one record goes. */
struct cell {
  rowkey_value value;
  uint64_t offsets[2];
  uint8_t validity; /* a bit */
  bool wanted;
};

static rowkey_decoded decoded_of(const struct column *column, struct cell *cell, char *text, size_t room) {
  const bool is_text = column->schema.type == ROWKEY_TEXT;
  if (is_text) cell->value.as.text = text;
  return rowkey_decoded_with_nulls(is_text ? rowkey_decoded_text(text, room, cell->offsets, 1)
                                           : rowkey_decoded_numbers(column->schema.type, &cell->value.as, 1),
                                   &cell->validity);
}

static PyObject *record_of(const struct layout_object *layout, const struct variant *variant,
                           struct cell *cells) {
  PyObject *record = PyDict_New();
  for (size_t i = 0; record != NULL && i < variant->count; i++) {
    if (!cells[i].wanted) continue;
    cells[i].value.size = (size_t)(cells[i].offsets[1] - cells[i].offsets[0]);
    const bool is_null = (cells[i].validity & 1) == 0;
    PyObject *value =
        is_null ? none() : column_write(layout->state, &variant->columns[i], &cells[i].value, 0);
    if (value == NULL || PyDict_SetItem(record, variant->columns[i].name, value) != 0) Py_CLEAR(record);
    Py_XDECREF(value);
  }
  return record;
}

/* The decoder at rest, or a new one; NULL with an exception. */
static rowkey_decoder *take_decoder(const struct layout_object *layout, struct variant *variant) {
  rowkey_error error;
  rowkey_decoder *decoder = atomic_exchange(&variant->decoder, NULL);
  if (decoder == NULL) decoder = rowkey_decoder_create(variant->layout, &error);
  if (decoder == NULL) raise_library_error(layout->state, &error, NULL, 0);
  return decoder;
}

static void rest_decoder(struct variant *variant, rowkey_decoder *decoder) {
  rowkey_decoder *expected = NULL;
  if (!atomic_compare_exchange_strong(&variant->decoder, &expected, decoder)) rowkey_decoder_free(decoder);
}

/* The key as an object of bytes, with its bytes; NULL with an exception. */
static PyObject *take_key(PyObject *object, char **bytes, Py_ssize_t *size) {
  if (!value_is_bytes(object))
    return PyErr_Format(PyExc_TypeError, "expected a key as bytes, found %R", object);
  PyObject *key = PyBytes_FromObject(object);
  if (key != NULL && PyBytes_AsStringAndSize(key, bytes, size) != 0) Py_CLEAR(key);
  return key;
}

static PyObject *decode(const struct layout_object *layout, struct variant *variant, const rowkey_keys *keys,
                        struct cell *cells, rowkey_decoded *columns) {
  rowkey_error error;
  rowkey_decoder *decoder = take_decoder(layout, variant);
  if (decoder == NULL) return NULL;
  const rowkey_status status = rowkey_decode(decoder, keys, columns, variant->count, &error);
  rest_decoder(variant, decoder);
  return status == ROWKEY_OK
             ? record_of(layout, variant, cells)
             : raise_library_error(layout->state, &error, variant_column_name(variant, error.column), 0);
}

PyObject *layout_decode_key(PyObject *self, PyObject *object) {
  struct layout_object *layout = (struct layout_object *)self;
  struct variant *variant = layout->main;
  char *bytes;
  Py_ssize_t size;
  PyObject *key = take_key(object, &bytes, &size);
  if (key == NULL) return NULL;
  const uint64_t offsets[] = {0, (uint64_t)size};
  const rowkey_keys keys = rowkey_keys_of_offsets(bytes, offsets, 1);
  size_t room = 1; /* of each column, so that there is a pointer in any case */
  for (size_t i = 0; i < variant->count; i++) {
    const size_t bound = rowkey_decode_bound(variant->layout, &keys, i);
    if (bound > room) room = bound;
  }
  struct cell *cells = PyMem_Calloc(variant->count + 1, sizeof *cells);
  rowkey_decoded *columns = PyMem_Calloc(variant->count + 1, sizeof *columns);
  char *text = PyMem_Malloc((variant->count + 1) * room);
  PyObject *record = NULL;
  if (cells == NULL || columns == NULL || text == NULL) {
    PyErr_NoMemory();
  } else {
    for (size_t i = 0; i < variant->count; i++) {
      cells[i].wanted = rowkey_layout_recovery(variant->layout, i) == ROWKEY_RECOVERED;
      columns[i] = decoded_of(&variant->columns[i], &cells[i], text + i * room, room);
    }
    record = decode(layout, variant, &keys, cells, columns);
  }
  PyMem_Free(cells);
  PyMem_Free(columns);
  PyMem_Free(text);
  Py_DECREF(key);
  return record;
}

/* ---- Where fields end -------------------------------------------------------------------------- */

static PyObject *list_of_ends(const size_t *ends, size_t count) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < count; i++) list = append(list, PyLong_FromSize_t(ends[i]));
  return list;
}

/* _field_ends(key, count) */
PyObject *layout_field_ends(PyObject *self, PyObject *arguments) {
  struct layout_object *layout = (struct layout_object *)self;
  struct variant *variant = layout->main;
  PyObject *object;
  char *bytes;
  Py_ssize_t size, count;
  if (!PyArg_ParseTuple(arguments, "On:_field_ends", &object, &count)) return NULL;
  PyObject *key = take_key(object, &bytes, &size);
  if (key == NULL) return NULL;
  PyObject *list = NULL;
  rowkey_decoder *decoder = NULL;
  size_t *ends = PyMem_Calloc((size_t)count + 1, sizeof *ends);
  if (ends == NULL)
    PyErr_NoMemory();
  else
    decoder = take_decoder(layout, variant);
  if (decoder != NULL) {
    rowkey_error error;
    const rowkey_status status = rowkey_field_ends(decoder, bytes, (size_t)size, ends, (size_t)count, &error);
    rest_decoder(variant, decoder);
    list = status == ROWKEY_OK
               ? list_of_ends(ends, (size_t)count)
               : raise_library_error(layout->state, &error, variant_column_name(variant, error.column), 0);
  }
  PyMem_Free(ends);
  Py_DECREF(key);
  return list;
}
