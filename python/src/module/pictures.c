/* Pictures: loads that Python keeps the numbers of, as SVG. */
#include <rowkey/pictures.h>
#include <string.h>

#include "module.h"

PyObject *take_picture(const struct module_state *state, char *svg, size_t size, const rowkey_error *error) {
  if (svg == NULL) return raise_library_error(state, error, NULL, 0);
  PyObject *text = PyUnicode_FromStringAndSize(svg, (Py_ssize_t)size);
  rowkey_picture_free(svg);
  return text;
}

/* Counts of regions are in the bytes' object, and those of cells, which must live as long. False with an
 * exception. */
static bool read_load(PyObject *numbers, rowkey_load_report *report, const char **name) {
  const char *counts, *cells;
  Py_ssize_t count_bytes, cell_bytes;
  uint64_t hottest;
  if (!PyArg_ParseTuple(numbers, "yy#y#O&O&O&ddO&O&d:load", name, &counts, &count_bytes, &cells, &cell_bytes,
                        read_number, &report->window, read_number, &report->window_count, read_number,
                        &report->column_windows, &report->active_mean, &report->lock_step, read_number,
                        &hottest, read_number, &report->hottest_windows, &report->hottest_share))
    return false;
  if (count_bytes == 0 || cell_bytes % count_bytes != 0) {
    PyErr_SetString(
        PyExc_ValueError,
        "a load whose cells are of other regions than its counts (expected what simulate() returns)");
    return false;
  }
  uint64_t *sorted = PyMem_Malloc((size_t)count_bytes);
  if (sorted == NULL) return PyErr_NoMemory() != NULL;
  memcpy(sorted, counts, (size_t)count_bytes);
  report->regions = (size_t)count_bytes / sizeof *report->counts;
  report->total = rowkey_evenness_of(sorted, report->regions);
  report->counts = (const uint64_t *)(const void *)counts;
  report->columns = (size_t)(cell_bytes / count_bytes);
  report->cells = (const uint64_t *)(const void *)cells;
  report->hottest = (size_t)hottest;
  PyMem_Free(sorted);
  return true;
}

/* picture_loads(kind: int, source: bytes, writers: int, by_server: bool, loads: list of tuples as read_load
 * takes them apart): the SVG. */
PyObject *picture_loads(PyObject *module, PyObject *arguments) {
  int kind, by_server;
  const char *source;
  uint64_t writers;
  PyObject *list, *text = NULL;
  if (!PyArg_ParseTuple(arguments, "iyO&pO!:picture_loads", &kind, &source, read_number, &writers, &by_server,
                        &PyList_Type, &list))
    return NULL;
  const size_t count = (size_t)PyList_Size(list);
  rowkey_load_report *reports = PyMem_Calloc(count + 1, sizeof *reports);
  rowkey_pictured *pictured = PyMem_Calloc(count + 1, sizeof *pictured);
  bool good = (reports != NULL && pictured != NULL) || PyErr_NoMemory() != NULL;
  for (size_t i = 0; good && i < count; i++) {
    good = read_load(PyList_GetItem(list, (Py_ssize_t)i), &reports[i], &pictured[i].layout);
    pictured[i].report = &reports[i];
  }
  if (good) {
    rowkey_rows_seen seen =
        rowkey_rows_seen_of(source, reports[0].total.rows, (size_t)writers, reports[0].window);
    seen.by_server = by_server != 0;
    size_t size;
    rowkey_error error;
    char *svg = rowkey_picture_loads((rowkey_picture_kind)kind, &seen, pictured, count, &size, &error);
    text = take_picture(PyModule_GetState(module), svg, size, &error);
  }
  PyMem_Free(reports);
  PyMem_Free(pictured);
  return text;
}
