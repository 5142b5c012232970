/* advise(): the search for a layout, from arrays of records to what each design does. */
#include <rowkey/advise.h>
#include <rowkey/pictures.h>
#include <string.h>
#include <time.h>

#include "advised.h"

/* What is wanted, as Python says it. */
struct wanted {
  PyObject *asks;     /* tuple of bytes */
  PyObject *keep;     /* tuple of (name, name) */
  PyObject *consider; /* tuple of (name, template: bytes) */
  PyObject *identity; /* tuple of names */
  const char *order;  /* a column, or NULL */
  const char *source; /* what pictures call the records */
  double seconds;     /* finite, above 0 */
  uint64_t window;    /* rows; 0: what suits the records */
  rowkey_advice_settings settings;
};

/* Everything that a call owns. */
struct advising {
  struct module_state *state;
  struct advised_records records;
  rowkey_arrow_reader *reader;
  const rowkey_column *columns; /* of the reader */
  size_t column_count;
  const rowkey_column_type **types; /* how questions write values; NULL for plain columns. Of the reader */
  rowkey_advisor *advisor;
  rowkey_load **loads;        /* of each design; NULL for one that is refused */
  struct interrupt interrupt; /* of the search */
};

/* ---- What is wanted ---------------------------------------------------------------------------- */

static bool find_column(const struct advising *advising, const char *name, size_t *index) {
  for (*index = 0; *index < advising->column_count; ++*index)
    if (strcmp(advising->columns[*index].name, name) == 0) return true;
  PyErr_Format(PyExc_ValueError, "there is no column %s (expected one of the records)", name);
  return false;
}

static bool ask(const struct advising *advising, const struct wanted *wanted) {
  rowkey_error error;
  for (Py_ssize_t i = 0; i < PyTuple_Size(wanted->asks); i++) {
    char *text;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(PyTuple_GetItem(wanted->asks, i), &text, &length) != 0) return false;
    if (rowkey_advisor_ask(advising->advisor, text, (size_t)length, &error) != ROWKEY_OK)
      return raise_condition_error(advising->state, &error) != NULL;
  }
  if (wanted->order != NULL &&
      rowkey_advisor_order(advising->advisor, wanted->order, strlen(wanted->order), &error) != ROWKEY_OK)
    return raise_condition_error(advising->state, &error) != NULL;
  for (Py_ssize_t i = 0; i < PyTuple_Size(wanted->keep); i++) {
    const char *first, *second;
    size_t before, after;
    if (!PyArg_ParseTuple(PyTuple_GetItem(wanted->keep, i), "ss:keep", &first, &second) ||
        !find_column(advising, first, &before) || !find_column(advising, second, &after))
      return false;
    if (rowkey_advisor_keep(advising->advisor, before, after, &error) != ROWKEY_OK)
      return raise_library_error(advising->state, &error, NULL, 0) != NULL;
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(wanted->consider); i++) {
    const char *name, *text;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(PyTuple_GetItem(wanted->consider, i), "sy#:consider", &name, &text, &length))
      return false;
    if (rowkey_advisor_consider(advising->advisor, name, text, (size_t)length, &error) != ROWKEY_OK)
      return raise_library_error(advising->state, &error, NULL, 0) != NULL;
  }
  return true;
}

static bool read_types(struct advising *advising) {
  advising->types = PyMem_Calloc(advising->column_count + 1, sizeof *advising->types);
  if (advising->types == NULL) return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < advising->column_count; i++) advising->types[i] = advising->columns[i].declared;
  return true;
}

static bool read_identity(const struct advising *advising, struct wanted *wanted) {
  for (Py_ssize_t i = 0; i < PyTuple_Size(wanted->identity); i++) {
    size_t column;
    const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(wanted->identity, i), NULL);
    if (name == NULL || !find_column(advising, name, &column)) return false;
    if (column < 64) wanted->settings.identity |= (uint64_t)1 << column; /* of more the advisor complains */
  }
  return true;
}

static bool create_advisor(struct advising *advising, struct wanted *wanted) {
  rowkey_error error;
  advising->reader = rowkey_arrow_reader_create(advising->records.schema, &error);
  if (advising->reader == NULL) return raise_library_error(advising->state, &error, NULL, 0) != NULL;
  advising->columns = rowkey_arrow_reader_columns(advising->reader, &advising->column_count);
  if (!read_types(advising)) return false;
  if (!read_identity(advising, wanted)) return false;
  advising->advisor = rowkey_advisor_create(&wanted->settings, advising->columns, advising->types,
                                            advising->column_count, &error);
  if (advising->advisor != NULL) return ask(advising, wanted);
  if (error.status == ROWKEY_ERROR_ARGUMENT)
    PyErr_SetString(PyExc_ValueError, error.text);
  else
    raise_library_error(advising->state, &error, NULL, 0);
  return false;
}

/* ---- The search -------------------------------------------------------------------------------- */

static rowkey_status add_piece(const struct advising *advising, const struct ArrowArray *piece,
                               rowkey_error *error) {
  rowkey_status status = rowkey_arrow_reader_open(advising->reader, piece, error);
  size_t done = 0;
  for (size_t rows = 1; status == ROWKEY_OK && rows > 0; done += rows) {
    const rowkey_values *columns;
    status = rowkey_arrow_reader_next(advising->reader, &columns, &rows, error);
    if (status != ROWKEY_OK) break;
    status = rowkey_advisor_add(advising->advisor, columns, rows, error);
    if (status != ROWKEY_OK && error->row != ROWKEY_NONE) error->row += done;
  }
  return status;
}

static rowkey_status add_batch(struct advising *advising, const struct ArrowArray *batch,
                               struct interrupt *interrupt, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (int64_t first = 0; status == ROWKEY_OK && first < batch->length; first += PIECE_ROWS) {
    const struct ArrowArray piece = piece_of(batch, first);
    if (!interrupt_check(interrupt)) return ROWKEY_ERROR_STOPPED;
    status = add_piece(advising, &piece, error);
    if (status == ROWKEY_OK) advising->records.rows += (uint64_t)piece.length;
  }
  return status;
}

static bool add_records(struct advising *advising) {
  struct advised_records *records = &advising->records;
  rowkey_error error;
  rowkey_status status = ROWKEY_OK;
  struct interrupt interrupt;
  interrupt_begin(&interrupt);
  for (size_t i = 0; status == ROWKEY_OK && i < records->count; i++)
    status = add_batch(advising, records->batches[i], &interrupt, &error);
  interrupt_end(&interrupt);
  if (interrupt.is_interrupted || status == ROWKEY_OK) return !interrupt.is_interrupted;
  const char *column = error.column < advising->column_count ? advising->columns[error.column].name : NULL;
  return raise_library_error(advising->state, &error, column, records->rows) != NULL;
}

/* Only whole windows are measured. */
static bool check_window(const struct advising *advising, uint64_t window) {
  const uint64_t rows = advising->records.rows;
  if (rows == 0 || window <= rows) return true;
  PyErr_Format(PyExc_ValueError,
               "a window of %llu rows has more than there are, and nothing can be measured (expected at most "
               "%llu, or a part of them)",
               (unsigned long long)window, (unsigned long long)rows);
  return false;
}

struct limit {
  struct timespec begun;
  double seconds;
};

static bool is_in_time(void *context, double done) {
  const struct limit *limit = context;
  struct timespec now;
  (void)done;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double passed =
      (double)(now.tv_sec - limit->begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - limit->begun.tv_nsec);
  return passed < limit->seconds;
}

static bool search(struct advising *advising, double seconds) {
  struct limit limit = {.seconds = seconds};
  rowkey_error error;
  clock_gettime(CLOCK_MONOTONIC, &limit.begun);
  interrupt_begin(&advising->interrupt);
  const rowkey_status status = rowkey_advisor_search(advising->advisor, is_in_time, &limit, &error);
  interrupt_end(&advising->interrupt);
  if (advising->interrupt.is_interrupted) return false;
  if (status == ROWKEY_OK) return true;
  if (status == ROWKEY_ERROR_SYNTAX || status == ROWKEY_ERROR_TYPE || status == ROWKEY_ERROR_NUMBER)
    raise_condition_error(advising->state, &error); /* conditions without a ? are read here */
  else if (status == ROWKEY_ERROR_COLUMN)
    PyErr_Format(PyExc_ValueError, "%s: allow_shared_keys=True allows shared keys", error.text);
  else if (status == ROWKEY_ERROR_RANGE)
    PyErr_SetString(PyExc_ValueError, error.text);
  else
    raise_library_error(advising->state, &error, NULL, 0);
  return false;
}

static bool load_designs(struct advising *advising, struct wanted *wanted) {
  if (wanted->window == 0)
    wanted->window = rowkey_advice_window(advising->records.rows, wanted->settings.servers);
  const size_t count = rowkey_advisor_designs(advising->advisor);
  advising->loads = PyMem_Calloc(count + 1, sizeof(rowkey_load *));
  if (advising->loads == NULL) return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < count; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advising->advisor, i);
    if (design->refused != NULL) continue;
    rowkey_error error;
    rowkey_status status;
    struct interrupt interrupt;
    interrupt_begin(&interrupt);
    status = load_advised(advising->advisor, i, &advising->records, wanted->settings.servers, wanted->window,
                          &interrupt, &advising->loads[i], &error);
    interrupt_end(&interrupt);
    if (interrupt.is_interrupted) return false;
    if (status != ROWKEY_OK) return raise_library_error(advising->state, &error, NULL, 0) != NULL;
    if (PyErr_CheckSignals() != 0) return false;
  }
  return true;
}

/* ---- The answer -------------------------------------------------------------------------------- */

static PyObject *text_or_none(const char *text) {
  return text == NULL ? none() : PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
}

static PyObject *answer_of(const rowkey_advised_answer *found) {
  PyObject *answer = PyDict_New();
  const bool done = answer != NULL && put(answer, "reads_all", PyBool_FromLong(found->reads_all)) &&
                    put(answer, "exact", PyBool_FromLong(found->is_exact)) &&
                    put(answer, "in_order", PyBool_FromLong(found->in_order)) &&
                    put(answer, "in_order_by_range", PyBool_FromLong(found->in_order_by_range)) &&
                    put(answer, "backwards", PyBool_FromLong(found->backwards)) &&
                    put(answer, "ranges", PyFloat_FromDouble(found->ranges)) &&
                    put(answer, "seeks", PyFloat_FromDouble(found->seeks)) &&
                    put(answer, "regions", PyFloat_FromDouble(found->regions)) &&
                    put(answer, "rows_read", PyFloat_FromDouble(found->read)) &&
                    put(answer, "rows_wanted", PyFloat_FromDouble(found->wanted)) &&
                    put(answer, "grown_rows_read", PyFloat_FromDouble(found->grown_read)) &&
                    put(answer, "max_ranges",
                        found->allowed_ranges == 0 ? none() : PyLong_FromSize_t(found->allowed_ranges));
  if (!done) Py_CLEAR(answer);
  return answer;
}

static PyObject *growth_of(const rowkey_advised_growth *found) {
  if (found->regions == 0) return none();
  PyObject *growth = PyDict_New();
  const bool done = growth != NULL && put(growth, "regions", PyFloat_FromDouble(found->regions)) &&
                    put(growth, "busy_regions", PyFloat_FromDouble(found->busy_regions)) &&
                    put(growth, "server_peak", PyFloat_FromDouble(found->server_peak)) &&
                    put(growth, "read_cost", PyFloat_FromDouble(found->read_cost));
  if (!done) Py_CLEAR(growth);
  return growth;
}

static PyObject *answers_of(const rowkey_advised_design *design, size_t questions) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && design->refused == NULL && i < questions; i++)
    list = append(list, answer_of(&design->answers[i]));
  return list;
}

/* Where the regions of a design begin, but for the first one. */
static PyObject *points_of(const rowkey_advised_design *design) {
  const size_t count = design->refused == NULL ? design->splits->count : 0;
  PyObject *points = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; points != NULL && i < count; i++) {
    const uint64_t *offsets = design->splits->offsets;
    PyObject *point = PyBytes_FromStringAndSize((const char *)design->splits->bytes + offsets[i],
                                                (Py_ssize_t)(offsets[i + 1] - offsets[i]));
    if (point == NULL || PyTuple_SetItem(points, (Py_ssize_t)i, point) != 0) Py_CLEAR(points);
  }
  return points;
}

static PyObject *design_of(const struct advising *advising, size_t index, size_t questions, bool grows) {
  const rowkey_advised_design *design = rowkey_advisor_design(advising->advisor, index);
  PyObject *dict = PyDict_New();
  const bool done =
      dict != NULL && put(dict, "layout", text_or_none(design->layout)) &&
      put(dict, "name", text_or_none(design->name)) && put(dict, "refused", text_or_none(design->refused)) &&
      put(dict, "reason", text_or_none(design->reason)) && put(dict, "points", points_of(design)) &&
      put(dict, "splits_by_sample", PyBool_FromLong(design->sample_rows > 0)) &&
      put(dict, "sample_rows", PyLong_FromUnsignedLongLong(design->sample_rows)) &&
      put(dict, "key_bytes", PyFloat_FromDouble(design->key_bytes)) &&
      put(dict, "read_cost", PyFloat_FromDouble(design->read_cost)) &&
      put(dict, "peak", PyFloat_FromDouble(rowkey_advised_peak(design))) &&
      put(dict, "server_peak_mean", PyFloat_FromDouble(design->server_peak_mean)) &&
      put(dict, "server_peak_most", PyFloat_FromDouble(design->server_peak_most)) &&
      put(dict, "server_peak_worst", PyFloat_FromDouble(design->server_peak_worst)) &&
      put(dict, "worst_placement", PyLong_FromSize_t(design->worst_placement)) &&
      put(dict, "region_peak_mean", PyFloat_FromDouble(design->region_peak_mean)) &&
      put(dict, "region_peak_most", PyFloat_FromDouble(design->region_peak_most)) &&
      put(dict, "lock_step", PyFloat_FromDouble(design->lock_step)) &&
      put(dict, "now", growth_of(&design->now)) &&
      put(dict, "growth", grows ? growth_of(&design->growth) : none()) &&
      put(dict, "on_front", PyBool_FromLong(design->is_on_front)) &&
      put(dict, "partial", PyBool_FromLong(design->is_partial)) &&
      put(dict, "answers", answers_of(design, questions));
  if (!done) Py_CLEAR(dict);
  return dict;
}

static PyObject *designs_of(const struct advising *advising, size_t questions, bool grows) {
  PyObject *list = PyList_New(0);
  const size_t count = rowkey_advisor_designs(advising->advisor);
  for (size_t i = 0; list != NULL && i < count; i++)
    list = append(list, design_of(advising, i, questions, grows));
  return list;
}

/* A tuple of numbers. */
static PyObject *indices_of(const size_t *indices, size_t count) {
  PyObject *tuple = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; tuple != NULL && i < count; i++) {
    PyObject *index = PyLong_FromSize_t(indices[i]);
    if (index == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, index) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *tables_of(const rowkey_advised_tables *found, size_t questions) {
  PyObject *tables = PyDict_New();
  const bool done = tables != NULL && put(tables, "designs", indices_of(found->designs, found->count)) &&
                    put(tables, "table_of_question", indices_of(found->table_of, questions)) &&
                    put(tables, "read_cost", PyFloat_FromDouble(found->read_cost)) &&
                    put(tables, "key_bytes", PyFloat_FromDouble(found->key_bytes)) &&
                    put(tables, "main", PyLong_FromSize_t(found->main)) &&
                    put(tables, "index_read_cost", PyFloat_FromDouble(found->index_read_cost)) &&
                    put(tables, "index_bytes", PyFloat_FromDouble(found->index_bytes)) &&
                    put(tables, "writes_per_question", PyFloat_FromDouble(found->writes_per_question)) &&
                    put(tables, "recommended", PyBool_FromLong(found->is_recommended));
  if (!done) Py_CLEAR(tables);
  return tables;
}

static PyObject *all_tables_of(const struct advising *advising, size_t questions) {
  PyObject *list = PyList_New(0);
  for (size_t count = 1; list != NULL && count <= ROWKEY_MOST_TABLES; count++) {
    const rowkey_advised_tables *tables = rowkey_advisor_tables(advising->advisor, count);
    if (tables != NULL) list = append(list, tables_of(tables, questions));
  }
  return list;
}

static PyObject *notes_of(const struct advising *advising) {
  PyObject *list = PyList_New(0);
  const char *note;
  for (size_t i = 0; list != NULL && (note = rowkey_advisor_note(advising->advisor, i)) != NULL; i++)
    list = append(list, PyUnicode_FromString(note));
  return list;
}

static PyObject *examples_of(const struct advising *advising, size_t questions) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < questions; i++)
    list = append(list, text_or_none(rowkey_advisor_example(advising->advisor, i)));
  return list;
}

/* The pictures that rowkey advise --pictures draws, by their names; None where no design is recommended. */
static PyObject *pictures_of(const struct advising *advising, const struct wanted *wanted, size_t chosen) {
  if (chosen == ROWKEY_NONE) return none();
  /* The recommended design, and the bare key where it can be taken, in their order. */
  rowkey_pictured pictured[2];
  size_t count = 0;
  bool has_bare = false;
  for (size_t i = 0; i < rowkey_advisor_designs(advising->advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advising->advisor, i);
    const bool is_bare = !has_bare && advising->loads[i] != NULL && design->name != NULL &&
                         strcmp(design->name, "bare key") == 0;
    has_bare = has_bare || is_bare;
    if (i == chosen || is_bare)
      pictured[count++] = rowkey_pictured_of(design->layout, rowkey_load_finish(advising->loads[i]));
  }
  const rowkey_rows_seen seen =
      rowkey_rows_seen_of(wanted->source, advising->records.rows, 1, wanted->window);
  size_t size;
  rowkey_error error;
  PyObject *pictures = PyDict_New();
  char *svg = rowkey_picture_designs(advising->advisor, chosen, wanted->settings.rows, &seen, pictured, count,
                                     &size, &error);
  bool done = pictures != NULL && put(pictures, "designs", take_picture(advising->state, svg, size, &error));
  if (done) {
    svg = rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, pictured, count, &size, &error);
    done = put(pictures, "heat", take_picture(advising->state, svg, size, &error));
  }
  if (!done) Py_CLEAR(pictures);
  return pictures;
}

static PyObject *report_of(const struct advising *advising, const struct wanted *wanted) {
  const size_t questions = (size_t)PyTuple_Size(wanted->asks);
  const size_t chosen = rowkey_advisor_choose(advising->advisor);
  uint64_t tried;
  const uint64_t candidates = rowkey_advisor_candidates(advising->advisor, &tried);
  PyObject *report = PyDict_New();
  const bool done =
      report != NULL && put(report, "rows", PyLong_FromUnsignedLongLong(advising->records.rows)) &&
      put(report, "window", PyLong_FromUnsignedLongLong(wanted->window)) &&
      put(report, "candidates", PyLong_FromUnsignedLongLong(candidates)) &&
      put(report, "tried", PyLong_FromUnsignedLongLong(tried)) &&
      put(report, "chosen", chosen == ROWKEY_NONE ? none() : PyLong_FromSize_t(chosen)) &&
      put(report, "examples", examples_of(advising, questions)) && put(report, "notes", notes_of(advising)) &&
      put(report, "tables", all_tables_of(advising, questions)) &&
      put(report, "pictures", pictures_of(advising, wanted, chosen)) &&
      put(report, "designs", designs_of(advising, questions, wanted->settings.rows > 0));
  if (!done) Py_CLEAR(report);
  return report;
}

/* ---- The call ---------------------------------------------------------------------------------- */

static void end(struct advising *advising) {
  const size_t designs = advising->loads == NULL ? 0 : rowkey_advisor_designs(advising->advisor);
  for (size_t i = 0; i < designs; i++) rowkey_load_free(advising->loads[i]);
  PyMem_Free(advising->loads);
  rowkey_advisor_free(advising->advisor);
  PyMem_Free(advising->types);
  rowkey_arrow_reader_free(advising->reader);
  PyMem_Free(advising->records.batches);
}

/* advise(schema, arrays: list[Array], asks, keep, consider, order, regions, servers, window, seconds,
 * seek_cost, most_peak, grows_to, seed, identity, allow_shared_keys, source): a dict of designs. */
PyObject *advise(PyObject *module, PyObject *arguments) {
  struct advising advising = {.state = PyModule_GetState(module)};
  struct wanted wanted;
  PyObject *schema, *arrays;
  Py_ssize_t regions, servers;
  uint64_t window, grows_to, seed;
  double seek_cost, most_peak;
  int allow_shared_keys;
  if (!PyArg_ParseTuple(arguments, "OO!O!O!O!znnO&dddO&O&O!py:advise", &schema, &PyList_Type, &arrays,
                        &PyTuple_Type, &wanted.asks, &PyTuple_Type, &wanted.keep, &PyTuple_Type,
                        &wanted.consider, &wanted.order, &regions, &servers, read_number, &window,
                        &wanted.seconds, &seek_cost, &most_peak, read_number, &grows_to, read_number, &seed,
                        &PyTuple_Type, &wanted.identity, &allow_shared_keys, &wanted.source))
    return NULL;
  wanted.settings = rowkey_advice_settings_of((size_t)regions, (size_t)servers);
  wanted.settings.seek_cost = seek_cost;
  wanted.settings.most_peak = most_peak;
  wanted.settings.rows = grows_to;
  wanted.settings.seed = seed;
  wanted.settings.allow_shared_keys = allow_shared_keys != 0;
  wanted.settings.go_on = interrupt_check;
  wanted.settings.go_on_context = &advising.interrupt;
  wanted.window = window;
  PyObject *report = NULL;
  if (take_advised_records(advising.state, schema, arrays, &advising.records) &&
      create_advisor(&advising, &wanted) && add_records(&advising) && check_window(&advising, window) &&
      search(&advising, wanted.seconds) && load_designs(&advising, &wanted))
    report = report_of(&advising, &wanted);
  end(&advising);
  return report;
}
