/* rowkey_arrow_compile: the columns of a schema as a layout's. */
#include <stdlib.h>
#include <string.h>

#include "arrow/records.h"
#include "error.h"
#include "text/tokens.h"

/* The field that the template names at this byte, if no layout can use it: that is a better error than that
 * there is none. */
static void name_unusable(const char *text, size_t length, const struct ArrowSchema *schema,
                          rowkey_error *error) {
  const char *name = text + error->offset;
  const size_t size = rowkey_name_length(name, length - error->offset);
  for (int64_t i = 0; i < schema->n_children; i++) {
    const char *other = schema->children[i]->name;
    if (other == NULL || strlen(other) != size || memcmp(other, name, size) != 0) continue;
    const struct arrow_type type = rowkey_arrow_read_type(schema->children[i]);
    const struct arrow_type_name type_name = rowkey_arrow_name_type(&type);
    const size_t offset = error->offset;
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "column %.64s: no layout can use %s (expected integers, floats, text, binary, times, "
                     "decimals of up to 128 bits, or dictionaries of these)",
                     other, type_name.text);
    error->offset = offset;
    return;
  }
}

static rowkey_layout *compile_struct(const char *text, size_t length, const struct ArrowSchema *schema,
                                     rowkey_error *error) {
  size_t count;
  rowkey_column *columns = rowkey_arrow_columns(schema, &count);
  if (columns == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while compiling the layout");
    return NULL;
  }
  rowkey_layout *layout = rowkey_layout_compile(text, length, columns, count, error);
  if (layout == NULL && error->status == ROWKEY_ERROR_COLUMN) name_unusable(text, length, schema, error);
  free(columns);
  return layout;
}

/* The one column has the name that the template gives it: arrays by themselves often have none. */
static rowkey_layout *compile_array(const char *text, size_t length, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  rowkey_layout *layout = rowkey_layout_compile(text, length, NULL, 0, error);
  if (layout != NULL || error->status != ROWKEY_ERROR_COLUMN) return layout;
  const struct arrow_type type = rowkey_arrow_read_type(schema);
  if (type.storage == ARROW_UNKNOWN) {
    const struct arrow_type_name name = rowkey_arrow_name_type(&type);
    rowkey_error_set(error, ROWKEY_ERROR_TYPE, "no layout can use %s (expected a struct, or a column)",
                     name.text);
    return NULL;
  }
  const char *at = text + error->offset;
  char *name = strndup(at, rowkey_name_length(at, length - error->offset));
  if (name == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while compiling the layout");
    return NULL;
  }
  const rowkey_column column = rowkey_arrow_column_of(&type, name);
  layout = rowkey_layout_compile(text, length, &column, 1, error);
  free(name);
  return layout;
}

rowkey_layout *rowkey_arrow_compile(const char *text, size_t length, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (rowkey_arrow_check_schema(schema, error) != ROWKEY_OK) return NULL;
  return rowkey_arrow_is_struct(schema) ? compile_struct(text, length, schema, error)
                                        : compile_array(text, length, schema, error);
}
