/* What Arrow's types a layout's columns are, and the other way round. */
#include <stdio.h>
#include <string.h>

#include "arrays.h"
#include "layout.h"

void column_format(const struct column *column, char *format, size_t size) {
  static const char *const formats[] = {
      [ROWKEY_U64] = "L", [ROWKEY_I64] = "l", [ROWKEY_F64] = "g", [ROWKEY_F32] = "f"};
  const rowkey_column *schema = &column->schema;
  if (schema->unit != ROWKEY_NO_TIME)
    snprintf(format, size, "ts%c:UTC", "smun"[schema->unit - ROWKEY_SECONDS]);
  else if (schema->width > 0)
    snprintf(format, size, "w:%u", (unsigned)schema->width);
  else if (schema->type == ROWKEY_TEXT)
    snprintf(format, size, "%s", column->is_str ? "U" : "Z");
  else
    snprintf(format, size, "%s", formats[schema->type]);
}

/* The format that records have: decimals and bools are Arrow's. */
static void record_format(const struct column *column, char *format, size_t size) {
  const char *kind = column->written_as == NULL ? "" : rowkey_column_type_text(column->written_as);
  unsigned digits;
  if (sscanf(kind, "decimal(%u)", &digits) == 1)
    snprintf(format, size, "d:19,%u", digits);
  else if (strcmp(kind, "bool") == 0)
    snprintf(format, size, "b");
  else
    column_format(column, format, size);
}

/* record_schema(layout): a Schema of all columns that the layout uses. */
PyObject *record_schema(PyObject *module, PyObject *object) {
  struct module_state *state = PyModule_GetState(module);
  const struct layout_object *layout = layout_of(state, object);
  const struct variant *variant = layout == NULL ? NULL : layout_main(layout);
  if (variant == NULL) return NULL;
  size_t used = 0, next = 0;
  for (size_t i = 0; i < variant->count; i++) used += rowkey_layout_uses(variant->layout, i);
  struct ArrowSchema schema;
  if (!make_schema("+s", "", used, &schema)) return PyErr_NoMemory();
  for (size_t i = 0; i < variant->count; i++) {
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    char format[32];
    record_format(&variant->columns[i], format, sizeof format);
    if (!make_schema(format, variant->columns[i].schema.name, 0, schema.children[next++])) {
      schema.release(&schema);
      return PyErr_NoMemory();
    }
  }
  return new_schema(state, &schema);
}

static bool is_utf8(const struct ArrowSchema *schema) {
  if (schema->dictionary != NULL) schema = schema->dictionary;
  return strcmp(schema->format, "u") == 0 || strcmp(schema->format, "U") == 0 ||
         strcmp(schema->format, "vu") == 0;
}

static const struct ArrowSchema *child_of(const struct ArrowSchema *schema, const char *name) {
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->name != NULL && strcmp(schema->children[i]->name, name) == 0)
      return schema->children[i];
  return schema;
}

/* schema_kinds(template: bytes, schema): {name: kind} of the columns that the template names. */
PyObject *schema_kinds(PyObject *module, PyObject *arguments) {
  const struct module_state *state = PyModule_GetState(module);
  const char *text;
  Py_ssize_t length;
  PyObject *object;
  if (!PyArg_ParseTuple(arguments, "y#O:schema_kinds", &text, &length, &object)) return NULL;
  const struct schema_object *schema = schema_of(state, object);
  if (schema == NULL) return NULL;
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile(text, (size_t)length, &schema->shared->schema, &error);
  if (layout == NULL) return raise_library_error(state, &error, NULL, 0);
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  PyObject *kinds = PyDict_New();
  for (size_t i = 0; kinds != NULL && i < count; i++) {
    const bool is_bytes = columns[i].type == ROWKEY_TEXT && columns[i].width == 0 &&
                          !is_utf8(child_of(&schema->shared->schema, columns[i].name));
    if (!put(kinds, columns[i].name, is_bytes ? PyUnicode_FromString("bytes") : kind_of_schema(&columns[i])))
      Py_CLEAR(kinds);
  }
  rowkey_layout_free(layout);
  return kinds;
}
