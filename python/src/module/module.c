/* The module rowkey._rowkey: what the Python package does in C. */
#include "module.h"

PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
  PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
  if (type != NULL && PyModule_AddType(module, (PyTypeObject *)type) != 0) Py_CLEAR(type);
  return (PyTypeObject *)type;
}

struct module_state *state_of_type(PyTypeObject *type) {
  for (; type != NULL && (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) != 0;
       type = PyType_GetSlot(type, Py_tp_base)) {
    PyObject *module = PyType_GetModule(type);
    if (module != NULL) return PyModule_GetState(module);
    PyErr_Clear(); /* a class of Python's */
  }
  PyErr_SetString(PyExc_TypeError, "the type does not belong to rowkey");
  return NULL;
}

/* Sets *place to a member of a module of the package. */
static bool import_member(PyObject *module, const char *name, PyObject **place) {
  *place = module == NULL ? NULL : PyObject_GetAttrString(module, name);
  return *place != NULL;
}

static int execute(PyObject *module) {
  struct module_state *state = PyModule_GetState(module);
  PyObject *errors = PyImport_ImportModule("rowkey._errors"),
           *values = PyImport_ImportModule("rowkey._values");
  const bool imported = import_member(errors, "Error", &state->error) &&
                        import_member(errors, "LayoutError", &state->layout_error) &&
                        import_member(errors, "RowError", &state->row_error) &&
                        import_member(errors, "ConditionError", &state->condition_error) &&
                        import_member(errors, "RecordError", &state->record_error) &&
                        import_member(values, "kind_of", &state->kind_of) &&
                        import_member(values, "told", &state->told) &&
                        import_member(values, "value_of", &state->value_of);
  Py_XDECREF(errors);
  Py_XDECREF(values);
  if (!imported || (state->layout = add_type(module, &layout_spec)) == NULL ||
      (state->splits = add_type(module, &splits_spec)) == NULL ||
      (state->sketch = add_type(module, &sketch_spec)) == NULL ||
      (state->schema = add_type(module, &schema_spec)) == NULL ||
      (state->array = add_type(module, &array_spec)) == NULL ||
      (state->source = add_type(module, &source_spec)) == NULL ||
      (state->encoder = add_type(module, &encoder_spec)) == NULL ||
      (state->decoder = add_type(module, &decoder_spec)) == NULL ||
      (state->text_records = add_type(module, &text_records_spec)) == NULL)
    return -1;
  if (PyModule_AddIntConstant(module, "most_regions", (long)ROWKEY_MOST_REGIONS) != 0) return -1;
  return PyModule_AddStringConstant(module, "version", rowkey_version());
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
  struct module_state *state = PyModule_GetState(module);
  Py_VISIT(state->error);
  Py_VISIT(state->layout_error);
  Py_VISIT(state->row_error);
  Py_VISIT(state->condition_error);
  Py_VISIT(state->record_error);
  Py_VISIT(state->kind_of);
  Py_VISIT(state->told);
  Py_VISIT(state->value_of);
  Py_VISIT(state->layout);
  Py_VISIT(state->splits);
  Py_VISIT(state->sketch);
  Py_VISIT(state->schema);
  Py_VISIT(state->array);
  Py_VISIT(state->source);
  Py_VISIT(state->encoder);
  Py_VISIT(state->decoder);
  Py_VISIT(state->text_records);
  return 0;
}

static int clear(PyObject *module) {
  struct module_state *state = PyModule_GetState(module);
  Py_CLEAR(state->error);
  Py_CLEAR(state->layout_error);
  Py_CLEAR(state->row_error);
  Py_CLEAR(state->condition_error);
  Py_CLEAR(state->record_error);
  Py_CLEAR(state->kind_of);
  Py_CLEAR(state->told);
  Py_CLEAR(state->value_of);
  Py_CLEAR(state->layout);
  Py_CLEAR(state->splits);
  Py_CLEAR(state->sketch);
  Py_CLEAR(state->schema);
  Py_CLEAR(state->array);
  Py_CLEAR(state->source);
  Py_CLEAR(state->encoder);
  Py_CLEAR(state->decoder);
  Py_CLEAR(state->text_records);
  return 0;
}

static PyMethodDef functions[] = {{"expand", expand, METH_O, NULL},
                                  {"named_layouts", named_layouts, METH_NOARGS, NULL},
                                  {"take_schema", take_schema, METH_O, NULL},
                                  {"take_array", take_array, METH_VARARGS, NULL},
                                  {"take_stream", take_stream, METH_O, NULL},
                                  {"stream_of", stream_of, METH_VARARGS, NULL},
                                  {"record_schema", record_schema, METH_O, NULL},
                                  {"schema_kinds", schema_kinds, METH_O, NULL},
                                  {"undeclared", undeclared, METH_O, NULL},
                                  {"memory_array", memory_array, METH_VARARGS, NULL},
                                  {"struct_schema", struct_schema, METH_VARARGS, NULL},
                                  {"struct_array", struct_array, METH_VARARGS, NULL},
                                  {"values_array", values_array, METH_VARARGS, NULL},
                                  {"schema_state", schema_state, METH_O, NULL},
                                  {"schema_of_state", schema_of_state, METH_O, NULL},
                                  {"array_state", array_state, METH_O, NULL},
                                  {"array_of_state", array_of_state, METH_VARARGS, NULL},
                                  {"encoder", new_encoder, METH_VARARGS, NULL},
                                  {"decoder", new_decoder, METH_VARARGS, NULL},
                                  {"route", route, METH_VARARGS, NULL},
                                  {"load", load, METH_VARARGS, NULL},
                                  {"picture_loads", picture_loads, METH_VARARGS, NULL},
                                  {"advise", advise, METH_VARARGS, NULL},
                                  {"made_kinds", made_kinds, METH_NOARGS, NULL},
                                  {"made_rows", made_rows, METH_VARARGS, NULL},
                                  {"record_kinds", record_kinds, METH_NOARGS, NULL},
                                  {"item_length", item_length, METH_O, NULL},
                                  {"text_records", text_records, METH_VARARGS, NULL},
                                  {"column_finder", column_finder, METH_VARARGS, NULL},
                                  {"found_columns", found_columns, METH_O, NULL},
                                  {"fill_question", fill_question, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute},
#ifdef Py_mod_multiple_interpreters
                                   {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
                                   {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                   {0, NULL}};

static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                 .m_name = "rowkey._rowkey",
                                 .m_size = sizeof(struct module_state),
                                 .m_methods = functions,
                                 .m_slots = slots,
                                 .m_traverse = traverse,
                                 .m_clear = clear};

PyMODINIT_FUNC PyInit__rowkey(void) { return PyModuleDef_Init(&definition); }
