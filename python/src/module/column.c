/* Columns as Python names them. */
#include "column.h"

#include <rowkey/schema.h>
#include <string.h>

enum { KIND_SIZE = 32 }; /* of a type with a width or a unit */

static bool read_kind(const struct module_state *state, const char *kind, struct column *column) {
  rowkey_error error;
  column->is_str = strcmp(kind, "text") == 0;
  return rowkey_column_declare(column->schema.name, kind, strlen(kind), &column->schema, &error) ==
             ROWKEY_OK ||
         raise_library_error(state, &error, NULL, 0) != NULL;
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
  rowkey_column_free(&column->schema);
  Py_XDECREF(column->name);
  Py_XDECREF(column->kind);
  *column = (struct column){.name = NULL};
}

PyObject *kind_of_schema(const rowkey_column *schema) {
  char kind[KIND_SIZE];
  if (rowkey_column_type_name(schema, kind, sizeof kind) < sizeof kind) return PyUnicode_FromString(kind);
  PyErr_Format(PyExc_SystemError, "a column of type %s", kind);
  return NULL;
}
