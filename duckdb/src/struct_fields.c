#include "struct_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "scalar.h"

enum { MOST_SHOWN = 8 }; /* names of fields in a message */

static bool expect_struct(duckdb_logical_type type, rowkey_error *error) {
  return duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT ||
         fail(
             error, ROWKEY_ERROR_ARGUMENT,
             "the second argument is not a STRUCT (expected the columns by name: {id: id, ts: ts}, or the name "
             "of a table)");
}

/* Adds the next field of the struct. */
static bool add_field(struct struct_fields *fields, duckdb_logical_type type, const struct design *design,
                      rowkey_error *error) {
  struct struct_field *field = &fields->fields[fields->count];
  rowkey_column *column = &fields->columns[fields->count];
  duckdb_logical_type child = duckdb_struct_type_child_type(type, fields->count);
  column->name = duckdb_struct_type_child_name(type, fields->count);
  field->type = value_type_of(child);
  duckdb_destroy_logical_type(&child);
  fields->count++;
  const rowkey_column *declared = design_find(design, column->name);
  field->is_declared = declared != NULL;
  if (declared == NULL)
    return rowkey_column_declare(column->name, field->type.column, strlen(field->type.column), column,
                                 error) == ROWKEY_OK;
  const char *name = column->name;
  *column = *declared;
  column->name = name;
  return true;
}

static bool read_fields(struct struct_fields *fields, duckdb_logical_type type, const struct design *design,
                        rowkey_error *error) {
  if (!expect_struct(type, error)) return false;
  const size_t count = duckdb_struct_type_child_count(type);
  fields->fields = calloc(count + 1, sizeof *fields->fields);
  fields->columns = calloc(count + 1, sizeof *fields->columns);
  if (fields->fields == NULL || fields->columns == NULL) return fail_memory(error);
  while (fields->count < count)
    if (!add_field(fields, type, design, error)) return false;
  return true;
}

static bool has_field(const struct struct_fields *fields, const char *name) {
  for (size_t i = 0; i < fields->count; i++)
    if (strcmp(fields->columns[i].name, name) == 0) return true;
  return false;
}

/* Whether the struct has every column of the argument `columns`: a slip there changes keys. */
static bool check_told(const struct struct_fields *fields, const struct design *design, rowkey_error *error) {
  size_t count;
  const rowkey_column *told = rowkey_schema_columns(design->told, &count);
  for (size_t i = 0; i < count; i++) {
    if (has_field(fields, told[i].name)) continue;
    char known[MOST_SHOWN * 72] = "";
    size_t used = 0;
    for (size_t at = 0; at < fields->count && at <= MOST_SHOWN; at++)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%.64s", at == 0 ? "" : ", ",
                               at < MOST_SHOWN ? fields->columns[at].name : "...");
    return fail(error, ROWKEY_ERROR_COLUMN, "columns: the struct has no %.64s (its columns are %s)",
                told[i].name, known);
  }
  return true;
}

bool fields_read(struct struct_fields *fields, duckdb_vector vector, const struct design *design,
                 rowkey_error *error) {
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  const bool is_read = read_fields(fields, type, design, error) && check_told(fields, design, error);
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

/* ---- Compilation --------------------------------------------------------------------------------- */

/* "host:text,ts:time(us)": the columns that the layout uses, as an example of the argument. */
static void list_columns(const struct struct_fields *fields, const rowkey_layout *layout, char *text,
                         size_t size) {
  size_t used = 0;
  for (size_t i = 0; i < fields->count && used < size; i++) {
    if (!rowkey_layout_uses(layout, i)) continue;
    char type[64];
    rowkey_column_type_name(&fields->columns[i], type, sizeof type);
    used += (size_t)snprintf(text + used, size - used, "%s%.64s:%s", used == 0 ? "" : ",",
                             fields->columns[i].name, type);
  }
}

/* Whether a layout can use the field, and keys do not depend on what SQL has chosen for it. */
static bool check_field(const struct struct_fields *fields, size_t index, const rowkey_layout *layout,
                        rowkey_error *error) {
  const struct struct_field *field = &fields->fields[index];
  const char *name = fields->columns[index].name;
  const char *hidden = rowkey_column_hidden_part(&fields->columns[index]);
  if (field->type.tag == 0)
    return fail(error, ROWKEY_ERROR_TYPE,
                "column %.64s: no layout can use %s (expected numbers, VARCHAR, ENUM, BLOB, BOOLEAN, UUID, "
                "DECIMAL, dates or timestamps: cast it, for example to VARCHAR)",
                name, field->type.name != NULL ? field->type.name : "its type");
  if (field->is_declared || hidden == NULL) return true;
  char example[400] = "";
  list_columns(fields, layout, example, sizeof example);
  return fail(error, ROWKEY_ERROR_TYPE,
              "column %.64s is %s: its %s would be part of the key (expected a type for it in the argument "
              "columns, such as '%s')",
              name, field->type.name, hidden, example);
}

/* Whether the template would compile if a field that is a bare NULL were a number: blames that field. */
static void explain_null(struct struct_fields *fields, struct text template, rowkey_error *error) {
  for (size_t i = 0; i < fields->count; i++) {
    rowkey_column *column = &fields->columns[i];
    const struct struct_field *field = &fields->fields[i];
    if ((field->type.tag & 0xff) != ROWKEY_KIND_NULL || field->is_declared) continue;
    column->type = ROWKEY_I64;
    rowkey_layout *layout =
        rowkey_layout_compile(template.data, template.size, fields->columns, fields->count, NULL);
    if (layout == NULL) continue;
    rowkey_layout_free(layout);
    fail(error, ROWKEY_ERROR_TYPE,
         "column %.64s: NULL has no type (expected one with a type, such as NULL::BIGINT)", column->name);
    return;
  }
}

rowkey_layout *fields_compile(struct struct_fields *fields, struct text template, rowkey_error *error) {
  rowkey_layout *layout =
      rowkey_layout_compile(template.data, template.size, fields->columns, fields->count, error);
  if (layout == NULL && error->status != ROWKEY_ERROR_MEMORY) explain_null(fields, template, error);
  for (size_t i = 0; layout != NULL && i < fields->count; i++) {
    if (!rowkey_layout_uses(layout, i) || check_field(fields, i, layout, error)) continue;
    rowkey_layout_free(layout);
    layout = NULL;
  }
  return layout;
}

void fields_free(struct struct_fields *fields) {
  for (size_t i = 0; i < fields->count; i++) {
    if (!fields->fields[i].is_declared) rowkey_column_free(&fields->columns[i]);
    duckdb_free((char *)(uintptr_t)fields->columns[i].name);
  }
  free(fields->fields);
  free(fields->columns);
}
