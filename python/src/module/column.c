/* Columns as Python names them. */
#include "column.h"

#include <string.h>

#include "column_kind.h"

static bool add_iso(const struct module_state *state, struct column *column) {
  PyObject *kind = kind_of_schema(&column->schema);
  const char *text = kind == NULL ? NULL : PyUnicode_AsUTF8AndSize(kind, NULL);
  rowkey_error error;
  if (text != NULL) {
    column->iso = rowkey_column_type_parse(text, strlen(text), &error);
    if (column->iso == NULL) raise_library_error(state, &error, NULL, 0);
  }
  Py_XDECREF(kind);
  return column->iso != NULL;
}

static bool read_kind(const struct module_state *state, const char *kind, struct column *column) {
  rowkey_error error;
  column->is_str = strcmp(kind, "text") == 0;
  if (!kind_read(kind, column->schema.name, &column->schema, &column->written_as, &error))
    return raise_library_error(state, &error, NULL, 0) != NULL;
  return column->written_as == NULL || column->schema.unit == ROWKEY_NO_TIME || add_iso(state, column);
}

bool column_create(const struct module_state *state, PyObject *name, PyObject *kind, struct column *column) {
  *column = (struct column){.name = NULL};
  if (!PyUnicode_Check(name) || !PyUnicode_Check(kind)) {
    PyErr_Format(PyExc_TypeError, "a column is a name and a type, both str, not %R: %R", name, kind);
    return false;
  }
  const char *text = PyUnicode_AsUTF8AndSize(kind, NULL);
  if (text == NULL) return false;
  Py_INCREF(name);
  Py_INCREF(kind);
  column->name = name;
  column->kind = kind;
  PyUnicode_InternInPlace(
      &column->name); /* the names of keyword arguments are interned: a pointer then tells */
  column->schema.name = PyUnicode_AsUTF8AndSize(column->name, NULL);
  if (column->schema.name != NULL && read_kind(state, text, column)) return true;
  column_free(column);
  return false;
}

void column_free(struct column *column) {
  rowkey_column_type_free(column->written_as);
  rowkey_column_type_free(column->iso);
  Py_XDECREF(column->name);
  Py_XDECREF(column->kind);
  *column = (struct column){.name = NULL};
}

PyObject *kind_of_schema(const rowkey_column *schema) {
  if (schema->width > 0) return PyUnicode_FromFormat("bytes(%u)", (unsigned)schema->width);
  const char *kind = kind_name(schema);
  if (kind != NULL) return PyUnicode_FromString(kind);
  PyErr_Format(PyExc_SystemError, "a column of type %d", (int)schema->type);
  return NULL;
}
