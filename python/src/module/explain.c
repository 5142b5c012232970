/* What a layout's keys are like, as a dict with the names that `rowkey explain --json` uses. */
#include <string.h>

#include "layout.h"

static PyObject *size_or_none(size_t size) { return size == ROWKEY_NONE ? none() : PyLong_FromSize_t(size); }

static PyObject *text_or_none(const char *text) {
  return text == NULL || text[0] == 0
             ? none()
             : PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
}

static PyObject *order_of(rowkey_order order) {
  return text_or_none(order == ROWKEY_ASCENDING    ? "ascending"
                      : order == ROWKEY_DESCENDING ? "descending"
                                                   : NULL);
}

static PyObject *column_of(const rowkey_explanation *explanation, size_t column) {
  return text_or_none(column == ROWKEY_NONE ? NULL : explanation->columns[column].name);
}

static PyObject *source_of(PyObject *template, size_t offset, size_t length) {
  char *text;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(template, &text, &size) != 0) return NULL;
  return PyUnicode_DecodeUTF8(text + offset, (Py_ssize_t)length, "backslashreplace");
}

static PyObject *alternative_of(const rowkey_alternative *alternative) {
  if (alternative->format[0] == 0) return none();
  return Py_BuildValue("(sN)", alternative->format, size_or_none(alternative->width));
}

/* The dict, or NULL when something could not be put into it. */
static PyObject *checked(PyObject *dict, bool done) {
  if (!done) Py_CLEAR(dict);
  return dict;
}

static PyObject *field_of(PyObject *template, const rowkey_explanation *explanation,
                          const rowkey_explained_field *field) {
  static const char *const kinds[] = {"literal", "text", "bytes"};
  PyObject *dict = PyDict_New();
  return checked(
      dict,
      dict != NULL && put(dict, "source", source_of(template, field->source_offset, field->source_length)) &&
          put(dict, "source_offset", PyLong_FromSize_t(field->source_offset)) &&
          put(dict, "kind", PyUnicode_FromString(kinds[field->kind])) &&
          put(dict, "literal",
              field->literal == NULL
                  ? none()
                  : PyBytes_FromStringAndSize(field->literal, (Py_ssize_t)field->min_width)) &&
          put(dict, "offset", size_or_none(field->offset)) &&
          put(dict, "min_width", PyLong_FromSize_t(field->min_width)) &&
          put(dict, "max_width", size_or_none(field->max_width)) &&
          put(dict, "low", field->low[0] == 0 ? none() : PyLong_FromString(field->low, NULL, 10)) &&
          put(dict, "high", field->high[0] == 0 ? none() : PyLong_FromString(field->high, NULL, 10)) &&
          put(dict, "values", field->values == 0 ? none() : PyLong_FromUnsignedLongLong(field->values)) &&
          put(dict, "order", order_of(field->order)) &&
          put(dict, "column", column_of(explanation, field->column)) &&
          put(dict, "column_order", order_of(field->column_order)) &&
          put(dict, "reversible", PyBool_FromLong(field->reversible)) &&
          put(dict, "is_even", PyBool_FromLong(field->is_even)) &&
          put(dict, "binary", alternative_of(&field->binary)) &&
          put(dict, "text", alternative_of(&field->text)));
}

static PyObject *step_of(PyObject *template, const rowkey_explained_step *step) {
  PyObject *dict = PyDict_New();
  return checked(dict,
                 dict != NULL && put(dict, "operation", PyUnicode_FromString(step->operation)) &&
                     put(dict, "is_kernel", PyBool_FromLong(step->is_kernel)) &&
                     put(dict, "source", source_of(template, step->source_offset, step->source_length)));
}

static PyObject *warning_of(const rowkey_warning *warning) {
  PyObject *dict = PyDict_New();
  return checked(dict, dict != NULL && put(dict, "id", PyUnicode_FromString(warning->id)) &&
                           put(dict, "is_note", PyBool_FromLong(warning->is_note)) &&
                           put(dict, "field", size_or_none(warning->field)) &&
                           put(dict, "offset", size_or_none(warning->offset)) &&
                           put(dict, "text", text_or_none(warning->text)));
}

static PyObject *fields_of(PyObject *template, const rowkey_explanation *explanation) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < explanation->field_count; i++)
    list = append(list, field_of(template, explanation, &explanation->fields[i]));
  return list;
}

static PyObject *steps_of(PyObject *template, const rowkey_explanation *explanation) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < explanation->step_count; i++)
    list = append(list, step_of(template, &explanation->steps[i]));
  return list;
}

static PyObject *warnings_of(const rowkey_explanation *explanation) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < explanation->warning_count; i++)
    list = append(list, warning_of(&explanation->warnings[i]));
  return list;
}

/* [(column, order)] of the tuple that keys sort by. */
static PyObject *sorted_of(const rowkey_explanation *explanation) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < explanation->sorted_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    list = append(
        list, Py_BuildValue("(NN)", column_of(explanation, field->column), order_of(field->column_order)));
  }
  return list;
}

/* {name: recovery} of the columns that the layout uses. */
static PyObject *columns_of(const rowkey_explanation *explanation) {
  static const char *const recoveries[] = {"recovered", "unused", "hashed", "reduced"};
  PyObject *dict = PyDict_New();
  for (size_t i = 0; dict != NULL && i < explanation->column_count; i++) {
    const rowkey_explained_column *column = &explanation->columns[i];
    if (column->recovery == ROWKEY_UNUSED) continue;
    if (!put(dict, column->name, PyUnicode_FromString(recoveries[column->recovery]))) Py_CLEAR(dict);
  }
  return dict;
}

/* _explain(stride) */
PyObject *layout_explain(PyObject *self, PyObject *stride) {
  const struct layout_object *layout = (struct layout_object *)self;
  const uint64_t step = PyLong_AsUnsignedLongLong(stride);
  if (PyErr_Occurred()) return NULL;
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout->main->layout, step, &error);
  if (explanation == NULL) return raise_library_error(layout->state, &error, NULL, 0);
  PyObject *dict = PyDict_New();
  dict = checked(dict, dict != NULL && put(dict, "min_width", PyLong_FromSize_t(explanation->min_width)) &&
                           put(dict, "max_width", size_or_none(explanation->max_width)) &&
                           put(dict, "binary_width", size_or_none(explanation->binary_width)) &&
                           put(dict, "text_width", size_or_none(explanation->text_width)) &&
                           put(dict, "fields", fields_of(layout->template, explanation)) &&
                           put(dict, "sorted_from", PyLong_FromSize_t(explanation->sorted_from)) &&
                           put(dict, "sorted", sorted_of(explanation)) &&
                           put(dict, "sorted_to_end", PyBool_FromLong(explanation->sorted_to_end)) &&
                           put(dict, "sorts_as_columns", PyBool_FromLong(explanation->sorts_as_columns)) &&
                           put(dict, "columns", columns_of(explanation)) &&
                           put(dict, "isa", PyUnicode_FromString(explanation->isa)) &&
                           put(dict, "block_rows", PyLong_FromSize_t(explanation->block_rows)) &&
                           put(dict, "steps", steps_of(layout->template, explanation)) &&
                           put(dict, "warnings", warnings_of(explanation)));
  rowkey_explanation_free(explanation);
  return dict;
}
