/* Keys to their regions, and how evenly rows fall on them. */
#include <string.h>

#include "arrays.h"
#include "splits.h"

/* route(splits, array): an Array of uint32, null where the key is null. */
PyObject *route(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *points, *keys;
  if (!PyArg_ParseTuple(arguments, "OO:route", &points, &keys)) return NULL;
  if (splits_of(state, points) == NULL) return NULL;
  const struct splits_object *splits = (struct splits_object *)points;
  const struct array_object *array = array_of(state, keys);
  if (array == NULL) return NULL;
  struct ArrowArray regions = {.release = NULL};
  struct ArrowSchema schema;
  rowkey_error error;
  rowkey_status status;
  Py_BEGIN_ALLOW_THREADS;
  status =
      rowkey_arrow_route(splits->router, &array->schema->schema, &array->shared->array, &regions, &error);
  Py_END_ALLOW_THREADS;
  if (status == ROWKEY_ERROR_TYPE) {
    PyErr_SetString(PyExc_TypeError, error.text);
    return NULL;
  }
  if (status != ROWKEY_OK) return raise_library_error(state, &error, NULL, 0);
  if (!make_schema("I", "region", 0, &schema)) {
    regions.release(&regions);
    return PyErr_NoMemory();
  }
  struct shared_schema *shared = share_schema(&schema);
  if (shared == NULL) {
    regions.release(&regions);
    return NULL;
  }
  PyObject *object = new_array(state, shared, &regions, NULL);
  unref_schema(shared);
  return object;
}

static PyObject *put_evenness(PyObject *report, const rowkey_evenness *evenness) {
  const bool done = put(report, "rows", PyLong_FromUnsignedLongLong(evenness->rows)) &&
                    put(report, "least", PyLong_FromUnsignedLongLong(evenness->least)) &&
                    put(report, "most", PyLong_FromUnsignedLongLong(evenness->most)) &&
                    put(report, "mean", PyFloat_FromDouble(evenness->mean)) &&
                    put(report, "deviation", PyFloat_FromDouble(evenness->deviation)) &&
                    put(report, "variation", PyFloat_FromDouble(evenness->variation)) &&
                    put(report, "peak", PyFloat_FromDouble(evenness->peak)) &&
                    put(report, "gini", PyFloat_FromDouble(evenness->gini)) &&
                    put(report, "p_value", PyFloat_FromDouble(evenness->p_value)) &&
                    put(report, "active", PyLong_FromSize_t(evenness->active));
  if (!done) Py_CLEAR(report);
  return report;
}

static PyObject *counts_of(const uint64_t *counts, size_t count) {
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list != NULL && i < count; i++) {
    PyObject *number = PyLong_FromUnsignedLongLong(counts[i]);
    if (number == NULL || PyList_SetItem(list, (Py_ssize_t)i, number) != 0) Py_CLEAR(list);
  }
  return list;
}

/* The counts over time: for each column of windows, the rows of each region. */
static PyObject *cells_of(const rowkey_load_report *found) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < found->columns; i++)
    list = append(list, counts_of(found->cells + i * found->regions, found->regions));
  return list;
}

static PyObject *report_of(const rowkey_load_report *found) {
  PyObject *report = PyDict_New();
  if (report != NULL) report = put_evenness(report, &found->total);
  if (report == NULL) return NULL;
  const bool done = put(report, "counts", counts_of(found->counts, found->regions)) &&
                    put(report, "window", PyLong_FromUnsignedLongLong(found->window)) &&
                    put(report, "windows", PyLong_FromUnsignedLongLong(found->window_count)) &&
                    put(report, "active_mean", PyFloat_FromDouble(found->active_mean)) &&
                    put(report, "effective_mean", PyFloat_FromDouble(found->effective_mean)) &&
                    put(report, "peak_mean", PyFloat_FromDouble(found->peak_mean)) &&
                    put(report, "lock_step", PyFloat_FromDouble(found->lock_step)) &&
                    put(report, "column_windows", PyLong_FromUnsignedLongLong(found->column_windows)) &&
                    put(report, "cells", cells_of(found));
  if (!done) Py_CLEAR(report);
  return report;
}

/* load(regions: int, window: int, arrays: list[Array of uint32]): a dict of what rowkey/load.h reports. */
PyObject *load(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  Py_ssize_t regions;
  uint64_t window;
  PyObject *list;
  if (!PyArg_ParseTuple(arguments, "nO&O!:load", &regions, read_number, &window, &PyList_Type, &list))
    return NULL;
  rowkey_error error;
  rowkey_load *counter = rowkey_load_create((size_t)regions, window, &error);
  bool good = counter != NULL || raise_library_error(state, &error, NULL, 0) != NULL;
  for (Py_ssize_t i = 0; good && i < PyList_Size(list); i++) {
    const struct array_object *array = array_of(state, PyList_GetItem(list, i));
    if (array == NULL || strcmp(array->schema->schema.format, "I") != 0) {
      if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "expected arrays of uint32");
      good = false;
      break;
    }
    const struct ArrowArray *rows = &array->shared->array;
    const uint32_t *data = rows->length == 0 ? NULL : (const uint32_t *)rows->buffers[1] + rows->offset;
    good = rows->length == 0 || rowkey_load_add(counter, data, (size_t)rows->length, &error) == ROWKEY_OK ||
           raise_library_error(state, &error, NULL, 0) != NULL;
  }
  PyObject *report = good ? report_of(rowkey_load_finish(counter)) : NULL;
  rowkey_load_free(counter);
  return report;
}
