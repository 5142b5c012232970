/* The type TextRecords: how records of text are read. Once its columns are used it does not change, and
 * threads may share it: each call takes a reader of the library, and leaves it to the next one. */
#include <rowkey/records.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growing.h"

enum { SPARE = 8 }; /* readers at rest */

struct text_object {
  PyObject_HEAD struct module_state *state;
  const rowkey_record_kind *kind;
  rowkey_records *records;
  const rowkey_column *columns; /* of the records … */
  size_t count;                 /* … of which so many are read */
  bool *is_str;                 /* of each */
  PyObject *schema;
  _Atomic(rowkey_record_reader *) spare[SPARE];
};

/* record_kinds(): a list of (name, endings of files or "", is text, has members), by their numbers. */
PyObject *record_kinds(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  PyObject *list = PyList_New(0);
  for (int i = ROWKEY_LINES; list != NULL && i <= ROWKEY_BINARY; i++) {
    const rowkey_record_kind *kind = rowkey_record_kind_of((rowkey_records_kind)i);
    const char *endings = kind->endings == NULL ? "" : kind->endings;
    list = append(list, Py_BuildValue("(ssNN)", kind->name, endings, PyBool_FromLong(kind->is_text),
                                      PyBool_FromLong(kind->has_members)));
  }
  return list;
}

/* item_length(list: bytes): how many bytes the first item of a list of columns has. */
PyObject *item_length(PyObject *module, PyObject *list) {
  (void)module;
  char *text;
  return PyBytes_AsStringAndSize(list, &text, NULL) == 0 ? PyLong_FromSize_t(rowkey_records_item_length(text))
                                                         : NULL;
}

/* ---- Making ------------------------------------------------------------------------------------ */

/* False with ValueError for a name that no str is. */
static bool check_names(const struct text_object *object) {
  for (size_t i = 0; i < object->count; i++) {
    const char *name = object->columns[i].name;
    PyObject *text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), NULL);
    if (text == NULL) {
      PyObject *shown = PyBytes_FromString(name);
      PyErr_Clear();
      if (shown != NULL)
        PyErr_Format(PyExc_ValueError,
                     "column %R: the name is not UTF-8 (expected columns= that gives others)", shown);
      Py_XDECREF(shown);
      return false;
    }
    Py_DECREF(text);
  }
  return true;
}

/* Bytes without a NUL, or NULL for None: as a converter of PyArg_ParseTuple has it. */
static int read_text(PyObject *object, void *text) {
  char *bytes = NULL;
  if (object != Py_None && PyBytes_AsStringAndSize(object, &bytes, NULL) != 0) return 0;
  *(const char **)text = bytes;
  return 1;
}

/* text_records(kind: int, has_header: bool, delimiter: bytes, columns: bytes | None, null: bytes | None,
 * comment: bytes | None, line: int): a TextRecords of the columns, and of the whole record as text if `line`
 * is 1, as bytes if it is 2. `delimiter` is empty for the kind's own. ValueError for settings that do not go
 * together. */
PyObject *text_records(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  int kind, has_header, with_line;
  const char *delimiter;
  rowkey_records_settings settings = {.kind = ROWKEY_LINES};
  if (!PyArg_ParseTuple(arguments, "ipyO&O&O&i:text_records", &kind, &has_header, &delimiter, read_text,
                        &settings.columns, read_text, &settings.null, read_text, &settings.comment,
                        &with_line))
    return NULL;
  settings.kind = (rowkey_records_kind)kind;
  settings.has_header = has_header != 0;
  settings.delimiter = (uint8_t)delimiter[0];
  struct text_object *object = (struct text_object *)PyType_GenericAlloc(state->text_records, 0);
  if (object == NULL) return NULL;
  rowkey_error error;
  object->state = state;
  object->kind = rowkey_record_kind_of(settings.kind);
  object->records = rowkey_records_create(&settings, &error);
  if (object->records == NULL) {
    if (error.status == ROWKEY_ERROR_MEMORY || error.status == ROWKEY_ERROR_IO)
      raise_library_error(state, &error, NULL, 0);
    else
      PyErr_SetString(PyExc_ValueError, error.text);
    Py_DECREF(object);
    return NULL;
  }
  size_t all, named;
  object->columns = rowkey_records_columns(object->records, &all, &named);
  object->count = with_line ? all : named;
  object->is_str = PyMem_Calloc(all + 1, sizeof *object->is_str);
  struct ArrowSchema schema;
  if (!check_names(object)) {
    Py_DECREF(object);
    return NULL;
  }
  bool good = object->is_str != NULL;
  if (good) {
    for (size_t i = 0; i < all; i++)
      object->is_str[i] =
          i < named ? object->columns[i].declared == NULL && !rowkey_records_has_bytes(object->records, i)
                    : with_line == 1;
    good = growing_schema(object->columns, object->is_str, object->count, &schema);
  }
  object->schema = good ? new_schema(state, &schema) : PyErr_NoMemory();
  if (object->schema == NULL) Py_CLEAR(object);
  return (PyObject *)object;
}

static void text_dealloc(PyObject *self) {
  struct text_object *object = (struct text_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  for (size_t i = 0; i < SPARE; i++) rowkey_record_reader_free(atomic_load(&object->spare[i]));
  rowkey_records_free(object->records);
  PyMem_Free(object->is_str);
  Py_XDECREF(object->schema);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

/* ---- The header, and how far records go ---------------------------------------------------------- */

/* find_header(data: bytes, ended: bool): where the header line begins and ends. The end is None as long as
 * more bytes have to tell; all before the begin are comments then. */
static PyObject *find_header(PyObject *self, PyObject *arguments) {
  const char *data;
  Py_ssize_t size;
  int ended;
  size_t begin = 0, end = 0;
  if (!PyArg_ParseTuple(arguments, "y#p:find_header", &data, &size, &ended)) return NULL;
  const bool found = rowkey_records_find_header(((struct text_object *)self)->records, data, (size_t)size,
                                                ended != 0, &begin, &end);
  return Py_BuildValue("(nN)", (Py_ssize_t)begin, found ? PyLong_FromSize_t(end) : none());
}

/* set_header(line: bytes, place: str) */
static PyObject *set_header(PyObject *self, PyObject *arguments) {
  const struct text_object *object = (struct text_object *)self;
  const char *line;
  Py_ssize_t size;
  PyObject *place;
  rowkey_error error;
  if (!PyArg_ParseTuple(arguments, "y#U:set_header", &line, &size, &place)) return NULL;
  if (rowkey_records_set_header(object->records, line, (size_t)size, &error) == ROWKEY_OK) return none();
  if (error.status == ROWKEY_ERROR_MEMORY) return PyErr_NoMemory();
  return raise_record_error(object->state, error.text, place, NULL, NULL);
}

/* begins_with_names(data: bytes): whether the first record names the columns, as a header does. */
static PyObject *begins_with_names(PyObject *self, PyObject *data) {
  char *bytes;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(data, &bytes, &size) != 0) return NULL;
  return PyBool_FromLong(
      rowkey_records_begin_with_names(((struct text_object *)self)->records, bytes, (size_t)size));
}

/* use(): the columns are known, and records may be read. Whether one thread has to read all. */
static PyObject *use(PyObject *self, PyObject *unused) {
  (void)unused;
  const struct text_object *object = (struct text_object *)self;
  rowkey_error error;
  if (rowkey_records_use(object->records, NULL, 0, &error) != ROWKEY_OK)
    return raise_library_error(object->state, &error, NULL, 0);
  return PyBool_FromLong(rowkey_records_grow(object->records));
}

/* cut(data: bytes, begins: bool, is_last: bool): how far whole records go, how many they are, what read()
 * wants to know of them, and whether the data end in quotes. `begins`: the data are the first of their file;
 * `is_last`: all of it is records, and the newline at its end was added. */
static PyObject *cut(PyObject *self, PyObject *arguments) {
  const struct text_object *object = (struct text_object *)self;
  const char *data;
  Py_ssize_t size;
  int begins, is_last;
  rowkey_cut found = {0};
  if (!PyArg_ParseTuple(arguments, "y#pp:cut", &data, &size, &begins, &is_last)) return NULL;
  Py_BEGIN_ALLOW_THREADS;
  rowkey_records_cut(object->records, data, (size_t)size, &found);
  found.has_no_returns = memchr(data, '\r', (size_t)size) == NULL;
  Py_END_ALLOW_THREADS;
  found.begins_file = begins != 0;
  if (is_last) {
    found.end = (size_t)size;
    found.newline_added = object->kind->is_text;
  }
  return Py_BuildValue("(nKy#N)", (Py_ssize_t)found.end, (unsigned long long)found.records,
                       (const char *)&found, (Py_ssize_t)sizeof found, PyBool_FromLong(found.inside_quotes));
}

/* ---- Columns that are found ---------------------------------------------------------------------- */

static const char finder_name[] = "rowkey.column_finder";

static void free_finder(PyObject *capsule) {
  rowkey_column_finder_free(PyCapsule_GetPointer(capsule, finder_name));
  Py_XDECREF(PyCapsule_GetContext(capsule)); /* the records that it needs */
}

/* column_finder(records: TextRecords, place: str): a capsule, for records whose header is set. */
PyObject *column_finder(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *self, *place;
  rowkey_error error;
  if (!PyArg_ParseTuple(arguments, "O!U:column_finder", state->text_records, &self, &place)) return NULL;
  rowkey_column_finder *finder = rowkey_column_finder_create(((struct text_object *)self)->records, &error);
  if (finder == NULL && error.status == ROWKEY_ERROR_MEMORY) return PyErr_NoMemory();
  if (finder == NULL) return raise_record_error(state, error.text, place, NULL, NULL);
  PyObject *capsule = PyCapsule_New(finder, finder_name, free_finder);
  if (capsule == NULL) {
    rowkey_column_finder_free(finder);
    return NULL;
  }
  Py_INCREF(self);
  if (PyCapsule_SetContext(capsule, self) == 0) return capsule;
  Py_DECREF(self);
  Py_DECREF(capsule);
  return NULL;
}

/* found_columns(finder): the list of columns, as bytes, and what is to be said of it. */
PyObject *found_columns(PyObject *module, PyObject *capsule) {
  (void)module;
  rowkey_column_finder *finder = PyCapsule_GetPointer(capsule, finder_name);
  if (finder == NULL) return NULL;
  const char *columns = rowkey_column_finder_columns(finder), *notes = rowkey_column_finder_notes(finder);
  return columns == NULL || notes == NULL ? PyErr_NoMemory() : Py_BuildValue("(ys)", columns, notes);
}

/* ---- Reading ------------------------------------------------------------------------------------- */

/* A piece of a file, and what becomes of it. */
struct piece {
  const char *bytes;
  size_t size;
  rowkey_cut cut;
  struct growing *growing;      /* that the rows are added to, or NULL … */
  rowkey_column_finder *finder; /* … and they tell the types of columns */
  size_t rows;                  /* so far */
  /* Where the bad row is. */
  bool is_bad;
  uint64_t byte, newlines;
};

static rowkey_record_reader *take_reader(struct text_object *object, rowkey_error *error) {
  for (size_t i = 0; i < SPARE; i++) {
    rowkey_record_reader *reader = atomic_exchange(&object->spare[i], NULL);
    if (reader != NULL) return reader;
  }
  return rowkey_record_reader_create(object->records, error);
}

static void leave_reader(struct text_object *object, rowkey_record_reader *reader) {
  for (size_t i = 0; i < SPARE && reader != NULL; i++) {
    rowkey_record_reader *expected = NULL;
    if (atomic_compare_exchange_strong(&object->spare[i], &expected, reader)) reader = NULL;
  }
  rowkey_record_reader_free(reader);
}

/* Adds the first *good values of each column: where one is refused, *good becomes its row, and `error` is
 * that of the first row that is bad. Errors without a row are returned. */
static rowkey_status add_values(const struct text_object *object, struct piece *piece,
                                const rowkey_values *values, size_t *good, rowkey_error *error) {
  rowkey_error why;
  if (piece->finder != NULL) return rowkey_column_finder_add(piece->finder, values, *good, error);
  for (size_t i = 0; i < object->count; i++) {
    if (growing_add(&piece->growing[i], &values[i], *good, &why) == ROWKEY_OK) continue;
    *error = why;
    if (why.row == ROWKEY_NONE) return why.status;
    *good = why.row;
    error->column = i;
  }
  return ROWKEY_OK;
}

/* Reads the next records of the piece; *ended: there are none left. After a bad one piece->is_bad, and
 * `error` says what is wrong with record piece->rows. */
static rowkey_status read_some(const struct text_object *object, rowkey_record_reader *reader,
                               struct piece *piece, bool *ended, rowkey_error *error) {
  rowkey_record_rows rows;
  rowkey_status status = rowkey_record_reader_next(reader, ROWKEY_RECORD_ROWS, &rows, error);
  if (status != ROWKEY_OK) return status;
  size_t good = rows.rows;
  if (rows.rows > 0) {
    const rowkey_values *values;
    if (rowkey_record_reader_values(reader, 0, rows.rows, &values, error) != ROWKEY_OK) {
      if (error->row == ROWKEY_NONE) return error->status;
      good = error->row;
    }
    status = add_values(object, piece, values, &good, error);
    if (status != ROWKEY_OK) return status;
  }
  piece->rows += good;
  piece->is_bad = good < rows.rows || rows.bad != NULL;
  if (piece->is_bad && good == rows.rows) {
    *error = (rowkey_error){.status = ROWKEY_ERROR_SYNTAX, .column = ROWKEY_NONE};
    snprintf(error->text, sizeof error->text, "%s", rows.bad);
  }
  if (piece->is_bad)
    rowkey_record_reader_place(reader, good < rows.rows ? rows.begin[good] : rows.bad_begin, &piece->byte,
                               &piece->newlines);
  *ended = piece->is_bad || rows.is_last || rows.rows == 0;
  return ROWKEY_OK;
}

/* Reads all records of the piece into `out`, unless one is bad. Without the lock of Python's. */
static rowkey_status read_piece(struct text_object *object, struct piece *piece, struct ArrowArray *out,
                                rowkey_error *error) {
  rowkey_record_reader *reader = take_reader(object, error);
  if (reader == NULL) return error->status;
  rowkey_status status = rowkey_record_reader_begin(reader, piece->bytes, piece->size, &piece->cut, error);
  for (bool ended = false; status == ROWKEY_OK && !ended;)
    status = read_some(object, reader, piece, &ended, error);
  leave_reader(object, reader);
  if (status == ROWKEY_OK && !piece->is_bad && piece->finder == NULL &&
      !growing_take(piece->growing, object->count, piece->rows, out))
    error->status = status = ROWKEY_ERROR_MEMORY;
  return status;
}

/* "events.csv:3"; "line 3" of data without a name. */
static PyObject *place_of(const struct text_object *object, const struct piece *piece, PyObject *name,
                          uint64_t line, uint64_t row, uint64_t byte) {
  const bool has_name = PyUnicode_GetLength(name) > 0;
  if (object->kind->is_text) {
    const unsigned long long at = line + piece->newlines;
    return has_name ? PyUnicode_FromFormat("%U:%llu", name, at) : PyUnicode_FromFormat("line %llu", at);
  }
  return PyUnicode_FromFormat("%U%srecord %llu at byte %llu", name, has_name ? ": " : "",
                              (unsigned long long)(row + piece->rows + 1),
                              (unsigned long long)(byte + piece->byte));
}

/* read(piece: bytes, cut: bytes, name: str, line: int, row: int, byte: int, finder: capsule | None): an Array
 * of the records of the piece, which begins with that line, row and byte of its file; None for a finder,
 * which their values are added to. */
static PyObject *read_records(PyObject *self, PyObject *arguments) {
  struct text_object *object = (struct text_object *)self;
  struct piece piece = {.rows = 0};
  const char *bytes, *found;
  Py_ssize_t size, found_size;
  PyObject *name, *capsule;
  uint64_t line, row, byte;
  if (!PyArg_ParseTuple(arguments, "y#y#UO&O&O&O:read", &bytes, &size, &found, &found_size, &name,
                        read_number, &line, read_number, &row, read_number, &byte, &capsule))
    return NULL;
  if ((size_t)found_size != sizeof piece.cut) {
    PyErr_SetString(PyExc_ValueError, "expected what cut() returned");
    return NULL;
  }
  memcpy(&piece.cut, found, sizeof piece.cut);
  piece.bytes = bytes;
  piece.size = (size_t)size;
  if (capsule != Py_None && (piece.finder = PyCapsule_GetPointer(capsule, finder_name)) == NULL) return NULL;
  piece.growing = growing_create(object->columns, object->is_str, object->count);
  if (piece.growing == NULL) return PyErr_NoMemory();
  struct ArrowArray array = {.release = NULL};
  rowkey_error error;
  rowkey_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = read_piece(object, &piece, &array, &error);
  growing_free(piece.growing, object->count);
  Py_END_ALLOW_THREADS;
  if (status != ROWKEY_OK) return raise_library_error(object->state, &error, NULL, 0);
  if (piece.is_bad) {
    PyObject *place = place_of(object, &piece, name, line, row, byte);
    PyObject *at = place == NULL ? NULL : PyLong_FromUnsignedLongLong(row + piece.rows);
    if (at != NULL)
      raise_record_error(object->state, error.text, place, at,
                         error.column < object->count ? object->columns[error.column].name : NULL);
    Py_XDECREF(place);
    Py_XDECREF(at);
    return NULL;
  }
  if (piece.finder != NULL) return none();
  return new_array(object->state, ((struct schema_object *)object->schema)->shared, &array, NULL);
}

static PyObject *text_schema(PyObject *self, void *closure) {
  (void)closure;
  PyObject *schema = ((struct text_object *)self)->schema;
  Py_INCREF(schema);
  return schema;
}

static PyMethodDef text_methods[] = {{"find_header", find_header, METH_VARARGS, NULL},
                                     {"set_header", set_header, METH_VARARGS, NULL},
                                     {"begins_with_names", begins_with_names, METH_O, NULL},
                                     {"use", use, METH_NOARGS, NULL},
                                     {"cut", cut, METH_VARARGS, NULL},
                                     {"read", read_records, METH_VARARGS, NULL},
                                     {NULL, NULL, 0, NULL}};
static PyGetSetDef text_members[] = {{"schema", text_schema, NULL, NULL, NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot text_slots[] = {
    {Py_tp_dealloc, text_dealloc}, {Py_tp_methods, text_methods}, {Py_tp_getset, text_members}, {0, NULL}};
PyType_Spec text_records_spec = {.name = "rowkey._rowkey.TextRecords",
                                 .basicsize = sizeof(struct text_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 .slots = text_slots};
