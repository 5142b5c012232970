/* Made rows, and the kinds of them. */
#include <rowkey/made.h>

#include "growing.h"

/* made_kinds(): a list of (name, usage, summary). */
PyObject *made_kinds(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  PyObject *list = PyList_New(0);
  const rowkey_made_kind *kind;
  for (size_t i = 0; list != NULL && (kind = rowkey_made_kind_at(i)) != NULL; i++)
    list = append(list, Py_BuildValue("(sss)", kind->name, kind->usage, kind->summary));
  return list;
}

static const bool all_str[ROWKEY_MADE_COLUMNS] = {true, true, true, true, true};

/* Rows [first, end) as an array. Without the lock of Python's. */
static rowkey_status make_piece(rowkey_made *made, uint64_t first, uint64_t end, struct growing *growing,
                                size_t count, struct ArrowArray *out, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  rowkey_batch batch;
  for (uint64_t row = first; status == ROWKEY_OK && row < end; row += batch.rows) {
    status = rowkey_made_rows(made, row, (size_t)(end - row), &batch, error);
    for (size_t i = 0; status == ROWKEY_OK && i < count; i++)
      status = growing_add(&growing[i], &batch.columns[i], batch.rows, error);
  }
  if (status == ROWKEY_OK && !growing_take(growing, count, (size_t)(end - first), out))
    error->status = status = ROWKEY_ERROR_MEMORY;
  return status;
}

/* The rows, piece by piece, appended to the list; false with an exception. */
static bool make_rows(struct module_state *state, rowkey_made *made, uint64_t rows, PyObject *schema,
                      PyObject *list) {
  size_t count;
  const rowkey_column *columns = rowkey_made_columns(made, &count);
  struct growing *growing = growing_create(columns, all_str, count);
  bool good = growing != NULL || PyErr_NoMemory() != NULL;
  for (uint64_t first = 0; good && first < rows; first += PIECE_ROWS) {
    const uint64_t end = rows - first < PIECE_ROWS ? rows : first + PIECE_ROWS;
    struct ArrowArray array = {.release = NULL};
    rowkey_error error;
    rowkey_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = make_piece(made, first, end, growing, count, &array, &error);
    Py_END_ALLOW_THREADS;
    if (status != ROWKEY_OK) {
      good = raise_library_error(state, &error, NULL, 0) != NULL;
      break;
    }
    PyObject *piece = new_array(state, ((struct schema_object *)schema)->shared, &array, NULL);
    good = piece != NULL && PyList_Append(list, piece) == 0 && PyErr_CheckSignals() == 0;
    Py_XDECREF(piece);
  }
  growing_free(growing, count);
  return good;
}

/* made_rows(kind: bytes, rows: int, seed: int): (Schema, list of Arrays). ValueError for a kind. */
PyObject *made_rows(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  const char *text;
  Py_ssize_t length;
  uint64_t rows, seed;
  if (!PyArg_ParseTuple(arguments, "y#O&O&:made_rows", &text, &length, read_number, &rows, read_number,
                        &seed))
    return NULL;
  rowkey_error error;
  rowkey_made *made = rowkey_made_create(text, (size_t)length, rows, seed, &error);
  if (made == NULL && error.status == ROWKEY_ERROR_MEMORY) return PyErr_NoMemory();
  if (made == NULL) {
    PyErr_SetString(PyExc_ValueError, error.text);
    return NULL;
  }
  size_t count;
  const rowkey_column *columns = rowkey_made_columns(made, &count);
  struct ArrowSchema type;
  PyObject *schema =
      growing_schema(columns, all_str, count, &type) ? new_schema(state, &type) : PyErr_NoMemory();
  PyObject *list = schema == NULL ? NULL : PyList_New(0);
  if (list != NULL && !make_rows(state, made, rows, schema, list)) Py_CLEAR(list);
  PyObject *result = list == NULL ? NULL : Py_BuildValue("(OO)", schema, list);
  Py_XDECREF(schema);
  Py_XDECREF(list);
  rowkey_made_free(made);
  return result;
}
