/* How evenly rows fall on regions. */
#include <string.h>

#include "advised.h"

/* ---- The report -------------------------------------------------------------------------------- */

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
                    put(report, "hottest", PyLong_FromSize_t(found->hottest)) &&
                    put(report, "hottest_windows", PyLong_FromUnsignedLongLong(found->hottest_windows)) &&
                    put(report, "hottest_share", PyFloat_FromDouble(found->hottest_share)) &&
                    put(report, "column_windows", PyLong_FromUnsignedLongLong(found->column_windows)) &&
                    put(report, "cells", cells_of(found));
  if (!done) Py_CLEAR(report);
  return report;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

rowkey_status give_regions(rowkey_simulation *simulation, const uint32_t *regions, size_t rows,
                           rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (size_t done = 0; done < rows && status == ROWKEY_OK;) {
    const uint32_t *const next[] = {regions + done};
    size_t now;
    rowkey_simulation_wants(simulation, &now);
    if (now > rows - done) now = rows - done;
    status = rowkey_simulation_give_regions(simulation, next, now, NULL, error);
    done += now;
  }
  return status;
}

/* Arrays of regions, one after the other. */
struct region_arrays {
  const struct ArrowArray **items;
  size_t count;
  uint64_t rows;
};

static bool take_arrays(const struct module_state *state, PyObject *list, struct region_arrays *arrays) {
  arrays->items = PyMem_Calloc((size_t)PyList_Size(list) + 1, sizeof *arrays->items);
  if (arrays->items == NULL) return PyErr_NoMemory() != NULL;
  for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
    const struct array_object *array = array_of(state, PyList_GetItem(list, i));
    if (array == NULL) return false;
    if (strcmp(array->schema->schema.format, "I") != 0) {
      PyErr_SetString(PyExc_TypeError, "expected arrays of uint32");
      return false;
    }
    arrays->items[arrays->count++] = &array->shared->array;
    arrays->rows += (uint64_t)array->shared->array.length;
  }
  return true;
}

/* The regions from row `row` of all on, which is one of them, and how many lie there. */
static const uint32_t *regions_from(const struct region_arrays *arrays, uint64_t row, uint64_t *count) {
  size_t i = 0;
  for (; row >= (uint64_t)arrays->items[i]->length; i++) row -= (uint64_t)arrays->items[i]->length;
  *count = (uint64_t)arrays->items[i]->length - row;
  return (const uint32_t *)arrays->items[i]->buffers[1] + arrays->items[i]->offset + row;
}

/* Each writer has a contiguous part of the rows. */
static rowkey_status give_parts(rowkey_simulation *simulation, const struct region_arrays *arrays,
                                uint64_t *given, size_t writers, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  size_t most;
  for (size_t w; status == ROWKEY_OK && (w = rowkey_simulation_wants(simulation, &most)) != ROWKEY_NONE;) {
    const uint64_t row = rowkey_rows_before(arrays->rows, writers, w) + given[w];
    const uint64_t left = rowkey_rows_before(arrays->rows, writers, w + 1) - row;
    uint64_t rows = 0;
    const uint32_t *const next[] = {left == 0 ? NULL : regions_from(arrays, row, &rows)};
    if (rows > left) rows = left;
    if (rows > most) rows = most;
    status = rowkey_simulation_give_regions(simulation, next, (size_t)rows, NULL, error);
    given[w] += rows;
  }
  return status;
}

/* Region r is on server r modulo `servers`. */
static bool place_regions(const struct module_state *state, rowkey_simulation *simulation, size_t regions,
                          size_t servers) {
  rowkey_error error;
  uint32_t *server_of = PyMem_Calloc(regions, sizeof *server_of);
  if (server_of == NULL) return PyErr_NoMemory() != NULL;
  const bool done = rowkey_place_regions(regions, servers, NULL, server_of, &error) == ROWKEY_OK &&
                    rowkey_simulation_place(simulation, server_of, regions, servers, &error) == ROWKEY_OK;
  PyMem_Free(server_of);
  return done || raise_library_error(state, &error, NULL, 0) != NULL;
}

/* What was counted by region, and by server, or None. */
static PyObject *reports_of(rowkey_simulation *simulation) {
  const rowkey_load_report *servers = rowkey_simulation_report(simulation, 0, 0);
  PyObject *of_regions = report_of(rowkey_simulation_report(simulation, 0, ROWKEY_NONE));
  PyObject *of_servers = of_regions == NULL ? NULL : servers == NULL ? none() : report_of(servers);
  PyObject *reports = of_servers == NULL ? NULL : Py_BuildValue("(OO)", of_regions, of_servers);
  Py_XDECREF(of_regions);
  Py_XDECREF(of_servers);
  return reports;
}

/* load(regions: int, servers: int, writers: int, window: int, arrays: list[Array of uint32]): dicts of what
 * rowkey/load.h reports of the regions and of the servers, None for 0 of these. */
PyObject *load(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  Py_ssize_t regions, servers, writers;
  uint64_t window;
  PyObject *list, *reports = NULL;
  if (!PyArg_ParseTuple(arguments, "nnnO&O!:load", &regions, &servers, &writers, read_number, &window,
                        &PyList_Type, &list))
    return NULL;
  rowkey_error error;
  struct region_arrays arrays = {.items = NULL};
  uint64_t *given = PyMem_Calloc((size_t)writers, sizeof *given);
  rowkey_simulation *simulation = rowkey_simulation_create((size_t)writers, window, &error);
  bool good = given != NULL || PyErr_NoMemory() != NULL;
  if (good) good = simulation != NULL || raise_library_error(state, &error, NULL, 0) != NULL;
  good = good && (servers == 0 || place_regions(state, simulation, (size_t)regions, (size_t)servers)) &&
         take_arrays(state, list, &arrays);
  if (good && rowkey_simulation_add_regions(simulation, (size_t)regions, &error) == ROWKEY_OK &&
      give_parts(simulation, &arrays, given, (size_t)writers, &error) == ROWKEY_OK)
    reports = reports_of(simulation);
  else if (good)
    raise_library_error(state, &error, NULL, 0);
  rowkey_simulation_free(simulation);
  PyMem_Free(given);
  PyMem_Free(arrays.items);
  return reports;
}
