/* A question, filled in with the values of a record. */
#include <rowkey/advise.h>
#include <string.h>

#include "column.h"

/* The record, a value for each column. */
struct asked {
  size_t count, created; /* columns; how many are to be freed */
  struct column *columns;
  rowkey_column *schema;
  const rowkey_column_type **types;
  rowkey_value *values;
  PyObject **held;
};

static void end(struct asked *asked) {
  for (size_t i = 0; i < asked->created; i++) column_free(&asked->columns[i]);
  for (size_t i = 0; asked->held != NULL && i < asked->count; i++) Py_XDECREF(asked->held[i]);
  PyMem_Free(asked->columns);
  PyMem_Free(asked->schema);
  PyMem_Free(asked->types);
  PyMem_Free(asked->values);
  PyMem_Free(asked->held);
}

/* The record's items are (name, type, value). */
static bool begin(const struct module_state *state, PyObject *items, struct asked *asked) {
  const size_t count = (size_t)PyList_Size(items);
  *asked = (struct asked){.count = count,
                          .columns = PyMem_Calloc(count + 1, sizeof *asked->columns),
                          .schema = PyMem_Calloc(count + 1, sizeof *asked->schema),
                          .types = PyMem_Calloc(count + 1, sizeof *asked->types),
                          .values = PyMem_Calloc(count + 1, sizeof *asked->values),
                          .held = PyMem_Calloc(count + 1, sizeof *asked->held)};
  if (asked->columns == NULL || asked->schema == NULL || asked->types == NULL || asked->values == NULL ||
      asked->held == NULL)
    return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < count; i++) {
    struct column *column = &asked->columns[i];
    PyObject *name, *kind, *value;
    if (!PyArg_ParseTuple(PyList_GetItem(items, (Py_ssize_t)i), "OOO:item", &name, &kind, &value) ||
        !column_create(state, name, kind, column))
      return false;
    asked->created++;
    if (!column_take(state, column, value, 0, &asked->values[i], &asked->held[i])) return false;
    asked->schema[i] = column->schema;
    asked->types[i] = column->schema.declared;
  }
  return true;
}

static PyObject *fail(const struct module_state *state, const struct asked *asked, rowkey_error *error) {
  if (error->offset != ROWKEY_NONE || error->column >= asked->count)
    return raise_condition_error(state, error);
  if (error->status == ROWKEY_ERROR_TYPE) {
    PyErr_SetString(PyExc_TypeError, error->text);
    return NULL;
  }
  error->row = 0;
  return raise_library_error(state, error, asked->schema[error->column].name, 0);
}

/* fill_question(question: bytes, record: list of (name, type, value)): the conditions, as str. */
PyObject *fill_question(PyObject *module, PyObject *arguments) {
  const struct module_state *state = PyModule_GetState(module);
  const char *question;
  Py_ssize_t length;
  PyObject *items, *filled = NULL;
  if (!PyArg_ParseTuple(arguments, "y#O!:fill_question", &question, &length, &PyList_Type, &items))
    return NULL;
  struct asked asked;
  rowkey_error error;
  rowkey_status status = ROWKEY_OK;
  size_t capacity = 256, size = 0;
  char *text = NULL;
  bool good = begin(state, items, &asked);
  if (good) {
    const rowkey_record record = rowkey_record_of(asked.values, asked.count);
    do {
      capacity = size < capacity ? capacity : size + 1;
      PyMem_Free(text);
      text = PyMem_Malloc(capacity);
      good = text != NULL || PyErr_NoMemory() != NULL;
      if (good)
        status = rowkey_question_fill(asked.schema, asked.types, asked.count, question, (size_t)length,
                                      &record, text, capacity, &size, &error);
    } while (good && status == ROWKEY_ERROR_SPACE);
  }
  if (good && status == ROWKEY_OK)
    filled = PyUnicode_DecodeUTF8(text, (Py_ssize_t)size, "surrogateescape");
  else if (good)
    fail(state, &asked, &error);
  PyMem_Free(text);
  end(&asked);
  return filled;
}
