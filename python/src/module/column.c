/* Columns as Python names them. */
#include "column.h"

#include <string.h>

static const struct {
  const char *kind;
  rowkey_type type;
} plain_kinds[] = {{"u64", ROWKEY_U64}, {"i64", ROWKEY_I64},   {"f64", ROWKEY_F64},
                   {"f32", ROWKEY_F32}, {"text", ROWKEY_TEXT}, {"bytes", ROWKEY_TEXT}};

/* The N of bytes(N); 0 when the kind is none. */
static uint32_t width_of_kind(const char *kind) {
  static const char opening[] = "bytes(";
  if (strncmp(kind, opening, sizeof opening - 1) != 0) return 0;
  uint32_t width = 0;
  const char *digit = kind + sizeof opening - 1;
  for (; *digit >= '0' && *digit <= '9' && width <= 1048576; digit++)
    width = width * 10 + (uint32_t)(*digit - '0');
  return strcmp(digit, ")") == 0 && width <= 1048576 ? width : 0;
}

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
  column->is_str = strcmp(kind, "text") == 0;
  for (size_t i = 0; i < sizeof plain_kinds / sizeof plain_kinds[0]; i++) {
    if (strcmp(kind, plain_kinds[i].kind) != 0) continue;
    column->schema.type = plain_kinds[i].type;
    return true;
  }
  column->schema.width = width_of_kind(kind);
  if (column->schema.width > 0) {
    column->schema.type = ROWKEY_TEXT;
    return true;
  }
  rowkey_error error;
  column->written_as = rowkey_column_type_parse(kind, strlen(kind), &error);
  if (column->written_as == NULL) return raise_library_error(state, &error, NULL, 0) != NULL;
  column->schema = rowkey_column_type_column(column->written_as, column->schema.name);
  return column->schema.unit == ROWKEY_NO_TIME || add_iso(state, column);
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
  static const char *const units[] = {[ROWKEY_SECONDS] = "time(s)",
                                      [ROWKEY_MILLISECONDS] = "time(ms)",
                                      [ROWKEY_MICROSECONDS] = "time(us)",
                                      [ROWKEY_NANOSECONDS] = "time(ns)"};
  if (schema->unit != ROWKEY_NO_TIME) return PyUnicode_FromString(units[schema->unit]);
  if (schema->width > 0) return PyUnicode_FromFormat("bytes(%u)", (unsigned)schema->width);
  for (size_t i = 0; i < sizeof plain_kinds / sizeof plain_kinds[0]; i++)
    if (plain_kinds[i].type == schema->type) return PyUnicode_FromString(plain_kinds[i].kind);
  PyErr_Format(PyExc_SystemError, "a column of type %d", (int)schema->type);
  return NULL;
}
