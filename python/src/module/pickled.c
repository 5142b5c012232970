/* Arrays as bytes and back, for pickle: those that the library makes, without dictionaries and metadata. */
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

/* ---- How large buffers are --------------------------------------------------------------------- */

/* The bits of a value in a buffer of numbers, or of one width; -1 for other formats. */
static int64_t value_bits(const char *format) {
  static const struct {
    const char *format;
    int bits;
  } sizes[] = {{"b", 1},  {"c", 8},  {"C", 8},  {"s", 16}, {"S", 16}, {"e", 16},   {"i", 32},
               {"I", 32}, {"f", 32}, {"l", 64}, {"L", 64}, {"g", 64}, {"tdD", 32}, {"tdm", 64}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp(format, sizes[i].format) == 0) return sizes[i].bits;
  if (strncmp(format, "ts", 2) == 0) return 64;
  if (strncmp(format, "w:", 2) == 0) return 8 * strtoll(format + 2, NULL, 10);
  if (strncmp(format, "d:", 2) != 0) return -1;
  const char *bits = strchr(format, ',');
  if (bits != NULL) bits = strchr(bits + 1, ',');
  return bits == NULL ? 128 : strtoll(bits + 1, NULL, 10);
}

static bool is_view(const char *format) { return format[0] == 'v'; }

/* How many bytes an offset has; 0 for formats without. */
static size_t offset_size(const char *format) {
  if (strcmp(format, "u") == 0 || strcmp(format, "z") == 0) return sizeof(int32_t);
  return strcmp(format, "U") == 0 || strcmp(format, "Z") == 0 ? sizeof(int64_t) : 0;
}

/* Whether an array of the format can have so many buffers. */
static bool has_buffers(const char *format, int64_t count) {
  if (strcmp(format, "+s") == 0) return count == 1;
  if (is_view(format)) return count >= 3;
  if (offset_size(format) > 0) return count == 3;
  return value_bits(format) >= 0 && count == 2;
}

/* The bytes of buffer `i` that the array uses, for which it may look into those before it and the last one.
 */
static int64_t buffer_size(const char *format, const struct ArrowArray *array, int64_t i) {
  const int64_t rows = array->offset + array->length;
  if (i == 0) return (rows + 7) / 8;
  const size_t width = offset_size(format);
  if (width > 0 && i == 1) return (rows + 1) * (int64_t)width;
  if (width > 0) {
    int64_t end = 0;
    int32_t short_end = 0;
    if (array->buffers[1] == NULL) return 0;
    const char *last = (const char *)array->buffers[1] + rows * (int64_t)width;
    if (width == sizeof end) memcpy(&end, last, sizeof end);
    if (width == sizeof short_end) memcpy(&short_end, last, sizeof short_end);
    return width == sizeof end ? end : short_end;
  }
  if (!is_view(format)) return (rows * value_bits(format) + 7) / 8;
  const int64_t lengths = array->n_buffers - 1;
  if (i == 1) return 16 * rows;
  return i == lengths ? (lengths - 2) * (int64_t)sizeof(int64_t)
                      : ((const int64_t *)array->buffers[lengths])[i - 2];
}

/* ---- To Python --------------------------------------------------------------------------------- */

static PyObject *state_of_schema(const struct ArrowSchema *schema) {
  PyObject *children = PyList_New(0);
  for (int64_t i = 0; children != NULL && i < schema->n_children; i++)
    children = append(children, state_of_schema(schema->children[i]));
  return children == NULL
             ? NULL
             : Py_BuildValue("(szLN)", schema->format, schema->name, (long long)schema->flags, children);
}

/* schema_state(schema): (format, name, flags, [states of its children]) */
PyObject *schema_state(PyObject *module, PyObject *object) {
  const struct schema_object *schema = schema_of(PyModule_GetState(module), object);
  return schema == NULL ? NULL : state_of_schema(&schema->shared->schema);
}

static PyObject *state_of_array(const struct ArrowSchema *schema, const struct ArrowArray *array) {
  if (schema->dictionary != NULL || !has_buffers(schema->format, array->n_buffers))
    return refuse_type(schema, "pickled");
  PyObject *buffers = PyList_New(0), *children = PyList_New(0);
  for (int64_t i = 0; buffers != NULL && i < array->n_buffers; i++)
    buffers =
        append(buffers, array->buffers[i] == NULL
                            ? none()
                            : PyBytes_FromStringAndSize(array->buffers[i],
                                                        (Py_ssize_t)buffer_size(schema->format, array, i)));
  for (int64_t i = 0; children != NULL && i < array->n_children; i++)
    children = append(children, state_of_array(schema->children[i], array->children[i]));
  if (buffers != NULL && children != NULL)
    return Py_BuildValue("(LLNN)", (long long)array->length, (long long)array->offset, buffers, children);
  Py_XDECREF(buffers);
  Py_XDECREF(children);
  return NULL;
}

/* array_state(array): (rows, offset, [bytes | None of each buffer], [states of its children]) */
PyObject *array_state(PyObject *module, PyObject *object) {
  const struct array_object *array = array_of(PyModule_GetState(module), object);
  return array == NULL ? NULL : state_of_array(&array->schema->schema, &array->shared->array);
}

/* Beyond what a memory holds; as bits of 2^20 bytes each, which is the widest column, below 2^63. */
#define MOST_ROWS ((int64_t)1 << 38)

/* ---- From Python ------------------------------------------------------------------------------- */

static bool restore_schema(PyObject *state, struct ArrowSchema *schema) {
  const char *format, *name;
  long long flags;
  PyObject *children;
  *schema = (struct ArrowSchema){.release = NULL};
  if (!PyArg_ParseTuple(state, "szLO!:schema", &format, &name, &flags, &PyList_Type, &children)) return false;
  if (!make_schema(format, name, (size_t)PyList_Size(children), schema)) return PyErr_NoMemory() != NULL;
  schema->flags = flags;
  for (Py_ssize_t i = 0; i < PyList_Size(children); i++) {
    if (restore_schema(PyList_GetItem(children, i), schema->children[i])) continue;
    schema->release(schema);
    return false;
  }
  return true;
}

/* schema_of_state(state): the Schema that has it. */
PyObject *schema_of_state(PyObject *module, PyObject *state) {
  struct ArrowSchema schema;
  return restore_schema(state, &schema) ? new_schema(PyModule_GetState(module), &schema) : NULL;
}

static bool copy_buffer(PyObject *bytes, const void **buffer) {
  char *at;
  Py_ssize_t size;
  if (bytes == Py_None) return true;
  if (PyBytes_AsStringAndSize(bytes, &at, &size) != 0) return false;
  void *copy = malloc((size_t)size + 1);
  if (copy == NULL) return PyErr_NoMemory() != NULL;
  memcpy(copy, at, (size_t)size);
  *buffer = copy;
  return true;
}

/* Whether every buffer has the bytes that the array uses; offsets within them are not looked at. */
static bool has_sizes(const char *format, const struct ArrowArray *array, PyObject *buffers) {
  const Py_ssize_t last = PyList_Size(buffers) - 1;
  for (Py_ssize_t k = 0; k <= last; k++) {
    const Py_ssize_t i = is_view(format) && k > 0 ? (k == 1 ? last : k - 1) : k; /* lengths first */
    PyObject *bytes = PyList_GetItem(buffers, i);
    const bool may_lack = i == 0 || array->offset + array->length == 0;
    if (bytes == Py_None && may_lack) continue;
    if (bytes == Py_None || PyBytes_Size(bytes) != buffer_size(format, array, i)) return false;
  }
  return true;
}

static bool restore_array(const struct ArrowSchema *schema, PyObject *state, struct ArrowArray *array);

static bool restore_parts(const struct ArrowSchema *schema, struct ArrowArray *array, PyObject *buffers,
                          PyObject *children) {
  for (int64_t i = 0; i < array->n_buffers; i++)
    if (!copy_buffer(PyList_GetItem(buffers, (Py_ssize_t)i), &array->buffers[i])) return false;
  if (!has_sizes(schema->format, array, buffers)) {
    PyErr_SetString(PyExc_ValueError, "a buffer of the pickled array has another size than its rows need");
    return false;
  }
  for (int64_t i = 0; i < array->n_children; i++)
    if (!restore_array(schema->children[i], PyList_GetItem(children, (Py_ssize_t)i), array->children[i]))
      return false;
  return true;
}

/* Memory of its own, as consumers release it on any thread. */
static bool restore_array(const struct ArrowSchema *schema, PyObject *state, struct ArrowArray *array) {
  long long length, offset;
  PyObject *buffers, *children;
  *array = (struct ArrowArray){.release = NULL};
  if (!PyArg_ParseTuple(state, "LLO!O!:array", &length, &offset, &PyList_Type, &buffers, &PyList_Type,
                        &children))
    return false;
  const size_t count = (size_t)PyList_Size(buffers), child_count = (size_t)PyList_Size(children);
  if (length < 0 || offset < 0 || length > MOST_ROWS || offset > MOST_ROWS ||
      child_count != (size_t)schema->n_children || !has_buffers(schema->format, (int64_t)count)) {
    PyErr_SetString(PyExc_ValueError, "the pickled array does not fit its type");
    return false;
  }
  if (!make_array(count, child_count, array)) return PyErr_NoMemory() != NULL;
  array->length = length;
  array->offset = offset;
  array->null_count = -1;
  if (restore_parts(schema, array, buffers, children)) return true;
  array->release(array);
  return false;
}

/* array_of_state(schema, state): the Array that has it. */
PyObject *array_of_state(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *type, *parts;
  if (!PyArg_ParseTuple(arguments, "OO!:array_of_state", &type, &PyTuple_Type, &parts)) return NULL;
  const struct schema_object *schema = schema_of(state, type);
  struct ArrowArray array;
  if (schema == NULL || !restore_array(&schema->shared->schema, parts, &array)) return NULL;
  return new_array(state, schema->shared, &array, NULL);
}
