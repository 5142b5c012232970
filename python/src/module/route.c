/* Keys to their regions. */
#include "arrays.h"
#include "splits.h"

/* route(splits, array): an Array of uint32, null where the key is null. */
PyObject *route(PyObject *module, PyObject *arguments) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *points, *keys;
  if (!PyArg_ParseTuple(arguments, "OO:route", &points, &keys)) return NULL;
  if (splits_of(state, points) == NULL) return NULL;
  const struct splits_object *splits = (struct splits_object *)points;
  const struct array_object *array = array_of(state, keys);
  if (array == NULL) return NULL;
  struct ArrowArray regions = {.release = NULL};
  struct ArrowSchema schema;
  rowkey_error error;
  rowkey_status status;
  Py_BEGIN_ALLOW_THREADS;
  status =
      rowkey_arrow_route(splits->router, &array->schema->schema, &array->shared->array, &regions, &error);
  Py_END_ALLOW_THREADS;
  if (status == ROWKEY_ERROR_TYPE) {
    PyErr_SetString(PyExc_TypeError, error.text);
    return NULL;
  }
  if (status != ROWKEY_OK) return raise_library_error(state, &error, NULL, 0);
  if (!make_schema("I", "region", 0, &schema)) {
    regions.release(&regions);
    return PyErr_NoMemory();
  }
  struct shared_schema *shared = share_schema(&schema);
  if (shared == NULL) {
    regions.release(&regions);
    return NULL;
  }
  PyObject *object = new_array(state, shared, &regions, NULL);
  unref_schema(shared);
  return object;
}
