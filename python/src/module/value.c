/* Python's values, with what they say they are, and those of columns. The library converts. */
#include <rowkey/schema.h>
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
  PyObject *kind = PyObject_CallFunctionObjArgs(state->kind_of, value, NULL);
  if (kind == Py_None) Py_CLEAR(kind);
  return kind;
}

int column_is_of(const struct module_state *state, const struct column *column, PyObject *value) {
  if (value == Py_None) return 1;
  const bool is_plain = column->schema.declared == NULL && column->schema.width == 0;
  if (PyUnicode_Check(value) || PyBytes_Check(value)) return is_plain && column->schema.type == ROWKEY_TEXT;
  if (PyFloat_Check(value)) return is_plain && column->schema.type == ROWKEY_F64;
  if (is_plain_int(value))
    return is_plain && column->schema.type == (fits_i64(value) ? ROWKEY_I64 : ROWKEY_U64);
  PyObject *kind = kind_of_value(state, value);
  if (kind == NULL) return PyErr_Occurred() ? -1 : 1;
  const int same = PyUnicode_Compare(kind, column->kind) == 0;
  Py_DECREF(kind);
  return PyErr_Occurred() ? -1 : same;
}

/* ---- From Python ------------------------------------------------------------------------------- */

/* A value on its way into a column: `read` is what the caller gets, at first as Python told it. */
struct reading {
  const struct module_state *state;
  const struct column *column;
  PyObject *value;
  uint64_t row;
  rowkey_value *read;
  PyObject **held;
};

static bool fail_type(const struct reading *reading, const char *problem) {
  PyErr_Format(PyExc_TypeError, "row %llu: %s, found %R", (unsigned long long)reading->row, problem,
               reading->value);
  return false;
}

/* A whole number with a tag, in the form that the column keeps where it can. */
static bool read_integer(struct reading *reading, rowkey_kind kind, int detail, PyObject *number) {
  int overflow;
  rowkey_value *read = reading->read;
  read->as.i64 = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (overflow > 0) read->as.u64 = PyLong_AsUnsignedLongLong(number);
  if (overflow < 0 || (read->as.i64 == -1 && PyErr_Occurred())) {
    PyErr_Clear();
    return raise_row_error(reading->state, reading->row, reading->column->name,
                           "column %U: %R is out of the range of type %U (expected a number of 64 bits)",
                           reading->column->name, reading->value, reading->column->kind) != NULL;
  }
  const bool is_unsigned = overflow > 0 || (reading->column->schema.type == ROWKEY_U64 && read->as.i64 >= 0);
  read->tag = ROWKEY_TAG(kind, is_unsigned ? ROWKEY_FORM_U64 : ROWKEY_FORM_I64, detail);
  return true;
}

bool value_is_bytes(PyObject *value) {
  return PyBytes_Check(value) || PyByteArray_Check(value) || PyMemoryView_Check(value);
}

static bool read_text(struct reading *reading, PyObject *text) {
  Py_ssize_t size;
  reading->read->as.text = PyUnicode_AsUTF8AndSize(text, &size);
  if (reading->read->as.text == NULL) return false;
  reading->read->size = (size_t)size;
  reading->read->tag = ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0);
  return true;
}

static bool read_bytes(struct reading *reading, rowkey_kind kind, PyObject *value) {
  char *at;
  Py_ssize_t size;
  if (!PyBytes_Check(value)) value = *reading->held = PyBytes_FromObject(value);
  if (value == NULL || PyBytes_AsStringAndSize(value, &at, &size) != 0) return false;
  reading->read->as.text = at;
  reading->read->size = (size_t)size;
  reading->read->tag = ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0);
  return true;
}

/* What rowkey._values.told() says: (kind, detail, number or bytes). */
static bool read_told(struct reading *reading, PyObject *told) {
  static const struct {
    const char *word;
    rowkey_kind kind;
  } kinds[] = {{"integer", ROWKEY_KIND_INTEGER}, {"decimal", ROWKEY_KIND_DECIMAL},
               {"instant", ROWKEY_KIND_INSTANT}, {"date", ROWKEY_KIND_DATE},
               {"bool", ROWKEY_KIND_BOOL},       {"uuid", ROWKEY_KIND_UUID},
               {"bytes", ROWKEY_KIND_BYTES},     {"float", ROWKEY_KIND_FLOAT}};
  const char *word;
  int detail;
  PyObject *given;
  size_t i = 0;
  if (!PyArg_ParseTuple(told, "siO:told", &word, &detail, &given)) return false;
  while (strcmp(kinds[i].word, word) != 0) i++;
  if (PyBytes_Check(given)) {
    Py_INCREF(given); /* the tuple goes, and the value points into it */
    *reading->held = given;
    return read_bytes(reading, kinds[i].kind, given);
  }
  if (!PyFloat_Check(given)) return read_integer(reading, kinds[i].kind, detail, given);
  *reading->read = rowkey_value_f64(PyFloat_AsDouble(given));
  return true;
}

/* A value of a type that read_value does not check for itself: a subclass, or a library's own type. */
static bool read_other(struct reading *reading) {
  const struct column *column = reading->column;
  PyObject *told = PyObject_CallFunctionObjArgs(reading->state->told, reading->value, column->kind, NULL);
  if (told == NULL && PyErr_ExceptionMatches(PyExc_ValueError)) {
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    raise_row_error(reading->state, reading->row, column->name, "column %U: %S", column->name, error);
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(trace);
  }
  if (told == NULL) return false;
  if (told == Py_None) *reading->read = rowkey_value_null();
  const bool done = reading->read->is_null || read_told(reading, told);
  Py_DECREF(told);
  return done;
}

static bool read_value(struct reading *reading) {
  PyObject *value = reading->value;
  if (value == Py_None) {
    *reading->read = rowkey_value_null();
    return true;
  }
  if (PyUnicode_Check(value)) return read_text(reading, value);
  if (is_plain_int(value)) return read_integer(reading, ROWKEY_KIND_INTEGER, 0, value);
  if (value_is_bytes(value)) return read_bytes(reading, ROWKEY_KIND_BYTES, value);
  if (!PyFloat_Check(value)) return read_other(reading);
  *reading->read = rowkey_value_f64(PyFloat_AsDouble(value));
  return true;
}

/* Whether the value is what the column keeps, as most are: null, or of a plain column's own type. */
static bool is_kept(const rowkey_column *column, const rowkey_value *value) {
  static const uint32_t tags[] = {
      [ROWKEY_U64] = ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_U64, 0),
      [ROWKEY_I64] = ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_I64, 0),
      [ROWKEY_F64] = ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F64, 0),
      [ROWKEY_F32] = ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F32, 0),
      [ROWKEY_TEXT] = ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0),
  };
  return value->is_null ||
         (column->declared == NULL && column->width == 0 && value->tag == tags[column->type]);
}

/* Makes the value what the column keeps: text of a declared type may become other bytes, which *held then
 * has. */
static bool keep_value(const struct reading *reading) {
  const struct column *column = reading->column;
  const rowkey_value given = *reading->read;
  const bool is_text = column->schema.type == ROWKEY_TEXT && column->schema.declared != NULL;
  const size_t capacity = is_text ? given.size + 16 : 0;
  PyObject *room = capacity == 0 ? NULL : PyBytes_FromStringAndSize(NULL, (Py_ssize_t)capacity);
  if (room == NULL && capacity > 0) return false;
  char *at = room == NULL ? NULL : PyBytes_AsString(room);
  rowkey_error error;
  const rowkey_status status =
      rowkey_value_keep(&column->schema, &given, at, capacity, reading->read, &error);
  if (at != NULL && reading->read->as.text == at) {
    replace(reading->held, room);
    room = NULL;
  }
  Py_XDECREF(room);
  if (status == ROWKEY_OK) return true;
  if (status == ROWKEY_ERROR_TYPE) return fail_type(reading, error.text);
  if (status != ROWKEY_ERROR_MEMORY && status != ROWKEY_ERROR_IO) error.row = 0;
  return raise_library_error(reading->state, &error, column->schema.name, reading->row) != NULL;
}

static struct reading begin_reading(const struct module_state *state, const struct column *column,
                                    PyObject *value, uint64_t row, rowkey_value *read, PyObject **held) {
  *read = (rowkey_value){0};
  *held = NULL;
  return (struct reading){
      .state = state, .column = column, .value = value, .row = row, .read = read, .held = held};
}

bool column_take(const struct module_state *state, const struct column *column, PyObject *value, uint64_t row,
                 rowkey_value *told, PyObject **held) {
  struct reading reading = begin_reading(state, column, value, row, told, held);
  return read_value(&reading);
}

bool column_read(const struct module_state *state, const struct column *column, PyObject *value, uint64_t row,
                 rowkey_value *kept, PyObject **held) {
  struct reading reading = begin_reading(state, column, value, row, kept, held);
  return read_value(&reading) && (is_kept(&column->schema, kept) || keep_value(&reading));
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
  const rowkey_values values = column->schema.type == ROWKEY_TEXT
                                   ? rowkey_values_of_width(ROWKEY_KIND_KEPT, value->as.text, value->size, 1)
                                   : rowkey_kept_numbers(column->schema.type, &value->as, 1);
  const size_t room = rowkey_column_type_write_bound(column->schema.declared, &values, 1);
  char *text = PyMem_Malloc(room > 0 ? room : 1);
  if (text == NULL) return PyErr_NoMemory();
  uint64_t ends[2];
  const rowkey_decoded texts = rowkey_decoded_text(text, room, ends, 1);
  rowkey_error error;
  PyObject *written = NULL;
  if (rowkey_column_type_write(column->schema.declared, &values, 1, &texts, &error) != ROWKEY_OK)
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
  if (column->schema.declared == NULL) return number_object(column, value);
  PyObject *raw = column->schema.unit != ROWKEY_NO_TIME ? number_object(column, value)
                                                        : write_text(state, column, value, row);
  if (raw == NULL) return NULL;
  PyObject *object = PyObject_CallFunctionObjArgs(state->value_of, column->kind, raw, NULL);
  Py_DECREF(raw);
  return object;
}
