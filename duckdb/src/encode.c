/* rowkey_encode(template, struct or [struct] [, columns]): the keys of rows. A NULL
 * that the template does not replace is NULL out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_in.h"
#include "failure.h"
#include "records.h"
#include "scalar.h"
#include "struct_fields.h"

enum { TEMPLATE, RECORD, COLUMNS };

/* What one thread needs to encode rows of one type. */
struct encoding {
  rowkey_layout *layout; /* its columns are the fields of the struct */
  rowkey_encoder *encoder;
  struct column_in *columns;
  rowkey_values *values; /* of a vector's rows */
  size_t count;
  struct room keys, offsets, validity;
};

static void destroy_encoding(void *object) {
  struct encoding *encoding = object;
  for (size_t i = 0; i < encoding->count; i++) column_in_free(&encoding->columns[i]);
  free(encoding->columns);
  free(encoding->values);
  free(encoding->keys.data);
  free(encoding->offsets.data);
  free(encoding->validity.data);
  rowkey_encoder_free(encoding->encoder);
  rowkey_layout_free(encoding->layout);
  free(encoding);
}

static bool make_encoder(struct encoding *encoding, const struct struct_fields *fields, rowkey_error *error) {
  encoding->columns = calloc(fields->count + 1, sizeof *encoding->columns);
  encoding->values = calloc(fields->count + 1, sizeof *encoding->values);
  if (encoding->columns == NULL || encoding->values == NULL) return fail_memory(error);
  encoding->count = fields->count;
  for (size_t i = 0; i < fields->count; i++) encoding->columns[i].type = fields->fields[i].type;
  encoding->encoder = rowkey_encoder_create(encoding->layout, 0, error);
  return encoding->encoder != NULL;
}

static bool compile(struct encoding *encoding, const struct call *call, idx_t row, struct design *design,
                    struct struct_fields *fields, rowkey_error *error) {
  const struct records records = records_of(call, RECORD);
  if (!records_check(&records, error) ||
      !design_read(design, text_argument(call, TEMPLATE, row), text_argument(call, COLUMNS, row), error) ||
      !fields_read(fields, records.vector, design, error))
    return false;
  encoding->layout = fields_compile(fields, design->template, error);
  return encoding->layout != NULL && make_encoder(encoding, fields, error);
}

static void *create_encoding(const struct call *call, idx_t row, rowkey_error *error) {
  struct encoding *encoding = calloc(1, sizeof *encoding);
  if (encoding == NULL) {
    fail_memory(error);
    return NULL;
  }
  struct design design = {0};
  struct struct_fields fields = {0};
  if (!compile(encoding, call, row, &design, &fields, error)) {
    destroy_encoding(encoding);
    encoding = NULL;
  }
  fields_free(&fields);
  design_free(&design);
  return encoding;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static bool fill_columns(struct encoding *encoding, duckdb_vector records, idx_t begin, idx_t end,
                         rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(encoding->layout, &count);
  for (size_t i = 0; i < count; i++)
    if (rowkey_layout_uses(encoding->layout, i) &&
        !column_in_fill(&encoding->columns[i], duckdb_struct_vector_get_child(records, i), begin, end,
                        &encoding->values[i], error))
      return fail_column(error, columns[i].name);
  return true;
}

/* What SQL calls a field that its column does not take. */
static void add_type(const struct encoding *encoding, rowkey_error *error) {
  if (error->status != ROWKEY_ERROR_TYPE || error->column >= encoding->count) return;
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(encoding->layout, &count);
  const size_t used = strlen(error->text);
  snprintf(error->text + used, sizeof error->text - used, " (%.64s is %s: cast it, or declare another type)",
           columns[error->column].name, encoding->columns[error->column].type.name);
}

static bool encode_rows(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  struct encoding *encoding = object;
  const struct records records = records_of(call, RECORD);
  const size_t rows = end - begin;
  idx_t first;
  if (!record_place(&records, begin, &first, error) ||
      !fill_columns(encoding, records.vector, first, first + rows, error))
    return false;
  const size_t width = rowkey_layout_key_width(encoding->layout);
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(encoding->values, encoding->count, rows),
                                               pool_number_rows(call->pool, rows));
  const size_t bound = rowkey_encode_bound(encoding->layout, &batch);
  if (bound == SIZE_MAX || !room_for(&encoding->keys, bound) ||
      !room_for(&encoding->offsets, (rows + 1) * sizeof(uint64_t)) ||
      !room_for(&encoding->validity, rows / 8 + 1))
    return fail_memory(error);
  rowkey_key_buffer buffer = rowkey_key_buffer_of(encoding->keys.data, bound);
  if (width == ROWKEY_NONE) buffer.offsets = encoding->offsets.data;
  rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_NULLS, encoding->validity.data);
  buffer.nulls = &nulls;
  if (rowkey_encode(encoding->encoder, &batch, &buffer, NULL, error) != ROWKEY_OK) {
    add_type(encoding, error);
    return false;
  }
  strings_write(call->output, begin, rows, buffer.data, buffer.offsets, width);
  for (size_t i = 0; nulls.count > 0 && i < rows; i++)
    if ((nulls.validity[i / 8] >> i % 8 & 1) == 0) write_null(call->output, begin + i);
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
