/* rowkey_arrow_compile: the columns of a schema as a layout's. */
#include <rowkey/schema.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/records.h"
#include "base/error.h"
#include "columns/conversion.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* The field that the template names at this byte, if no layout can use it: that is a better error than that
 * there is none. */
static void name_unusable(const char *text, size_t length, const struct ArrowSchema *schema,
                          rowkey_error *error) {
  const struct slice name = rowkey_read_name(text + error->offset, length - error->offset).name;
  for (int64_t i = 0; i < schema->n_children; i++) {
    const char *other = schema->children[i]->name;
    if (other == NULL || !slice_is(name, other)) continue;
    const struct arrow_type type = rowkey_arrow_read_type(schema->children[i]);
    const struct arrow_type_name type_name = rowkey_arrow_name_type(&type);
    const size_t offset = error->offset;
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "column %.64s: no layout can use %s (expected " ARROW_USABLE_TYPES ")", other,
                     type_name.text);
    error->offset = offset;
    return;
  }
}

/* "host:text,ts:time(us)": all columns that the layout uses. */
static void list_columns(const rowkey_layout *layout, struct text_buffer *out) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  const char *comma = "";
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_layout_uses(layout, i)) continue;
    const char *quote = rowkey_name_quote(columns[i].name);
    rowkey_text_printf(out, "%s%s%s%s:%s", comma, quote, columns[i].name, quote,
                       rowkey_declared_text(&columns[i]).text);
    comma = ",";
  }
}

/* Refuses a column that must be declared, and says how. */
static bool check_declared(const rowkey_layout *layout, size_t column, const struct arrow_type *type,
                           rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  const char *hidden = rowkey_column_hidden_part(&columns[column]);
  if (hidden == NULL) return true;
  const struct arrow_type_name name = rowkey_arrow_name_type(type);
  char declared[300] = "";
  struct text_buffer out = {declared, sizeof declared};
  list_columns(layout, &out);
  rowkey_error_set(
      error, ROWKEY_ERROR_TYPE,
      "column %.64s: %s needs a declared type, as its %s would be part of the key (expected columns "
      "such as %s)",
      columns[column].name, name.text, hidden, declared);
  error->column = column;
  return false;
}

/* The layout, or NULL where a column that it uses must be declared. */
static rowkey_layout *check_columns(rowkey_layout *layout, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_layout_uses(layout, i)) continue;
    const struct ArrowSchema *field = schema;
    for (int64_t k = 0; rowkey_arrow_is_struct(schema) && k < schema->n_children; k++)
      if (schema->children[k]->name != NULL && strcmp(schema->children[k]->name, columns[i].name) == 0)
        field = schema->children[k];
    const struct arrow_type type = rowkey_arrow_read_type(field);
    if (check_declared(layout, i, &type, error)) continue;
    rowkey_layout_free(layout);
    return NULL;
  }
  return layout;
}

static void set_no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while compiling the layout");
}

static rowkey_layout *compile_struct(const char *text, size_t length, const struct ArrowSchema *schema,
                                     rowkey_error *error) {
  size_t count;
  rowkey_column *columns = rowkey_arrow_columns(schema, &count);
  if (columns == NULL) {
    set_no_memory(error);
    return NULL;
  }
  rowkey_layout *layout = rowkey_layout_compile(text, length, columns, count, error);
  if (layout == NULL && error->status == ROWKEY_ERROR_COLUMN) name_unusable(text, length, schema, error);
  rowkey_arrow_free_columns(columns, count);
  return layout == NULL ? NULL : check_columns(layout, schema, error);
}

/* The one column has the name that the template gives it: arrays by themselves often have none. */
static rowkey_layout *compile_array(const char *text, size_t length, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  rowkey_layout *layout = rowkey_layout_compile(text, length, NULL, 0, error);
  if (layout != NULL || error->status != ROWKEY_ERROR_COLUMN) return layout;
  const struct arrow_type type = rowkey_arrow_read_type(schema);
  const struct slice written = rowkey_read_name(text + error->offset, length - error->offset).name;
  char *name = strndup(written.at, written.size);
  rowkey_column column;
  const rowkey_status status =
      name == NULL ? ROWKEY_ERROR_MEMORY : rowkey_arrow_declare(&type, name, &column);
  if (status == ROWKEY_ERROR_MEMORY) {
    set_no_memory(error);
  } else if (status != ROWKEY_OK) {
    const struct arrow_type_name type_name = rowkey_arrow_name_type(&type);
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "no layout can use %s (expected a struct, or a column of " ARROW_USABLE_TYPES ")",
                     type_name.text);
  } else {
    layout = rowkey_layout_compile(text, length, &column, 1, error);
    rowkey_column_free(&column);
  }
  free(name);
  return layout == NULL ? NULL : check_columns(layout, schema, error);
}

rowkey_layout *rowkey_arrow_compile(const char *text, size_t length, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (rowkey_arrow_check_schema(schema, error) != ROWKEY_OK) return NULL;
  return rowkey_arrow_is_struct(schema) ? compile_struct(text, length, schema, error)
                                        : compile_array(text, length, schema, error);
}
