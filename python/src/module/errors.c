/* Exceptions for the errors of the library. Their classes are Python's, in rowkey/_errors.py. */
#include <stdarg.h>

#include "module.h"

static PyObject *number_or_none(uint64_t number, bool is_number) {
  return is_number ? PyLong_FromUnsignedLongLong(number) : none();
}

/* Text of the library, which may show bytes that are not UTF-8. */
static PyObject *text_of(const char *text) {
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
}

/* Raises class(text, a, b, …), whose references it takes. */
static PyObject *raise(PyObject *class, PyObject *arguments) {
  if (arguments == NULL) return NULL;
  PyObject *exception = PyObject_CallObject(class, arguments);
  Py_DECREF(arguments);
  if (exception != NULL) PyErr_SetObject(class, exception);
  Py_XDECREF(exception);
  return NULL;
}

PyObject *raise_library_error(const struct module_state *state, const rowkey_error *error, const char *column,
                              uint64_t first_row) {
  if (PyErr_Occurred()) return NULL;
  if (error->status == ROWKEY_ERROR_MEMORY) return PyErr_NoMemory();
  if (error->status == ROWKEY_ERROR_IO) {
    PyErr_SetString(PyExc_OSError, error->text);
    return NULL;
  }
  if (error->row != ROWKEY_NONE) {
    return raise(state->row_error, Py_BuildValue("(NNN)", text_of(error->text),
                                                 PyLong_FromUnsignedLongLong(first_row + error->row),
                                                 column == NULL ? none() : text_of(column)));
  }
  const bool of_layout = error->status == ROWKEY_ERROR_SYNTAX || error->status == ROWKEY_ERROR_TYPE ||
                         error->status == ROWKEY_ERROR_COLUMN;
  if (of_layout) {
    return raise(state->layout_error,
                 Py_BuildValue("(NN)", text_of(error->text),
                               number_or_none(error->offset, error->offset != ROWKEY_NONE)));
  }
  return raise(state->error, Py_BuildValue("(N)", text_of(error->text)));
}

PyObject *raise_condition_error(const struct module_state *state, const rowkey_error *error) {
  if (error->offset == ROWKEY_NONE || error->status == ROWKEY_ERROR_IO)
    return raise_library_error(state, error, NULL, 0);
  return raise(state->condition_error,
               Py_BuildValue("(NN)", text_of(error->text), PyLong_FromSize_t(error->offset)));
}

PyObject *raise_record_error(const struct module_state *state, const char *reason, PyObject *place,
                             PyObject *row, const char *column) {
  return raise(state->record_error,
               Py_BuildValue("(NOON)", text_of(reason), place, row == NULL ? Py_None : row,
                             column == NULL ? none() : text_of(column)));
}

PyObject *raise_row_error(const struct module_state *state, uint64_t row, PyObject *column,
                          const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PyObject *reason = PyUnicode_FromFormatV(format, arguments);
  va_end(arguments);
  if (reason == NULL) return NULL;
  return raise(state->row_error, Py_BuildValue("(NNO)", reason, PyLong_FromUnsignedLongLong(row), column));
}
