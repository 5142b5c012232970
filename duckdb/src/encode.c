/* rowkey_encode(template, struct or [struct] [, columns]): the keys of rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_in.h"
#include "design.h"
#include "failure.h"
#include "records.h"
#include "scalar.h"
#include "struct_fields.h"

enum { TEMPLATE, RECORD, COLUMNS };

/* A column of the layout, and the field of the struct that it comes from. */
struct used_column {
  const char *name; /* of the layout */
  idx_t field;
  struct column_in in;
};

/* What one thread needs to encode rows of one type. */
struct encoding {
  struct design design; /* owns the types of the columns */
  rowkey_layout *layout;
  rowkey_arrow_encoder *encoder;
  struct used_column *used;
  struct ArrowArray **arrays; /* those of `used` */
  size_t count;
  struct ArrowArray keys; /* used again */
};

static void destroy_encoding(void *object) {
  struct encoding *encoding = object;
  if (encoding->keys.release != NULL) encoding->keys.release(&encoding->keys);
  for (size_t i = 0; i < encoding->count; i++) column_in_free(&encoding->used[i].in);
  free(encoding->used);
  free(encoding->arrays);
  rowkey_arrow_encoder_free(encoding->encoder);
  rowkey_layout_free(encoding->layout);
  design_free(&encoding->design);
  free(encoding);
}

/* Finds the fields that the layout uses. */
static bool choose_fields(struct encoding *encoding, const struct struct_fields *fields,
                          rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(encoding->layout, &count);
  encoding->used = calloc(count + 1, sizeof *encoding->used);
  encoding->arrays = calloc(count + 1, sizeof *encoding->arrays);
  if (encoding->used == NULL || encoding->arrays == NULL) return fail_memory(error);
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_layout_uses(encoding->layout, i)) continue;
    const struct struct_field *field = fields_find(fields, columns[i].name);
    struct used_column *used = &encoding->used[encoding->count];
    used->name = columns[i].name;
    used->field = (idx_t)(field - fields->fields);
    used->in = (struct column_in){.type = field->type, .written_as = field->written_as};
    encoding->arrays[encoding->count++] = &used->in.array;
  }
  return true;
}

/* What to cast a field to that is not what `columns` says. */
static void add_cast(const struct encoding *encoding, const struct struct_fields *fields,
                     rowkey_error *error) {
  if (error->status != ROWKEY_ERROR_TYPE || error->column == ROWKEY_NONE) return;
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(encoding->layout, &count);
  const struct struct_field *field = fields_find(fields, columns[error->column].name);
  const bool is_text = strcmp(field->layout_format, "Z") == 0; /* which few types become as BLOB */
  const char *name = is_text ? "VARCHAR" : sql_type(field->layout_format, strlen(field->layout_format));
  const size_t used = strlen(error->text);
  if (name != NULL)
    snprintf(error->text + used, sizeof error->text - used,
             " (expected another type in columns, or a cast: %s::%s)", field->name, name);
}

static bool make_encoder(struct encoding *encoding, const struct struct_fields *fields, rowkey_error *error) {
  struct ArrowSchema *schemas = calloc(encoding->count + 1, sizeof *schemas);
  struct ArrowSchema **children = calloc(encoding->count + 1, sizeof *children);
  if (schemas == NULL || children == NULL) {
    fail_memory(error);
  } else {
    for (size_t i = 0; i < encoding->count; i++) {
      const struct struct_field *field = &fields->fields[encoding->used[i].field];
      schemas[i] = borrowed_schema(field->data_format, field->name, NULL, 0);
      children[i] = &schemas[i];
    }
    const struct ArrowSchema schema = borrowed_schema("+s", "", children, encoding->count);
    encoding->encoder = rowkey_arrow_encoder_create(encoding->layout, &schema, NULL, error);
    if (encoding->encoder == NULL) add_cast(encoding, fields, error);
  }
  free(schemas);
  free(children);
  return encoding->encoder != NULL;
}

static bool compile(struct encoding *encoding, const struct call *call, idx_t row,
                    struct struct_fields *fields, rowkey_error *error) {
  const struct records records = records_of(call, RECORD);
  if (!records_check(&records, error) ||
      !design_read(&encoding->design, text_argument(call, TEMPLATE, row), text_argument(call, COLUMNS, row),
                   error) ||
      !fields_read(fields, records.vector, &encoding->design.told, error))
    return false;
  encoding->layout = fields_compile(fields, encoding->design.template, error);
  return encoding->layout != NULL && choose_fields(encoding, fields, error) &&
         make_encoder(encoding, fields, error);
}

static void *create_encoding(const struct call *call, idx_t row, rowkey_error *error) {
  struct encoding *encoding = calloc(1, sizeof *encoding);
  if (encoding == NULL) {
    fail_memory(error);
    return NULL;
  }
  struct struct_fields fields = {0};
  if (!compile(encoding, call, row, &fields, error)) {
    destroy_encoding(encoding);
    encoding = NULL;
  }
  fields_free(&fields);
  return encoding;
}

static bool encode_rows(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  struct encoding *encoding = object;
  const struct records records = records_of(call, RECORD);
  const idx_t rows = end - begin;
  idx_t first;
  if (!record_place(&records, begin, &first, error)) return false;
  for (size_t i = 0; i < encoding->count; i++) {
    struct used_column *used = &encoding->used[i];
    const duckdb_vector child = duckdb_struct_vector_get_child(records.vector, used->field);
    if (!column_in_fill(&used->in, child, first, first + rows, error)) return fail_column(error, used->name);
  }
  const void *no_nulls[] = {NULL};
  const struct ArrowArray batch =
      borrowed_array(first, first + rows, no_nulls, 1, encoding->arrays, encoding->count);
  const uint64_t first_row = pool_number_rows(call->pool, rows);
  if (rowkey_arrow_encode(encoding->encoder, &batch, first_row, &encoding->keys, error) != ROWKEY_OK)
    return false;
  const size_t width = rowkey_layout_key_width(encoding->layout);
  const void **buffers = encoding->keys.buffers;
  if (width != ROWKEY_NONE)
    strings_write(call->output, begin, rows, buffers[1], NULL, width);
  else
    strings_write(call->output, begin, rows, buffers[2], buffers[1], 0);
  return true;
}

static bool is_null(const struct call *call, idx_t row) {
  const struct records records = records_of(call, RECORD);
  return record_is_null(&records, row);
}

static idx_t run_end(const struct call *call, idx_t begin, idx_t end) {
  const struct records records = records_of(call, RECORD);
  end = text_run_end(call, TEMPLATE, begin, end);
  end = text_run_end(call, COLUMNS, begin, end);
  return records_run_end(&records, begin, end);
}

static bool describe(const struct call *call, idx_t row, struct room *key, size_t *size) {
  const struct text template = text_argument(call, TEMPLATE, row);
  const struct text columns = text_argument(call, COLUMNS, row);
  return describe_bytes(key, size, template.data, template.size) &&
         describe_bytes(key, size, columns.data, columns.size) &&
         fields_describe(records_of(call, RECORD).vector, key, size);
}

static const struct scalar encode = {
    .name = "rowkey_encode",
    .least_arguments = 2,
    .arguments = {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_ANY, DUCKDB_TYPE_VARCHAR},
    .result = DUCKDB_TYPE_BLOB,
    .is_null = is_null,
    .run_end = run_end,
    .describe = describe,
    .create = create_encoding,
    .apply = encode_rows,
    .destroy = destroy_encoding,
};

bool register_encode(duckdb_connection connection) { return register_scalar(connection, &encode); }
