#include "arrow/records.h"

#include <stdlib.h>
#include <string.h>

#include "columns/value.h"
#include "error.h"

enum { COLUMN_WIDTH_MAX = 1 << 20 };

/* ---- Columns ------------------------------------------------------------------------------------- */

rowkey_column rowkey_arrow_column_of(const struct arrow_type *type, const char *name) {
  rowkey_column column = rowkey_column_of(name, type->storage == ARROW_NULL ? ROWKEY_TEXT : type->type);
  column.unit = type->unit;
  column.width = type->width <= COLUMN_WIDTH_MAX ? type->width : 0;
  return column;
}

rowkey_column *rowkey_arrow_columns(const struct ArrowSchema *schema, size_t *count) {
  rowkey_column *columns = calloc((size_t)schema->n_children + 1, sizeof *columns);
  *count = 0;
  for (int64_t i = 0; columns != NULL && i < schema->n_children; i++) {
    const struct arrow_type type = rowkey_arrow_read_type(schema->children[i]);
    if (type.storage == ARROW_UNKNOWN || schema->children[i]->name == NULL) continue;
    columns[(*count)++] = rowkey_arrow_column_of(&type, schema->children[i]->name);
  }
  return columns;
}

/* ---- Types that serve ---------------------------------------------------------------------------- */

static bool is_integer(rowkey_type type) { return type == ROWKEY_I64 || type == ROWKEY_U64; }

static bool serves(const struct arrow_type *type, const rowkey_column *column) {
  if (type->storage == ARROW_NULL) return true;
  if (type->storage == ARROW_UNKNOWN) return false;
  const bool same_kind = is_integer(column->type)     ? is_integer(type->type)
                         : column->type == ROWKEY_F64 ? type->type == ROWKEY_F64 || type->type == ROWKEY_F32
                                                      : type->type == column->type;
  return same_kind &&
         (column->unit == ROWKEY_NO_TIME || type->unit == ROWKEY_NO_TIME || type->unit == column->unit);
}

static rowkey_status does_not_serve(const struct arrow_field *field, rowkey_error *error) {
  static const char *const units[] = {"", " of seconds", " of milliseconds", " of microseconds",
                                      " of nanoseconds"};
  const struct arrow_type_name name = rowkey_arrow_name_type(&field->type);
  rowkey_status status =
      field->type.storage == ARROW_UNKNOWN
          ? rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                             "column %.64s: no layout can use %s (expected integers, floats, text, binary, "
                             "times, decimals of up to 128 bits, or dictionaries of these)",
                             field->as.name, name.text)
          : rowkey_error_set(error, ROWKEY_ERROR_TYPE, "column %.64s: %s is no %s%s, as the layout has it",
                             field->as.name, name.text, rowkey_type_name(field->as.type),
                             units[field->as.unit]);
  error->column = field->column;
  return status;
}

/* ---- Finding ------------------------------------------------------------------------------------ */

/* The only field of this name; -1 where there is none, -2 for several. */
static int64_t find_child(const struct ArrowSchema *schema, const char *name) {
  int64_t found = -1;
  for (int64_t i = 0; i < schema->n_children; i++) {
    const char *other = schema->children[i]->name;
    if (other == NULL || strcmp(other, name) != 0) continue;
    if (found >= 0) return -2;
    found = i;
  }
  return found;
}

static rowkey_status no_column(const struct arrow_field *field, const char *problem, rowkey_error *error) {
  rowkey_status status =
      rowkey_error_set(error, ROWKEY_ERROR_COLUMN, "column %.64s: %s", field->as.name, problem);
  error->column = field->column;
  return status;
}

/* The copies of the type's texts; returns where the next ones go. With `out` NULL it only counts. */
static size_t keep_texts(struct arrow_type *type, char *out) {
  const size_t format_size = strlen(type->format) + 1;
  if (out != NULL) {
    type->format = memcpy(out, type->format, format_size);
    if (type->extension != NULL)
      type->extension = memcpy(out + format_size, type->extension, type->extension_size);
  }
  return format_size + type->extension_size;
}

static bool keep_all_texts(struct arrow_fields *fields) {
  size_t size = 1, at = 0;
  for (size_t i = 0; i < fields->count; i++) size += keep_texts(&fields->fields[i].type, NULL);
  fields->formats = malloc(size);
  if (fields->formats == NULL) return false;
  for (size_t i = 0; i < fields->count; i++) at += keep_texts(&fields->fields[i].type, fields->formats + at);
  return true;
}

/* Adds the field of a column. One that the schema does not have is left out unless it is needed. */
static rowkey_status find_field(struct arrow_fields *fields, const rowkey_column *column, size_t index,
                                bool is_needed, const struct ArrowSchema *schema, rowkey_error *error) {
  struct arrow_field *field = &fields->fields[fields->count];
  *field = (struct arrow_field){.column = index, .child = -1, .as = *column};
  if (fields->is_struct) field->child = find_child(schema, column->name);
  if (field->child == -2)
    return no_column(field, "two fields of the schema have this name (expected one)", error);
  if (!fields->is_struct && fields->count == 1)
    return no_column(field, "the records are one array, which serves one column (expected a struct)", error);
  if (fields->is_struct && field->child < 0)
    return is_needed ? no_column(field, "the schema has no field of this name (expected one)", error)
                     : ROWKEY_OK;
  field->type = rowkey_arrow_read_type(fields->is_struct ? schema->children[field->child] : schema);
  if (!serves(&field->type, &field->as)) return does_not_serve(field, error);
  fields->count++;
  return ROWKEY_OK;
}

static bool begin(struct arrow_fields *fields, size_t columns, const struct ArrowSchema *schema) {
  *fields =
      (struct arrow_fields){.is_struct = rowkey_arrow_is_struct(schema), .children = schema->n_children};
  fields->fields = calloc(columns + 1, sizeof *fields->fields);
  return fields->fields != NULL;
}

static rowkey_status end(struct arrow_fields *fields, rowkey_status status, rowkey_error *error) {
  if (status == ROWKEY_OK && !keep_all_texts(fields)) status = ROWKEY_ERROR_MEMORY;
  if (status == ROWKEY_OK) return ROWKEY_OK;
  if (status == ROWKEY_ERROR_MEMORY)
    rowkey_error_set(error, status, "out of memory while reading the schema");
  rowkey_arrow_free_fields(fields);
  return status;
}

rowkey_status rowkey_arrow_find_fields(struct arrow_fields *fields, const rowkey_layout *layout,
                                       bool (*wanted)(const rowkey_layout *, size_t), bool all_needed,
                                       const struct ArrowSchema *schema, rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  rowkey_status status = begin(fields, count, schema) ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; status == ROWKEY_OK && i < count; i++)
    if (wanted(layout, i)) status = find_field(fields, &columns[i], i, all_needed, schema, error);
  return end(fields, status, error);
}

rowkey_status rowkey_arrow_find_columns(struct arrow_fields *fields, const rowkey_column *columns,
                                        size_t count, const struct ArrowSchema *schema, rowkey_error *error) {
  rowkey_status status = begin(fields, count, schema) ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; status == ROWKEY_OK && i < count; i++)
    status = find_field(fields, &columns[i], i, true, schema, error);
  return end(fields, status, error);
}

void rowkey_arrow_free_fields(struct arrow_fields *fields) {
  free(fields->fields);
  free(fields->formats);
  *fields = (struct arrow_fields){0};
}

/* ---- Batches ------------------------------------------------------------------------------------- */

static rowkey_status bad_batch(const char *problem, rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the batch %s", problem);
}

rowkey_status rowkey_arrow_open_fields(const struct arrow_fields *fields, const struct ArrowArray *batch,
                                       struct arrow_source *sources, size_t *rows, rowkey_error *error) {
  if (batch == NULL || batch->release == NULL)
    return bad_batch("is NULL or released (expected one that is not)", error);
  if (batch->length < 0 || batch->offset < 0 || batch->length > PTRDIFF_MAX / 16 ||
      batch->offset > PTRDIFF_MAX / 16)
    return bad_batch("has a length or offset that no memory holds", error);
  if (fields->is_struct &&
      (batch->n_children != fields->children || (batch->n_children > 0 && batch->children == NULL)))
    return bad_batch("has another number of fields than its schema", error);
  *rows = (size_t)batch->length;
  for (size_t i = 0; i < fields->count; i++) {
    const struct arrow_field *field = &fields->fields[i];
    const struct ArrowArray *array = fields->is_struct ? batch->children[field->child] : batch;
    rowkey_status status = rowkey_arrow_open(&sources[i], &field->type, field->as.name, field->column, array,
                                             fields->is_struct ? batch : NULL, error);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}
