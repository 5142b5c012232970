/* The named layouts, and the version of the library. */
#include <string.h>

#include "module.h"

/* expand(name: str): ("@name(...)" made a template, its columns as the tool writes them) */
PyObject *expand(PyObject *module, PyObject *text) {
  const struct module_state *state = PyModule_GetState(module);
  Py_ssize_t size;
  const char *name = PyUnicode_AsUTF8AndSize(text, &size);
  if (name == NULL) return NULL;
  char template[ROWKEY_NAMED_TEMPLATE_SIZE];
  const rowkey_named_layout *layout;
  rowkey_error error;
  if (rowkey_named_expand(name, (size_t)size, &layout, template, sizeof template, &error) != ROWKEY_OK)
    return raise_library_error(state, &error, NULL, 0);
  return Py_BuildValue("(ss)", template, layout->columns);
}

static PyObject *parameters_of(const rowkey_named_layout *layout) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < ROWKEY_NAMED_PARAMETERS && layout->parameters[i].name != NULL; i++) {
    const rowkey_named_parameter *parameter = &layout->parameters[i];
    list = append(list, Py_BuildValue("(sKKKs)", parameter->name, (unsigned long long)parameter->value,
                                      (unsigned long long)parameter->least,
                                      (unsigned long long)parameter->most, parameter->meaning));
  }
  return list;
}

/* named_layouts(): a list of (name, system, source, parameters, pattern, columns, description, record, key).
 */
PyObject *named_layouts(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  PyObject *list = PyList_New(0);
  const rowkey_named_layout *layout;
  for (size_t i = 0; list != NULL && (layout = rowkey_named_layout_at(i)) != NULL; i++) {
    PyObject *parameters = parameters_of(layout);
    list = append(list, parameters == NULL
                            ? NULL
                            : Py_BuildValue("(sssNsssss)", layout->name, layout->system, layout->source,
                                            parameters, layout->pattern, layout->columns, layout->description,
                                            layout->record, layout->key));
  }
  return list;
}
