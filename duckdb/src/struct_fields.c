#include "struct_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "scalar.h"

enum { MOST_SHOWN = 8 }; /* names of fields in a message */

/* Whether a field that is no text holds what decimal(2) says: a DECIMAL with two digits after the point. */
static bool check_decimal(const struct struct_field *field, const char *told, rowkey_error *error) {
  unsigned scale;
  if (sscanf(told, "decimal(%u)", &scale) != 1 || (field->type.is_decimal && field->type.scale == scale))
    return true;
  return fail(
      error, ROWKEY_ERROR_TYPE,
      "column %s is told to be %s (expected VARCHAR, or DECIMAL with %u digits after the point: cast it)",
      field->name, told, scale);
}

static bool apply_told(struct struct_field *field, const struct told_column *told, rowkey_error *error) {
  if (told == NULL) return true;
  column_format(&told->column, field->layout_format);
  if (told->written_as == NULL) return true;
  if (strcmp(field->type.format, "U") != 0)
    return check_decimal(field, rowkey_column_type_text(told->written_as), error);
  field->written_as = told->written_as;
  strcpy(field->data_format, field->layout_format);
  return true;
}

static bool expect_struct(duckdb_logical_type type, rowkey_error *error) {
  return duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT ||
         fail(error, ROWKEY_ERROR_ARGUMENT,
              "the second argument is no STRUCT (expected the columns by name: {id: id, ts: ts}, or the name "
              "of a table)");
}

static bool read_fields(struct struct_fields *fields, duckdb_logical_type type,
                        const struct told_columns *told, rowkey_error *error) {
  if (!expect_struct(type, error)) return false;
  const size_t count = duckdb_struct_type_child_count(type);
  fields->fields = calloc(count + 1, sizeof *fields->fields);
  if (fields->fields == NULL) return fail_memory(error);
  for (; fields->count < count; fields->count++) {
    struct struct_field *field = &fields->fields[fields->count];
    duckdb_logical_type child = duckdb_struct_type_child_type(type, fields->count);
    field->name = duckdb_struct_type_child_name(type, fields->count);
    field->type = value_type_of(child);
    duckdb_destroy_logical_type(&child);
    strcpy(field->layout_format, field->type.format);
    strcpy(field->data_format, field->type.format);
    if (!apply_told(field, told_find(told, field->name), error)) {
      fields->count++; /* its name is to be freed */
      return false;
    }
  }
  return true;
}

/* Whether the struct has every column of the argument `columns`, the last list: a slip there changes keys. */
static bool check_told(const struct struct_fields *fields, const struct told_columns *told,
                       rowkey_error *error) {
  for (size_t i = 0; i < told->count; i++) {
    const char *name = told->columns[i].column.name;
    if (told->columns[i].list != told->lists || fields_find(fields, name) != NULL) continue;
    char known[MOST_SHOWN * 72] = "";
    size_t used = 0;
    for (size_t at = 0; at < fields->count && at <= MOST_SHOWN; at++)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%.64s", at == 0 ? "" : ", ",
                               at < MOST_SHOWN ? fields->fields[at].name : "...");
    return fail(error, ROWKEY_ERROR_COLUMN, "columns: the struct has no %.64s (its columns are %s)", name,
                known);
  }
  return true;
}

bool fields_read(struct struct_fields *fields, duckdb_vector vector, const struct told_columns *told,
                 rowkey_error *error) {
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  const bool is_read = read_fields(fields, type, told, error) && check_told(fields, told, error);
  duckdb_destroy_logical_type(&type);
  return is_read;
}

static bool describe_field(duckdb_logical_type type, idx_t field, struct room *key, size_t *size) {
  char *name = duckdb_struct_type_child_name(type, field);
  duckdb_logical_type child = duckdb_struct_type_child_type(type, field);
  const uint32_t id = duckdb_get_type_id(child);
  const bool is_decimal = id == DUCKDB_TYPE_DECIMAL;
  const uint32_t parts[] = {id, is_decimal ? duckdb_decimal_width(child) : 0,
                            is_decimal ? duckdb_decimal_scale(child) : 0};
  const bool is_done =
      describe_bytes(key, size, name, strlen(name)) && describe_bytes(key, size, parts, sizeof parts);
  duckdb_destroy_logical_type(&child);
  duckdb_free(name);
  return is_done;
}

bool fields_describe(duckdb_vector vector, struct room *key, size_t *size) {
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  const idx_t count =
      duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT ? duckdb_struct_type_child_count(type) : 0;
  bool is_done = true;
  for (idx_t i = 0; is_done && i < count; i++) is_done = describe_field(type, i, key, size);
  duckdb_destroy_logical_type(&type);
  return is_done;
}

const struct struct_field *fields_find(const struct struct_fields *fields, const char *name) {
  for (size_t i = 0; i < fields->count; i++)
    if (strcmp(fields->fields[i].name, name) == 0) return &fields->fields[i];
  return NULL;
}

/* What is wrong with a template that names a field whose type no layout can use. */
static void explain_type(const struct struct_fields *fields, struct text template, rowkey_error *error) {
  if (error->status != ROWKEY_ERROR_COLUMN || error->offset >= template.size) return;
  const struct text place = {template.data + error->offset, template.size - error->offset};
  for (size_t i = 0; i < fields->count; i++) {
    const struct struct_field *field = &fields->fields[i];
    const size_t size = strlen(field->name);
    if (field->type.form != FORM_UNKNOWN || size > place.size || memcmp(field->name, place.data, size) != 0)
      continue;
    fail(
        error, ROWKEY_ERROR_TYPE,
        "column %s: no layout can use its type (expected numbers, VARCHAR, BLOB, BOOLEAN, UUID, DECIMAL, dates "
        "or times: cast it, for example to VARCHAR)",
        field->name);
    return;
  }
}

static rowkey_layout *compile(const struct struct_fields *fields, struct text template, rowkey_error *error) {
  struct ArrowSchema *schemas = calloc(fields->count + 1, sizeof *schemas);
  struct ArrowSchema **children = calloc(fields->count + 1, sizeof *children);
  rowkey_layout *layout = NULL;
  if (schemas == NULL || children == NULL) {
    fail_memory(error);
  } else {
    size_t count = 0;
    for (size_t i = 0; i < fields->count; i++) {
      const struct struct_field *field = &fields->fields[i];
      if (field->type.form == FORM_UNKNOWN) continue;
      schemas[count] = borrowed_schema(field->layout_format, field->name, NULL, 0);
      children[count] = &schemas[count];
      count++;
    }
    const struct ArrowSchema schema = borrowed_schema("+s", "", children, count);
    layout = rowkey_arrow_compile(template.data, template.size, &schema, error);
  }
  free(schemas);
  free(children);
  return layout;
}

/* Whether the template would compile if a field that is a bare NULL were a number: blames that field. */
static void explain_null(struct struct_fields *fields, struct text template, rowkey_error *error) {
  for (size_t i = 0; i < fields->count; i++) {
    struct struct_field *field = &fields->fields[i];
    if (field->type.form != FORM_NULLS || strcmp(field->layout_format, field->type.format) != 0) continue;
    strcpy(field->layout_format, "l");
    rowkey_error other;
    rowkey_layout *layout = compile(fields, template, &other);
    if (layout == NULL) continue;
    rowkey_layout_free(layout);
    fail(error, ROWKEY_ERROR_TYPE,
         "column %.64s: NULL has no type (expected one with a type, such as NULL::BIGINT)", field->name);
    return;
  }
}

rowkey_layout *fields_compile(struct struct_fields *fields, struct text template, rowkey_error *error) {
  rowkey_layout *layout = compile(fields, template, error);
  if (layout != NULL || error->status == ROWKEY_ERROR_MEMORY) return layout;
  explain_type(fields, template, error);
  explain_null(fields, template, error);
  return NULL;
}

void fields_free(struct struct_fields *fields) {
  for (size_t i = 0; i < fields->count; i++) duckdb_free(fields->fields[i].name);
  free(fields->fields);
}
