/* Arrays made from what is Python's: memory, columns side by side, lists of values. They are read in place,
 * and not exported. */
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "column.h"

static void free_buffers(struct ArrowArray *array) {
  free(array->private_data); /* one block: pointers, then what was allocated with them */
  array->release = NULL;
}

/* An array whose buffers lie elsewhere. `children` of them are to be filled in. False with MemoryError. */
static bool make_array(int64_t length, size_t buffers, size_t children, struct ArrowArray *array) {
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
  if (keeper == NULL || !make_array(rows, 2, 0, &array)) {
    schema.release(&schema);
  } else {
    array.buffers[0] = bits;
    array.buffers[1] = data;
    object = own_array(PyModule_GetState(module), &schema, &array, keeper);
  }
  Py_XDECREF(keeper);
  return object;
}

/* struct_array(names: list[str], arrays: list[Array]): their struct, of as many rows as the arrays have. */
PyObject *struct_array(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *names, *arrays;
  if (!PyArg_ParseTuple(arguments, "O!O!:struct_array", &PyList_Type, &names, &PyList_Type, &arrays))
    return NULL;
  const size_t count = (size_t)PyList_Size(arrays);
  struct ArrowSchema schema;
  struct ArrowArray array;
  if (!make_schema("+s", "", count, &schema)) return PyErr_NoMemory();
  if (!make_array(0, 1, count, &array)) {
    schema.release(&schema);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    const struct array_object *column = array_of(state, PyList_GetItem(arrays, (Py_ssize_t)i));
    PyObject *text = PyList_GetItem(names, (Py_ssize_t)i);
    const char *name = column == NULL || text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
    if (name != NULL && i > 0 && column->shared->array.length != array.length) {
      PyErr_Format(PyExc_ValueError, "column %R has %lld rows, and %R has %lld", text,
                   (long long)column->shared->array.length, PyList_GetItem(names, 0),
                   (long long)array.length);
      name = NULL;
    }
    struct ArrowSchema *child = schema.children[i];
    bool made = name != NULL && (export_schema(&column->schema->schema, child) || PyErr_NoMemory() != NULL);
    if (made) {
      char *own = strdup(name);
      if (own == NULL) PyErr_NoMemory();
      free((char *)(uintptr_t)child->name);
      child->name = own;
      made = own != NULL;
    }
    if (!made) {
      schema.release(&schema);
      array.release(&array);
      return NULL;
    }
    array.length = column->shared->array.length;
    array.children[i] = &column->shared->array;
  }
  return own_array(state, &schema, &array, arrays);
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

static bool append_value(const struct column *column, struct values *values, size_t row,
                         const rowkey_value *value) {
  static const char zeros[64];
  if (!value->is_null) values->validity[row / 8] |= (uint8_t)(1 << row % 8);
  if (column->schema.type != ROWKEY_TEXT) {
    const size_t size = column->schema.type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
    memcpy(values->numbers + row * size, &value->as, size);
    return true;
  }
  size_t missing = value->is_null ? column->schema.width : 0;
  for (; missing > 0; missing -= missing < sizeof zeros ? missing : sizeof zeros)
    if (!append_bytes(values, zeros, missing < sizeof zeros ? missing : sizeof zeros)) return false;
  if (!append_bytes(values, value->as.text, value->size)) return false;
  const int64_t end = (int64_t)values->size;
  memcpy(values->numbers + (row + 1) * sizeof end, &end, sizeof end);
  return true;
}

/* Whether every text has the width of the column: else the library reports the first that has not. */
static bool has_width(const struct column *column, const struct values *values, size_t rows) {
  return column->schema.width > 0 && values->size == rows * column->schema.width;
}

static PyObject *finish_values(struct module_state *state, const struct column *column,
                               const struct values *values, size_t rows) {
  const bool is_text = column->schema.type == ROWKEY_TEXT, is_fixed = has_width(column, values, rows);
  char format[32];
  column_format(column, format, sizeof format);
  if (is_text && !is_fixed) strcpy(format, "Z");
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
  } else if (keeper != NULL && !make_array((int64_t)rows, is_text && !is_fixed ? 3 : 2, 0, &array)) {
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

/* values_array(name: str, kind: str, values: list): an Array of the column's values. */
PyObject *values_array(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *name, *kind, *list;
  struct column column;
  if (!PyArg_ParseTuple(arguments, "UUO!:values_array", &name, &kind, &PyList_Type, &list) ||
      !column_create(state, name, kind, &column))
    return NULL;
  const size_t rows = (size_t)PyList_Size(list);
  struct values values = {.validity = PyMem_Calloc(rows / 8 + 1, 1), .numbers = PyMem_Calloc(rows + 1, 8)};
  bool good = values.validity != NULL && values.numbers != NULL;
  if (!good) PyErr_NoMemory();
  for (size_t row = 0; good && row < rows; row++) {
    rowkey_value value;
    PyObject *held = NULL, *item = PyList_GetItem(list, (Py_ssize_t)row);
    good = item != NULL && column_read(state, &column, item, row, &value, &held) &&
           append_value(&column, &values, row, &value);
    Py_XDECREF(held);
  }
  PyObject *array = good ? finish_values(state, &column, &values, rows) : NULL;
  PyMem_Free(values.validity);
  PyMem_Free(values.numbers);
  PyMem_Free(values.bytes);
  column_free(&column);
  return array;
}
