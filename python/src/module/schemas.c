/* What Arrow's types a layout's columns are, and the other way round. */
#include <rowkey/schema.h>
#include <stdio.h>
#include <string.h>

#include "arrays.h"
#include "column.h"
#include "layout.h"

void column_format(const rowkey_column *column, bool is_str, char *format, size_t size) {
  static const char *const formats[] = {
      [ROWKEY_U64] = "L", [ROWKEY_I64] = "l", [ROWKEY_F64] = "g", [ROWKEY_F32] = "f"};
  const char *kind = column->declared == NULL ? "" : rowkey_column_type_text(column->declared);
  unsigned digits;
  if (column->unit != ROWKEY_NO_TIME)
    snprintf(format, size, "ts%c:UTC", "smun"[column->unit - ROWKEY_SECONDS]);
  else if (sscanf(kind, "decimal(%u)", &digits) == 1)
    snprintf(format, size, "d:19,%u", digits);
  else if (strcmp(kind, "bool") == 0)
    snprintf(format, size, "b");
  else if (column->width > 0)
    snprintf(format, size, "w:%u", (unsigned)column->width);
  else if (column->type == ROWKEY_TEXT)
    snprintf(format, size, "%s", is_str ? "U" : "Z");
  else
    snprintf(format, size, "%s", formats[column->type]);
}

/* record_schema(layout): a Schema of all columns that the layout uses. */
PyObject *record_schema(PyObject *module, PyObject *object) {
  struct module_state *state = PyModule_GetState(module);
  const struct layout_object *layout = layout_of(state, object);
  const struct variant *variant = layout == NULL ? NULL : layout->main;
  if (variant == NULL) return NULL;
  size_t used = 0, next = 0;
  for (size_t i = 0; i < variant->count; i++) used += rowkey_layout_uses(variant->layout, i);
  struct ArrowSchema schema;
  if (!make_schema("+s", "", used, &schema)) return PyErr_NoMemory();
  for (size_t i = 0; i < variant->count; i++) {
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    char format[32];
    column_format(&variant->columns[i].schema, variant->columns[i].is_str, format, sizeof format);
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

/* schema_kinds(schema): {name: kind} of the fields of a struct that a layout can use, as declared columns. */
PyObject *schema_kinds(PyObject *module, PyObject *object) {
  const struct module_state *state = PyModule_GetState(module);
  const struct schema_object *schema = schema_of(state, object);
  if (schema == NULL) return NULL;
  rowkey_error error;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema->shared->schema, &error);
  if (reader == NULL) return raise_library_error(state, &error, NULL, 0);
  size_t count;
  const rowkey_column *columns = rowkey_arrow_reader_columns(reader, &count);
  PyObject *kinds = PyDict_New();
  for (size_t i = 0; kinds != NULL && i < count; i++) {
    const bool is_bytes = columns[i].type == ROWKEY_TEXT && columns[i].width == 0 &&
                          columns[i].declared == NULL &&
                          !is_utf8(child_of(&schema->shared->schema, columns[i].name));
    if (!put(kinds, columns[i].name, is_bytes ? PyUnicode_FromString("bytes") : kind_of_schema(&columns[i])))
      Py_CLEAR(kinds);
  }
  rowkey_arrow_reader_free(reader);
  return kinds;
}

PyObject *find_undeclared(const struct module_state *state, PyObject *kinds) {
  PyObject *name, *kind;
  for (Py_ssize_t at = 0; PyDict_Next(kinds, &at, &name, &kind);) {
    struct column column;
    if (!column_create(state, name, kind, &column)) return NULL;
    const char *part = rowkey_column_hidden_part(&column.schema);
    column_free(&column);
    if (part != NULL)
      return PyUnicode_FromFormat("%U is %U: its %s would be part of the key. Say columns=%R", name, kind,
                                  part, kinds);
  }
  Py_RETURN_NONE;
}

/* undeclared(kinds): find_undeclared for Python. */
PyObject *undeclared(PyObject *module, PyObject *kinds) {
  return find_undeclared(PyModule_GetState(module), kinds);
}
