#include "arrow/records.h"

#include <rowkey/decode.h>
#include <rowkey/schema.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "columns/conversion.h"
#include "columns/value.h"

/* ---- Columns ------------------------------------------------------------------------------------- */

static rowkey_type type_of_integers(rowkey_form form) {
  return form >= ROWKEY_FORM_U8 && form <= ROWKEY_FORM_U64 ? ROWKEY_U64 : ROWKEY_I64;
}

/* Whether some column keeps values of the type as they are. */
static bool is_kept(const struct arrow_type *type, const char *name) {
  const bool is_decimal = kind_of_tag(type->tag) == ROWKEY_KIND_DECIMAL;
  const int digits = detail_of_tag(type->tag);
  return type->storage != ARROW_UNKNOWN && name != NULL && !(is_decimal && (digits < 0 || digits > 18));
}

static void declare_plain(const struct arrow_type *type, const char *name, rowkey_column *column) {
  const rowkey_form form = form_of_tag(type->tag);
  switch (kind_of_tag(type->tag)) {
    case ROWKEY_KIND_INTEGER:
      *column = rowkey_column_of(name, type_of_integers(form));
      break;
    case ROWKEY_KIND_FLOAT:
      *column = rowkey_column_of(name, form == ROWKEY_FORM_F32 ? ROWKEY_F32 : ROWKEY_F64);
      break;
    default:
      *column = rowkey_column_of(name, ROWKEY_TEXT);
      column->width = type->width <= COLUMN_WIDTH_MAX ? type->width : 0;
  }
}

rowkey_status rowkey_arrow_declare(const struct arrow_type *type, const char *name, rowkey_column *column) {
  if (!is_kept(type, name)) return ROWKEY_ERROR_TYPE;
  const struct declared_text declaration = rowkey_declaration_of(type->tag);
  if (declaration.text[0] != 0)
    return rowkey_column_declare(name, declaration.text, strlen(declaration.text), column, NULL);
  declare_plain(type, name, column);
  return ROWKEY_OK;
}

rowkey_column *rowkey_arrow_columns(const struct ArrowSchema *schema, size_t *count) {
  rowkey_column *columns = calloc((size_t)schema->n_children + 1, sizeof *columns);
  *count = 0;
  for (int64_t i = 0; columns != NULL && i < schema->n_children; i++) {
    const struct arrow_type type = rowkey_arrow_read_type(schema->children[i]);
    const rowkey_status status = rowkey_arrow_declare(&type, schema->children[i]->name, &columns[*count]);
    *count += status == ROWKEY_OK;
    if (status != ROWKEY_ERROR_MEMORY) continue;
    rowkey_arrow_free_columns(columns, *count);
    *count = 0;
    return NULL;
  }
  return columns;
}

void rowkey_arrow_free_columns(rowkey_column *columns, size_t count) {
  for (size_t i = 0; i < count; i++) rowkey_column_free(&columns[i]);
  free(columns);
}

/* ---- Types that serve ---------------------------------------------------------------------------- */

/* Whether decoding can write what the column keeps as values of this type, by value: numbers of another size,
 * and days of seconds, but not of another scale or unit. */
static bool gives_back(const struct arrow_type *type, const rowkey_column *column) {
  const uint32_t tag = type->tag;
  const bool is_integer = column->type == ROWKEY_I64 || column->type == ROWKEY_U64;
  if (type->storage == ARROW_FLOAT16 || type->storage == ARROW_INT256) return false;
  switch (kind_of_tag(tag)) {
    case ROWKEY_KIND_INTEGER:
      return is_integer &&
             rowkey_conversion_of(column, ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, 1)).declared !=
                 DECLARED_decimal;
    case ROWKEY_KIND_FLOAT:
      return column->type == ROWKEY_F64 ||
             (column->type == ROWKEY_F32 && form_of_tag(tag) == ROWKEY_FORM_F32);
    case ROWKEY_KIND_DECIMAL:
      return rowkey_conversion_of(column,
                                  ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, detail_of_tag(tag)))
                     .step == KEEP ||
             (is_integer && column->declared == NULL && detail_of_tag(tag) == 0);
    case ROWKEY_KIND_INSTANT:
      return (int)column->unit == detail_of_tag(tag);
    case ROWKEY_KIND_DATE:
      return column->unit == ROWKEY_SECONDS;
    case ROWKEY_KIND_BOOL:
      return column->type == ROWKEY_U64;
    case ROWKEY_KIND_NONE:
    case ROWKEY_KIND_NULL:
    case ROWKEY_KIND_KEPT:
      return true;
    case ROWKEY_KIND_TEXT:
    case ROWKEY_KIND_BYTES:
    case ROWKEY_KIND_UUID:
      break;
  }
  return column->type == ROWKEY_TEXT;
}

static rowkey_status no_use(const struct arrow_field *field, rowkey_error *error) {
  const struct arrow_type_name name = rowkey_arrow_name_type(&field->type);
  return rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                          "column %.64s: no layout can use %s (expected " ARROW_USABLE_TYPES ")",
                          field->as.name, name.text);
}

static rowkey_status check_served(const struct arrow_field *field, enum arrow_direction direction,
                                  rowkey_error *error) {
  const struct conversion conversion = rowkey_conversion_of(&field->as, field->type.tag);
  rowkey_status status = ROWKEY_OK;
  if (field->type.storage == ARROW_UNKNOWN) {
    status = no_use(field, error);
  } else if (direction == ARROW_ENCODED && conversion.step == REFUSE) {
    return rowkey_report_refused(&conversion, field->column, error);
  } else if (direction == ARROW_DECODED && !gives_back(&field->type, &field->as)) {
    const struct arrow_type_name name = rowkey_arrow_name_type(&field->type);
    const struct declared_text type = rowkey_declared_text(&field->as);
    status =
        rowkey_error_set(error, ROWKEY_ERROR_TYPE, "column %.64s: values of type %s cannot be decoded as %s",
                         field->as.name, type.text, name.text);
  }
  if (status != ROWKEY_OK) error->column = field->column;
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
                                enum arrow_direction direction, const struct ArrowSchema *schema,
                                rowkey_error *error) {
  struct arrow_field *field = &fields->fields[fields->count];
  *field = (struct arrow_field){.column = index, .child = -1, .as = *column};
  if (fields->is_struct) field->child = find_child(schema, column->name);
  if (field->child == -2)
    return no_column(field, "two fields of the schema have this name (expected one)", error);
  if (!fields->is_struct && fields->count == 1)
    return no_column(field, "the records are one array, which serves one column (expected a struct)", error);
  if (fields->is_struct && field->child < 0)
    return direction == ARROW_ENCODED
               ? no_column(field, "the schema has no field of this name (expected one)", error)
               : ROWKEY_OK;
  field->type = rowkey_arrow_read_type(fields->is_struct ? schema->children[field->child] : schema);
  const rowkey_status status = check_served(field, direction, error);
  fields->count += status == ROWKEY_OK;
  return status;
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

bool rowkey_arrow_is_recovered(const rowkey_layout *layout, size_t column) {
  return rowkey_layout_recovery(layout, column) == ROWKEY_RECOVERED;
}

rowkey_status rowkey_arrow_find_fields(struct arrow_fields *fields, const rowkey_layout *layout,
                                       enum arrow_direction direction, const struct ArrowSchema *schema,
                                       rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  rowkey_status status = begin(fields, count, schema) ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; status == ROWKEY_OK && i < count; i++) {
    const bool is_wanted =
        direction == ARROW_ENCODED ? rowkey_layout_uses(layout, i) : rowkey_arrow_is_recovered(layout, i);
    if (is_wanted) status = find_field(fields, &columns[i], i, direction, schema, error);
  }
  return end(fields, status, error);
}

rowkey_status rowkey_arrow_find_columns(struct arrow_fields *fields, const rowkey_column *columns,
                                        size_t count, const struct ArrowSchema *schema, rowkey_error *error) {
  rowkey_status status = begin(fields, count, schema) ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; status == ROWKEY_OK && i < count; i++)
    status = find_field(fields, &columns[i], i, ARROW_ENCODED, schema, error);
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
    return bad_batch("has a length or offset that does not fit in memory", error);
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
