/* Arrays made from what is Python's: memory, columns side by side, lists of values. They are read in place,
 * and not exported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "column.h"

static void free_buffers(struct ArrowArray *array) {
  free(array->private_data); /* one block: pointers, then what was allocated with them */
  array->release = NULL;
}

/* An array whose buffers lie elsewhere. `children` of them are to be filled in. False with MemoryError. */
static bool borrow_array(int64_t length, size_t buffers, size_t children, struct ArrowArray *array) {
  void **block = calloc(buffers + children + 1, sizeof *block);
  *array = (struct ArrowArray){.length = length,
                               .null_count = -1,
                               .n_buffers = (int64_t)buffers,
                               .n_children = (int64_t)children,
                               .buffers = (const void **)block,
                               .children = (struct ArrowArray **)(block + buffers),
                               .release = free_buffers,
                               .private_data = block};
  return block != NULL || PyErr_NoMemory() != NULL;
}

/* The object of an array whose memory `owner` keeps; takes schema and array. */
static PyObject *own_array(struct module_state *state, struct ArrowSchema *schema, struct ArrowArray *array,
                           PyObject *owner) {
  struct shared_schema *shared = share_schema(schema);
  if (shared == NULL) {
    array->release(array);
    return NULL;
  }
  PyObject *object = new_array(state, shared, array, owner);
  unref_schema(shared);
  return object;
}

/* memory_array(format, rows, address: int | bytes, validity: bytes | None, owner) */
PyObject *memory_array(PyObject *module, PyObject *arguments) {
  const char *format;
  Py_ssize_t rows;
  PyObject *values, *validity, *owner;
  if (!PyArg_ParseTuple(arguments, "snOOO:memory_array", &format, &rows, &values, &validity, &owner))
    return NULL;
  const void *data = PyBytes_Check(values) ? PyBytes_AsString(values) : PyLong_AsVoidPtr(values);
  const void *bits = validity == Py_None ? NULL : PyBytes_AsString(validity);
  if (PyErr_Occurred()) return NULL;
  struct ArrowSchema schema;
  struct ArrowArray array;
  if (!make_schema(format, "", 0, &schema)) return PyErr_NoMemory();
  PyObject *keeper = Py_BuildValue("(OOO)", values, validity, owner), *object = NULL;
  if (keeper == NULL || !borrow_array(rows, 2, 0, &array)) {
    schema.release(&schema);
  } else {
    array.buffers[0] = bits;
    array.buffers[1] = data;
    object = own_array(PyModule_GetState(module), &schema, &array, keeper);
  }
  Py_XDECREF(keeper);
  return object;
}

/* struct_schema(names: list[str], schemas: list[Schema]): the Schema of their struct. */
PyObject *struct_schema(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *names, *schemas;
  if (!PyArg_ParseTuple(arguments, "O!O!:struct_schema", &PyList_Type, &names, &PyList_Type, &schemas))
    return NULL;
  const size_t count = (size_t)PyList_Size(schemas);
  struct ArrowSchema schema;
  if (!make_schema("+s", "", count, &schema)) return PyErr_NoMemory();
  for (size_t i = 0; i < count; i++) {
    const struct schema_object *field = schema_of(state, PyList_GetItem(schemas, (Py_ssize_t)i));
    PyObject *text = PyList_GetItem(names, (Py_ssize_t)i);
    const char *name = field == NULL || text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
    struct ArrowSchema *child = schema.children[i];
    char *own = name == NULL ? NULL : strdup(name);
    if (own == NULL || !export_schema(&field->shared->schema, child)) {
      free(own);
      schema.release(&schema);
      return name == NULL ? NULL : PyErr_NoMemory();
    }
    free((char *)(uintptr_t)child->name);
    child->name = own;
  }
  return new_schema(state, &schema);
}

/* struct_array(schema, arrays: list[Array], starts: list[int], rows): so many rows of each array, from its
 * start on, side by side. */
PyObject *struct_array(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *type, *arrays, *starts;
  Py_ssize_t rows;
  if (!PyArg_ParseTuple(arguments, "OO!O!n:struct_array", &type, &PyList_Type, &arrays, &PyList_Type, &starts,
                        &rows))
    return NULL;
  const struct schema_object *schema = schema_of(state, type);
  const size_t count = (size_t)PyList_Size(arrays);
  struct ArrowArray array, *parts;
  if (schema == NULL || !borrow_array(rows, 1, count, &array)) return NULL;
  PyObject *room = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((count + 1) * sizeof *parts));
  PyObject *keeper = room == NULL ? NULL : Py_BuildValue("(OO)", arrays, room);
  Py_XDECREF(room);
  parts = keeper == NULL ? NULL : (void *)PyBytes_AsString(room);
  for (size_t i = 0; keeper != NULL && i < count; i++) {
    const struct array_object *column = array_of(state, PyList_GetItem(arrays, (Py_ssize_t)i));
    PyObject *start = PyList_GetItem(starts, (Py_ssize_t)i);
    if (column == NULL || start == NULL || !part_of(column, PyLong_AsSsize_t(start), rows, &parts[i]))
      Py_CLEAR(keeper);
    array.children[i] = &parts[i];
  }
  PyObject *object = keeper == NULL ? NULL : new_array(state, schema->shared, &array, keeper);
  if (keeper == NULL) array.release(&array);
  Py_XDECREF(keeper);
  return object;
}

/* ---- Arrays of values -------------------------------------------------------------------------- */

/* What a list of values becomes, as it grows. */
struct values {
  uint8_t *validity, *numbers; /* 8 bytes a row, of f32 4, or offsets */
  char *bytes;
  size_t size, capacity;
};

static bool append_bytes(struct values *values, const void *bytes, size_t size) {
  if (size > values->capacity - values->size) {
    const size_t capacity = 2 * (values->size + size) + 64;
    char *grown = PyMem_Realloc(values->bytes, capacity);
    if (grown == NULL) return PyErr_NoMemory() != NULL;
    values->bytes = grown;
    values->capacity = capacity;
  }
  if (size > 0) memcpy(values->bytes + values->size, bytes, size);
  values->size += size;
  return true;
}

static bool append_value(const struct column *column, const char *format, struct values *values, size_t row,
                         const rowkey_value *value) {
  static const char zeros[64];
  uint8_t *const numbers = values->numbers;
  if (!value->is_null) values->validity[row / 8] |= (uint8_t)(1 << row % 8);
  if (column->schema.type == ROWKEY_F32) {
    memcpy(numbers + row * sizeof value->as.f32, &value->as.f32, sizeof value->as.f32);
    return true;
  }
  if (format[0] == 'b') numbers[row / 8] |= (uint8_t)((value->as.u64 & 1) << row % 8);
  if (format[0] == 'b') return true;
  if (column->schema.type != ROWKEY_TEXT) {
    memcpy(numbers + row * sizeof value->as, &value->as, sizeof value->as);
    return true;
  }
  size_t missing = value->is_null ? column->schema.width : 0;
  for (; missing > 0; missing -= missing < sizeof zeros ? missing : sizeof zeros)
    if (!append_bytes(values, zeros, missing < sizeof zeros ? missing : sizeof zeros)) return false;
  if (!append_bytes(values, value->as.text, value->size)) return false;
  const int64_t end = (int64_t)values->size;
  memcpy(numbers + (row + 1) * sizeof end, &end, sizeof end);
  return true;
}

/* Whether every text has the width of the column: else the library reports the first that has not. */
static bool has_width(const struct column *column, const struct values *values, size_t rows) {
  return column->schema.width > 0 && values->size == rows * column->schema.width;
}

/* The format of the array: kept numbers of decimals have 64 bits. */
static void values_format(const struct column *column, char *format, size_t size) {
  column_format(&column->schema, column->is_str, format, size);
  if (strncmp(format, "d:", 2) == 0) snprintf(format + strlen(format), size - strlen(format), ",64");
}

static PyObject *finish_values(struct module_state *state, const struct column *column,
                               const struct values *values, size_t rows) {
  const bool is_text = column->schema.type == ROWKEY_TEXT, is_fixed = has_width(column, values, rows);
  char format[32];
  values_format(column, format, sizeof format);
  if (format[0] == 'w' && !is_fixed) strcpy(format, "Z");
  PyObject *validity = PyBytes_FromStringAndSize((const char *)values->validity, (Py_ssize_t)(rows / 8 + 1));
  PyObject *numbers = PyBytes_FromStringAndSize((const char *)values->numbers, (Py_ssize_t)((rows + 1) * 8));
  PyObject *bytes = PyBytes_FromStringAndSize(values->bytes, (Py_ssize_t)values->size);
  PyObject *keeper = validity == NULL || numbers == NULL || bytes == NULL
                         ? NULL
                         : Py_BuildValue("(OOO)", validity, numbers, bytes);
  struct ArrowSchema schema;
  struct ArrowArray array;
  PyObject *object = NULL;
  if (keeper != NULL && !make_schema(format, column->schema.name, 0, &schema)) {
    PyErr_NoMemory();
  } else if (keeper != NULL && !borrow_array((int64_t)rows, is_text && !is_fixed ? 3 : 2, 0, &array)) {
    schema.release(&schema);
  } else if (keeper != NULL) {
    array.buffers[0] = PyBytes_AsString(validity);
    array.buffers[1] = PyBytes_AsString(is_fixed ? bytes : numbers);
    if (is_text && !is_fixed) array.buffers[2] = PyBytes_AsString(bytes);
    object = own_array(state, &schema, &array, keeper);
  }
  Py_XDECREF(validity);
  Py_XDECREF(numbers);
  Py_XDECREF(bytes);
  Py_XDECREF(keeper);
  return object;
}

/* The column of the array: names stay text, as no type of Arrow says what number stands for them. */
static struct column array_column(const struct column *column) {
  struct column stored = *column;
  const char *kind = stored.schema.declared == NULL ? "" : rowkey_column_type_text(stored.schema.declared);
  if (strncmp(kind, "enum", 4) != 0 && strncmp(kind, "uid", 3) != 0) return stored;
  stored.schema = rowkey_column_of(column->schema.name, ROWKEY_TEXT);
  stored.is_str = true;
  return stored;
}

/* Converts the item for the column, and adds what the array has of it. */
static bool add_item(const struct module_state *state, const struct column *column,
                     const struct column *stored, PyObject *item, size_t row, struct values *values,
                     const char *format) {
  rowkey_value value;
  Py_ssize_t size;
  PyObject *held = NULL;
  bool good = item != NULL && column_read(state, column, item, row, &value, &held);
  if (good && !value.is_null && stored->schema.type != column->schema.type) {
    value.as.text = PyUnicode_AsUTF8AndSize(item, &size);
    value.size = (size_t)size;
    good = value.as.text != NULL;
  }
  good = good && append_value(stored, format, values, row, &value);
  Py_XDECREF(held);
  return good;
}

enum { ROWS_BETWEEN_CHECKS = 1 << 14 }; /* for signals */

/* values_array(name: str, kind: str, values: list): an Array of the column's values. */
PyObject *values_array(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *name, *kind, *list;
  struct column column;
  if (!PyArg_ParseTuple(arguments, "UUO!:values_array", &name, &kind, &PyList_Type, &list) ||
      !column_create(state, name, kind, &column))
    return NULL;
  const struct column stored = array_column(&column);
  char format[32];
  values_format(&stored, format, sizeof format);
  const size_t rows = (size_t)PyList_Size(list);
  struct values values = {.validity = PyMem_Calloc(rows / 8 + 1, 1), .numbers = PyMem_Calloc(rows + 1, 8)};
  bool good = values.validity != NULL && values.numbers != NULL;
  if (!good) PyErr_NoMemory();
  for (size_t row = 0; good && row < rows; row++)
    good = (row % ROWS_BETWEEN_CHECKS != ROWS_BETWEEN_CHECKS - 1 || PyErr_CheckSignals() == 0) &&
           add_item(state, &column, &stored, PyList_GetItem(list, (Py_ssize_t)row), row, &values, format);
  PyObject *array = good ? finish_values(state, &stored, &values, rows) : NULL;
  PyMem_Free(values.validity);
  PyMem_Free(values.numbers);
  PyMem_Free(values.bytes);
  column_free(&column);
  return array;
}
