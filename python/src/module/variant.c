/* A template compiled for columns of certain types. */
#include <string.h>

#include "layout.h"

static bool add_columns(const struct module_state *state, PyObject *const *names, PyObject *const *kinds,
                        size_t count, struct variant *variant) {
  for (size_t i = 0; i < count; i++) {
    if (kinds[i] == NULL) continue;
    if (!column_create(state, names[i], kinds[i], &variant->columns[variant->count])) return false;
    variant->count++;
  }
  return true;
}

/* Columns that the template names and that were not known. */
static bool add_implied(const struct module_state *state, struct variant *variant) {
  size_t count;
  const rowkey_column *schema = rowkey_layout_columns(variant->layout, &count);
  struct column *columns = PyMem_Realloc(variant->columns, (count + 1) * sizeof *columns);
  if (columns == NULL) return PyErr_NoMemory() != NULL;
  variant->columns = columns;
  while (variant->count < count) {
    const rowkey_column *found = &schema[variant->count];
    PyObject *name = PyUnicode_FromString(found->name), *kind = kind_of_schema(found);
    const bool done =
        name != NULL && kind != NULL && column_create(state, name, kind, &variant->columns[variant->count]);
    Py_XDECREF(name);
    Py_XDECREF(kind);
    if (!done) return false;
    variant->count++;
  }
  return true;
}

static bool compile(PyObject *template, struct variant *variant, bool implied, rowkey_error *error) {
  char *text;
  Py_ssize_t length;
  if (PyBytes_AsStringAndSize(template, &text, &length) != 0) return false;
  rowkey_column *schema = PyMem_Malloc((variant->count + 1) * sizeof *schema);
  if (schema == NULL) return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < variant->count; i++) schema[i] = variant->columns[i].schema;
  variant->layout = (implied ? rowkey_layout_compile_with_implied_columns : rowkey_layout_compile)(
      text, (size_t)length, schema, variant->count, error);
  PyMem_Free(schema);
  return variant->layout != NULL;
}

/* NULL with an exception, or without one and with `error` when the template does not compile. */
struct variant *variant_create(const struct module_state *state, PyObject *template, PyObject *const *names,
                               PyObject *const *kinds, size_t count, bool implied, rowkey_error *error) {
  struct variant *variant = PyMem_Calloc(1, sizeof *variant);
  if (variant != NULL) variant->columns = PyMem_Calloc(count + 1, sizeof *variant->columns);
  if (variant == NULL || variant->columns == NULL) {
    PyMem_Free(variant);
    PyErr_NoMemory();
    return NULL;
  }
  if (add_columns(state, names, kinds, count, variant) && compile(template, variant, implied, error) &&
      add_implied(state, variant))
    return variant;
  variant_free(variant);
  return NULL;
}

void variant_free(struct variant *variant) {
  if (variant == NULL) return;
  rowkey_decoder_free(atomic_load(&variant->decoder));
  rowkey_layout_free(variant->layout);
  for (size_t i = 0; i < variant->count; i++) column_free(&variant->columns[i]);
  PyMem_Free(variant->columns);
  PyMem_Free(variant);
}

size_t variant_find(const struct variant *variant, PyObject *name) {
  for (size_t i = 0; i < variant->count; i++)
    if (variant->columns[i].name == name) return i;
  for (size_t i = 0; i < variant->count; i++)
    if (PyUnicode_Compare(variant->columns[i].name, name) == 0) return i;
  return ROWKEY_NONE;
}

const char *variant_column_name(const struct variant *variant, size_t column) {
  return column < variant->count ? variant->columns[column].schema.name : NULL;
}
