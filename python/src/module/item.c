/* Values of arrays as Python's, of the types that this package makes. */
#include <stdio.h>
#include <string.h>

#include "arrays.h"

PyObject *refuse_type(const struct ArrowSchema *schema, const char *use) {
  char type[200];
  rowkey_arrow_type_name(schema, type, sizeof type);
  PyErr_Format(PyExc_TypeError, "arrays of %s cannot be %s", type, use);
  return NULL;
}

static bool is_null(const struct ArrowArray *array, int64_t at) {
  const uint8_t *validity = array->n_buffers > 0 ? array->buffers[0] : NULL;
  return validity != NULL && (validity[at / 8] >> at % 8 & 1) == 0;
}

static PyObject *bytes_item(bool is_str, const char *text, int64_t size) {
  return is_str ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)size)
                : PyBytes_FromStringAndSize(text, (Py_ssize_t)size);
}

static PyObject *text_item(const char *format, const struct ArrowArray *array, int64_t at) {
  const char *data = array->buffers[2];
  int64_t begin, end;
  if (format[0] == 'u' || format[0] == 'z') {
    begin = ((const int32_t *)array->buffers[1])[at];
    end = ((const int32_t *)array->buffers[1])[at + 1];
  } else {
    begin = ((const int64_t *)array->buffers[1])[at];
    end = ((const int64_t *)array->buffers[1])[at + 1];
  }
  const char *text = data == NULL ? "" : data + begin;
  return bytes_item((format[0] | 0x20) == 'u', text, end - begin);
}

/* A view: the length, then up to 12 bytes, or 4 and where the rest is. */
static PyObject *view_item(bool is_str, const struct ArrowArray *array, int64_t at) {
  const uint8_t *view = (const uint8_t *)array->buffers[1] + 16 * at;
  int32_t length, buffer, offset;
  memcpy(&length, view, sizeof length);
  if (length <= 12) return bytes_item(is_str, (const char *)view + 4, length);
  memcpy(&buffer, view + 8, sizeof buffer);
  memcpy(&offset, view + 12, sizeof offset);
  return bytes_item(is_str, (const char *)array->buffers[2 + buffer] + offset, length);
}

static PyObject *instant_item(const struct module_state *state, char unit, const struct ArrowArray *array,
                              int64_t at) {
  char kind[] = "time(?s)";
  kind[5] = unit;
  if (unit == 's') memcpy(kind, "time(s)", sizeof "time(s)");
  return PyObject_CallFunction(state->value_of, "sL", kind,
                               (long long)((const int64_t *)array->buffers[1])[at]);
}

/* A decimal of up to 128 bits whose value an int64 holds, as all that decoding gives. NULL without an
 * exception for one of other bits. */
static PyObject *decimal_item(const struct module_state *state, const char *format,
                              const struct ArrowArray *array, int64_t at) {
  const uint16_t one = 1;
  const bool is_little = *(const uint8_t *)&one == 1;
  int scale = 0, bits = 128;
  if (sscanf(format, "d:%*d,%d,%d", &scale, &bits) < 1 || bits > 128) return NULL;
  const int64_t *numbers = array->buffers[1];
  const int64_t unscaled = bits == 32   ? ((const int32_t *)array->buffers[1])[at]
                           : bits == 64 ? numbers[at]
                                        : numbers[2 * at + (is_little ? 0 : 1)];
  PyObject *kind = PyUnicode_FromFormat("decimal(%d)", scale);
  PyObject *number = PyLong_FromLongLong(unscaled), *value = NULL;
  if (kind != NULL && number != NULL)
    value = PyObject_CallFunctionObjArgs(state->value_of, kind, number, NULL);
  Py_XDECREF(kind);
  Py_XDECREF(number);
  return value;
}

static PyObject *number_item(char format, const struct ArrowArray *array, int64_t at) {
  const void *data = array->buffers[1];
  switch (format) {
    case 'l':
      return PyLong_FromLongLong(((const int64_t *)data)[at]);
    case 'L':
      return PyLong_FromUnsignedLongLong(((const uint64_t *)data)[at]);
    case 'c':
      return PyLong_FromLong(((const int8_t *)data)[at]);
    case 'C':
      return PyLong_FromLong(((const uint8_t *)data)[at]);
    case 's':
      return PyLong_FromLong(((const int16_t *)data)[at]);
    case 'S':
      return PyLong_FromLong(((const uint16_t *)data)[at]);
    case 'i':
      return PyLong_FromLong(((const int32_t *)data)[at]);
    case 'I':
      return PyLong_FromUnsignedLong(((const uint32_t *)data)[at]);
    case 'g':
      return PyFloat_FromDouble(((const double *)data)[at]);
    case 'f':
      return PyFloat_FromDouble((double)((const float *)data)[at]);
    case 'b':
      return PyBool_FromLong(((const uint8_t *)data)[at / 8] >> at % 8 & 1);
    default:
      return NULL;
  }
}

static PyObject *struct_item(const struct module_state *state, const struct ArrowSchema *schema,
                             const struct ArrowArray *array, int64_t at) {
  PyObject *record = PyDict_New();
  for (int64_t i = 0; record != NULL && i < schema->n_children; i++) {
    PyObject *value = array_item(state, schema->children[i], array->children[i], at);
    if (!put(record, schema->children[i]->name, value)) Py_CLEAR(record);
  }
  return record;
}

PyObject *array_item(const struct module_state *state, const struct ArrowSchema *schema,
                     const struct ArrowArray *array, int64_t row) {
  const char *format = schema->format;
  const int64_t at = array->offset + row;
  if (is_null(array, at)) return none();
  if (strcmp(format, "+s") == 0) return struct_item(state, schema, array, at);
  if (strchr("uUzZ", format[0]) != NULL && format[1] == 0) return text_item(format, array, at);
  if (format[0] == 'v') return view_item(format[1] == 'u', array, at);
  if (strncmp(format, "w:", 2) == 0) {
    const int64_t width = strtoll(format + 2, NULL, 10);
    return PyBytes_FromStringAndSize((const char *)array->buffers[1] + at * width, (Py_ssize_t)width);
  }
  if (strncmp(format, "ts", 2) == 0) return instant_item(state, format[2], array, at);
  if (strcmp(format, "tdm") == 0) return instant_item(state, 'm', array, at); /* as the library has it */
  if (strcmp(format, "tdD") == 0)
    return PyObject_CallFunction(state->value_of, "si", "date", ((const int32_t *)array->buffers[1])[at]);
  PyObject *number = strncmp(format, "d:", 2) == 0 ? decimal_item(state, format, array, at)
                     : format[1] == 0              ? number_item(format[0], array, at)
                                                   : NULL;
  return number != NULL || PyErr_Occurred() ? number : refuse_type(schema, "read as objects of Python");
}
