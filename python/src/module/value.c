/* Python's values and those of columns. Types that are written in a way of their own, such as times and
 * UUIDs, go through their text: the library has the rules. */
#include <string.h>

#include "column.h"

/* ---- Kinds ------------------------------------------------------------------------------------- */

static bool fits_i64(PyObject *number) {
  int overflow;
  const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
  (void)value;
  return overflow == 0;
}

static bool is_plain_int(PyObject *value) { return PyLong_Check(value) && !PyBool_Check(value); }

PyObject *kind_of_value(const struct module_state *state, PyObject *value) {
  if (value == Py_None) return NULL;
  if (PyUnicode_Check(value)) return PyUnicode_InternFromString("text");
  if (PyBytes_Check(value)) return PyUnicode_InternFromString("bytes");
  if (PyFloat_Check(value)) return PyUnicode_InternFromString("f64");
  if (is_plain_int(value)) return PyUnicode_InternFromString(fits_i64(value) ? "i64" : "u64");
  return PyObject_CallFunctionObjArgs(state->kind_of, value, NULL);
}

int column_is_of(const struct module_state *state, const struct column *column, PyObject *value) {
  if (value == Py_None) return 1;
  const bool is_plain = column->written_as == NULL && column->schema.width == 0;
  if (PyUnicode_Check(value) || PyBytes_Check(value)) return is_plain && column->schema.type == ROWKEY_TEXT;
  if (PyFloat_Check(value)) return is_plain && column->schema.type == ROWKEY_F64;
  if (is_plain_int(value))
    return is_plain && column->schema.type == (fits_i64(value) ? ROWKEY_I64 : ROWKEY_U64);
  PyObject *kind = PyObject_CallFunctionObjArgs(state->kind_of, value, NULL);
  if (kind == NULL) return -1;
  const int same = PyUnicode_Compare(kind, column->kind) == 0;
  Py_DECREF(kind);
  return PyErr_Occurred() ? -1 : same;
}

/* ---- From Python ------------------------------------------------------------------------------- */

static bool fail_type(const struct column *column, const char *expected, PyObject *value) {
  PyErr_Format(PyExc_TypeError, "column %R is of type %U: expected %s, found %R", column->name, column->kind,
               expected, value);
  return false;
}

static bool fail_range(const struct module_state *state, const struct column *column, uint64_t row,
                       PyObject *value) {
  PyErr_Clear();
  return raise_row_error(state, row, column->name, "column %U, %R: the number is out of the range of type %U",
                         column->name, value, column->kind) != NULL;
}

static bool read_integer(const struct module_state *state, const struct column *column, PyObject *value,
                         uint64_t row, rowkey_value *read) {
  PyObject *number = PyFloat_Check(value) ? NULL : PyNumber_Index(value);
  if (number == NULL) {
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError)) return false;
    PyErr_Clear();
    return fail_type(column, "an int", value);
  }
  if (column->schema.type == ROWKEY_I64)
    read->as.i64 = PyLong_AsLongLong(number);
  else
    read->as.u64 = PyLong_AsUnsignedLongLong(number);
  Py_DECREF(number);
  return PyErr_Occurred() ? fail_range(state, column, row, value) : true;
}

static bool read_float(const struct module_state *state, const struct column *column, PyObject *value,
                       uint64_t row, rowkey_value *read) {
  const double number = PyUnicode_Check(value) || PyBytes_Check(value) ? -1 : PyFloat_AsDouble(value);
  if (PyUnicode_Check(value) || PyBytes_Check(value) ||
      (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))) {
    PyErr_Clear();
    return fail_type(column, "a float", value);
  }
  if (PyErr_Occurred()) return fail_range(state, column, row, value);
  if (column->schema.type == ROWKEY_F64) {
    read->as.f64 = number;
    return true;
  }
  read->as.f32 = (float)number;
  if ((double)read->as.f32 == number || number != number) return true;
  return raise_row_error(state, row, column->name,
                         "column %U, %R: the number is no f32 (expected one that 24 bits hold)", column->name,
                         value) != NULL;
}

bool value_is_bytes(PyObject *value) {
  return PyBytes_Check(value) || PyByteArray_Check(value) || PyMemoryView_Check(value);
}

static bool read_text(const struct column *column, PyObject *value, rowkey_value *read, PyObject **held) {
  Py_ssize_t size;
  if (PyUnicode_Check(value)) {
    read->as.text = PyUnicode_AsUTF8AndSize(value, &size);
    if (read->as.text == NULL) return false;
  } else {
    PyObject *bytes = value;
    if (!PyBytes_Check(value)) {
      if (!value_is_bytes(value)) return fail_type(column, "str or bytes", value);
      bytes = *held = PyBytes_FromObject(value);
      if (bytes == NULL) return false;
    }
    char *at;
    if (PyBytes_AsStringAndSize(bytes, &at, &size) != 0) return false;
    read->as.text = at;
  }
  read->size = (size_t)size;
  return true;
}

/* Reads text as `type` does, which is the column's, or that of its datetimes. */
static bool read_written(const struct module_state *state, const struct column *column,
                         const rowkey_column_type *type, PyObject *text, uint64_t row, rowkey_value *read,
                         PyObject **held) {
  Py_ssize_t size;
  const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
  if (utf8 == NULL) return false;
  const uint64_t offsets[] = {0, (uint64_t)size};
  const rowkey_values texts = rowkey_values_of_offsets(utf8, offsets, 1);
  const size_t room = rowkey_column_type_read_bound(type, &texts, 1);
  uint64_t ends[2] = {0, 0};
  rowkey_decoded values;
  if (column->schema.type == ROWKEY_TEXT) {
    *held = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)room);
    if (*held == NULL) return false;
    values = rowkey_decoded_text(PyBytes_AsString(*held), room, ends);
  } else {
    values = rowkey_decoded_numbers(&read->as);
  }
  rowkey_error error;
  if (rowkey_column_type_read(type, &texts, 1, &values, &error) != ROWKEY_OK) {
    if (error.status == ROWKEY_ERROR_MEMORY || error.status == ROWKEY_ERROR_IO)
      return raise_library_error(state, &error, NULL, 0) != NULL;
    return raise_row_error(state, row, column->name, "column %U, %R: %s", column->name, text, error.text) !=
           NULL;
  }
  if (column->schema.type == ROWKEY_TEXT) {
    read->as.text = PyBytes_AsString(*held);
    read->size = (size_t)ends[1];
  }
  return true;
}

/* Whether numbers stand for themselves in a column of a written type: counts since 1970, addresses, places in
 * a list; of decimals they are the number that is written. */
static bool takes_numbers(const struct column *column) {
  return column->schema.type != ROWKEY_TEXT && column->schema.type != ROWKEY_F64 &&
         strncmp(rowkey_column_type_text(column->written_as), "decimal", 7) != 0;
}

bool column_read(const struct module_state *state, const struct column *column, PyObject *value, uint64_t row,
                 rowkey_value *read, PyObject **held) {
  *held = NULL;
  *read = (rowkey_value){.is_null = value == Py_None};
  if (read->is_null) return true;
  if (column->written_as != NULL) {
    if (column->schema.type == ROWKEY_TEXT && (value_is_bytes(value)))
      return read_text(column, value, read, held); /* the bytes themselves */
    if (is_plain_int(value) && takes_numbers(column)) return read_integer(state, column, value, row, read);
    PyObject *text = PyObject_CallFunctionObjArgs(state->text_of, column->kind, value, NULL);
    const rowkey_column_type *type =
        column->iso != NULL && !PyUnicode_Check(value) ? column->iso : column->written_as;
    const bool done = text != NULL && read_written(state, column, type, text, row, read, held);
    Py_XDECREF(text);
    return done;
  }
  switch (column->schema.type) {
    case ROWKEY_U64:
    case ROWKEY_I64:
      return read_integer(state, column, value, row, read);
    case ROWKEY_F64:
    case ROWKEY_F32:
      return read_float(state, column, value, row, read);
    case ROWKEY_TEXT:
      break;
  }
  return read_text(column, value, read, held);
}

/* ---- To Python --------------------------------------------------------------------------------- */

static PyObject *number_object(const struct column *column, const rowkey_value *value) {
  switch (column->schema.type) {
    case ROWKEY_U64:
      return PyLong_FromUnsignedLongLong(value->as.u64);
    case ROWKEY_I64:
      return PyLong_FromLongLong(value->as.i64);
    case ROWKEY_F64:
      return PyFloat_FromDouble(value->as.f64);
    case ROWKEY_F32:
      return PyFloat_FromDouble((double)value->as.f32);
    case ROWKEY_TEXT:
      break;
  }
  return PyBytes_FromStringAndSize(value->as.text, (Py_ssize_t)value->size);
}

/* The value as its type writes it. */
static PyObject *write_text(const struct module_state *state, const struct column *column,
                            const rowkey_value *value, uint64_t row) {
  const uint64_t offsets[] = {0, value->size};
  const rowkey_values values = column->schema.type == ROWKEY_TEXT
                                   ? rowkey_values_of_offsets(value->as.text, offsets, 1)
                                   : rowkey_values_of_numbers(&value->as);
  const size_t room = rowkey_column_type_write_bound(column->written_as, &values, 1);
  char *text = PyMem_Malloc(room > 0 ? room : 1);
  if (text == NULL) return PyErr_NoMemory();
  uint64_t ends[2];
  const rowkey_decoded texts = rowkey_decoded_text(text, room, ends);
  rowkey_error error;
  PyObject *written = NULL;
  if (rowkey_column_type_write(column->written_as, &values, 1, &texts, &error) != ROWKEY_OK)
    raise_library_error(state, &error, column->schema.name, row);
  else
    written = PyUnicode_FromStringAndSize(text, (Py_ssize_t)ends[1]);
  PyMem_Free(text);
  return written;
}

PyObject *column_write(const struct module_state *state, const struct column *column,
                       const rowkey_value *value, uint64_t row) {
  if (column->is_str) {
    PyObject *text = PyUnicode_DecodeUTF8(value->as.text, (Py_ssize_t)value->size, NULL);
    if (text != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) return text;
    PyErr_Clear();
    return raise_row_error(state, row, column->name,
                           "column %U is not UTF-8 (expected text; declare it as bytes)", column->name);
  }
  if (column->written_as == NULL) return number_object(column, value);
  PyObject *raw = column->schema.unit != ROWKEY_NO_TIME ? number_object(column, value)
                                                        : write_text(state, column, value, row);
  if (raw == NULL) return NULL;
  PyObject *object = PyObject_CallFunctionObjArgs(state->value_of, column->kind, raw, NULL);
  Py_DECREF(raw);
  return object;
}
