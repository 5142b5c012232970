/* rowkey_arrow_decode: block by block, as what decoding gives is rarely as wide as what Arrow asks for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/columns_out.h"
#include "arrow/keys_in.h"
#include "arrow/keys_out.h"
#include "arrow/made.h"
#include "arrow/records.h"
#include "error.h"
#include "one_at_a_time.h"

struct rowkey_arrow_decoder {
  const rowkey_layout *layout;
  rowkey_decoder *decoder;
  struct arrow_type keys;
  char *key_texts; /* of its type */
  struct arrow_fields fields;
  struct arrow_out *columns; /* one for each field */
  rowkey_decoded *decoded;   /* one for each column of the layout's schema */
  struct one_at_a_time one;
};

/* ---- Making ------------------------------------------------------------------------------------- */

static bool comes_back(const rowkey_layout *layout, size_t column) {
  return rowkey_layout_recovery(layout, column) == ROWKEY_RECOVERED;
}

/* The schema of all columns that come back, in the layout's types. False without memory. */
static bool make_records(const rowkey_layout *layout, struct ArrowSchema *schema) {
  static const char *const times[] = {"l", "tss:UTC", "tsm:UTC", "tsu:UTC", "tsn:UTC"};
  size_t count, place = 0, columns = 0;
  const rowkey_column *of_layout = rowkey_layout_columns(layout, &count);
  for (size_t i = 0; i < count; i++) columns += comes_back(layout, i);
  if (!rowkey_arrow_make_schema(schema, "+s", "", 0, columns)) return false;
  for (size_t i = 0; i < count; i++) {
    if (!comes_back(layout, i)) continue;
    const rowkey_column *column = &of_layout[i];
    char fixed[sizeof "w:" + 20];
    const char *format = column->type == ROWKEY_U64   ? "L"
                         : column->type == ROWKEY_F64 ? "g"
                         : column->type == ROWKEY_F32 ? "f"
                                                      : "Z";
    if (column->type == ROWKEY_I64 || column->unit != ROWKEY_NO_TIME) format = times[column->unit];
    if (column->width != 0) {
      snprintf(fixed, sizeof fixed, "w:%" PRIu32, column->width);
      format = fixed;
    }
    if (!rowkey_arrow_make_schema(schema->children[place++], format, column->name, ARROW_FLAG_NULLABLE, 0)) {
      schema->release(schema);
      return false;
    }
  }
  return true;
}

static rowkey_status out_of_memory(rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the decoder");
}

static int by_child(const void *a, const void *b) {
  const struct arrow_field *x = a, *y = b;
  return x->child < y->child ? -1 : x->child > y->child;
}

/* Columns come back in the order of the schema. */
static rowkey_status find_columns(rowkey_arrow_decoder *decoder, const struct ArrowSchema *records,
                                  rowkey_error *error) {
  rowkey_status status = rowkey_arrow_check_schema(records, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_arrow_is_struct(records))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the schema of the records is no struct (expected +s)");
  status = rowkey_arrow_find_fields(&decoder->fields, decoder->layout, comes_back, false, records, error);
  if (status != ROWKEY_OK) return status;
  struct arrow_fields *fields = &decoder->fields;
  if (fields->count == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                            "no column of the schema comes back from the keys (explain says why)");
  for (size_t i = 0; i < fields->count; i++) {
    if (fields->fields[i].type.storage != ARROW_NULL) continue;
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "column %.64s: Arrow type n holds nulls alone, and the keys give values back",
                     fields->fields[i].as.name);
    error->column = fields->fields[i].column;
    return ROWKEY_ERROR_TYPE;
  }
  qsort(fields->fields, fields->count, sizeof *fields->fields, by_child);
  decoder->columns = calloc(fields->count, sizeof *decoder->columns);
  return decoder->columns != NULL ? ROWKEY_OK : out_of_memory(error);
}

static rowkey_status prepare(rowkey_arrow_decoder *decoder, const struct ArrowSchema *keys,
                             const struct ArrowSchema *records, rowkey_error *error) {
  rowkey_status status = rowkey_arrow_check_keys(keys, &decoder->keys, error);
  if (status != ROWKEY_OK) return status;
  decoder->keys.extension = NULL;
  decoder->key_texts = strdup(decoder->keys.format);
  decoder->keys.format = decoder->key_texts;
  struct ArrowSchema own = {0};
  if (decoder->key_texts == NULL || (records == NULL && !make_records(decoder->layout, &own)))
    return out_of_memory(error);
  status = find_columns(decoder, records == NULL ? &own : records, error);
  if (records == NULL) own.release(&own);
  if (status != ROWKEY_OK) return status;
  size_t columns;
  rowkey_layout_columns(decoder->layout, &columns);
  decoder->decoded = calloc(columns, sizeof *decoder->decoded);
  for (size_t i = 0; i < decoder->fields.count; i++) {
    const struct arrow_field *field = &decoder->fields.fields[i];
    const bool has_nulls = rowkey_layout_recovers_nulls(decoder->layout, field->column);
    if (!rowkey_arrow_prepare_out(&decoder->columns[i], field, has_nulls)) return out_of_memory(error);
  }
  if (decoder->decoded == NULL) return out_of_memory(error);
  decoder->decoder = rowkey_decoder_create(decoder->layout, error);
  return decoder->decoder != NULL ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
}

rowkey_arrow_decoder *rowkey_arrow_decoder_create(const rowkey_layout *layout, const struct ArrowSchema *keys,
                                                  const struct ArrowSchema *records, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  rowkey_arrow_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) {
    out_of_memory(error);
    return NULL;
  }
  decoder->layout = layout;
  if (prepare(decoder, keys, records, error) == ROWKEY_OK) return decoder;
  rowkey_arrow_decoder_free(decoder);
  return NULL;
}

void rowkey_arrow_decoder_free(rowkey_arrow_decoder *decoder) {
  if (decoder == NULL) return;
  for (size_t i = 0; decoder->columns != NULL && i < decoder->fields.count; i++)
    rowkey_arrow_free_out(&decoder->columns[i]);
  rowkey_decoder_free(decoder->decoder);
  rowkey_arrow_free_fields(&decoder->fields);
  free(decoder->key_texts);
  free(decoder->columns);
  free(decoder->decoded);
  free(decoder);
}

rowkey_status rowkey_arrow_decoder_schema(const rowkey_arrow_decoder *decoder, struct ArrowSchema *schema,
                                          rowkey_error *error) {
  if (!rowkey_is_given(decoder, "decoder", error) || !rowkey_is_given(schema, "schema", error))
    return ROWKEY_ERROR_ARGUMENT;
  bool made = rowkey_arrow_make_schema(schema, "+s", "", 0, decoder->fields.count);
  for (size_t i = 0; made && i < decoder->fields.count; i++) {
    const struct arrow_field *field = &decoder->fields.fields[i];
    if (rowkey_arrow_make_schema(schema->children[i], field->type.format, field->as.name, ARROW_FLAG_NULLABLE,
                                 0))
      continue;
    schema->release(schema);
    made = false;
  }
  return made ? ROWKEY_OK
              : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the schema");
}

/* ---- Rows --------------------------------------------------------------------------------------- */

/* The first null among the rows, or `rows`. */
static size_t find_null(const uint8_t *valid, size_t start, size_t rows) {
  size_t row = 0;
  while (valid != NULL && row < rows && (valid[(start + row) / 8] >> ((start + row) & 7) & 1) != 0) row++;
  return valid == NULL ? rows : row;
}

/* The next block of keys, up to the first that is null or not to be had, of which `error` says so. */
static rowkey_status take_block(struct arrow_keys *keys, size_t at, size_t rows, rowkey_keys *block,
                                rowkey_error *error) {
  size_t good, valid_start;
  const uint8_t *valid;
  rowkey_status status = rowkey_arrow_take_keys(keys, at, rows, block, &good, &valid, &valid_start, error);
  if (status != ROWKEY_OK) return status;
  const size_t null = find_null(valid, valid_start, good);
  if (null < good) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "the key is null (expected a key)");
    error->row = null;
  }
  block->rows = null;
  return ROWKEY_OK;
}

static rowkey_status decode_block(rowkey_arrow_decoder *decoder, const rowkey_keys *block,
                                  rowkey_error *error) {
  const uint64_t bytes = block->offsets != NULL     ? block->offsets[block->rows] - block->offsets[0]
                         : block->offsets32 != NULL ? block->offsets32[block->rows] - block->offsets32[0]
                                                    : block->rows * (uint64_t)block->width;
  for (size_t i = 0; i < decoder->fields.count; i++) {
    rowkey_status status = rowkey_arrow_room_for(&decoder->columns[i], block->rows, bytes,
                                                 &decoder->decoded[decoder->fields.fields[i].column], error);
    if (status != ROWKEY_OK) return status;
  }
  rowkey_error bad;
  rowkey_status status = rowkey_decode(decoder->decoder, block, decoder->decoded, &bad);
  size_t rows = status == ROWKEY_OK ? block->rows : bad.row == ROWKEY_NONE ? 0 : bad.row;
  if (status != ROWKEY_OK) *error = bad;
  for (size_t i = 0; i < decoder->fields.count; i++) {
    const size_t good = rowkey_arrow_add_out(&decoder->columns[i], rows, &bad);
    if (good == rows) continue;
    *error = bad;
    status = bad.status;
    rows = good;
  }
  return status;
}

static rowkey_status decode_blocks(rowkey_arrow_decoder *decoder, struct arrow_keys *keys,
                                   rowkey_error *error) {
  for (size_t at = 0, rows; at < keys->source.rows; at += rows) {
    rows = keys->source.rows - at < ARROW_BLOCK_ROWS ? keys->source.rows - at : ARROW_BLOCK_ROWS;
    rowkey_keys block;
    rowkey_error bad;
    rowkey_status status = take_block(keys, at, rows, &block, &bad);
    if (status != ROWKEY_OK) {
      *error = bad;
      return status;
    }
    status = decode_block(decoder, &block, error);
    if (status == ROWKEY_OK && block.rows < rows) {
      *error = bad;
      status = bad.status;
    }
    if (status != ROWKEY_OK) {
      if (error->row != ROWKEY_NONE) error->row += at;
      return status;
    }
  }
  return ROWKEY_OK;
}

static rowkey_status decode(rowkey_arrow_decoder *decoder, const struct ArrowArray *array,
                            struct ArrowArray *records, rowkey_error *error) {
  struct arrow_keys keys = {0};
  rowkey_status status = rowkey_arrow_open_keys(&keys, &decoder->keys, array, error);
  if (status != ROWKEY_OK) return status;
  const size_t rows = keys.source.rows;
  bool made = rowkey_arrow_make_array(records, 1, decoder->fields.count);
  const bool has_records = made;
  for (size_t i = 0; made && i < decoder->fields.count; i++)
    made = rowkey_arrow_begin_out(&decoder->columns[i], rows, records->children[i]);
  status = made ? decode_blocks(decoder, &keys, error)
                : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for %zu records", rows);
  rowkey_arrow_free_keys(&keys);
  if (status != ROWKEY_OK) {
    if (has_records) records->release(records);
    return status;
  }
  for (size_t i = 0; i < decoder->fields.count; i++) rowkey_arrow_end_out(&decoder->columns[i]);
  rowkey_arrow_show(records, rows);
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_decode(rowkey_arrow_decoder *decoder, const struct ArrowArray *keys,
                                  struct ArrowArray *records, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(decoder, "decoder", error) || !rowkey_is_given(records, "array of records", error))
    return ROWKEY_ERROR_ARGUMENT;
  const int call = 0;
  if (!begin_call(&decoder->one, &call)) return calls_overlap("decoder", error);
  rowkey_status status = decode(decoder, keys, records, error);
  if (end_call(&decoder->one, &call)) return status;
  if (status == ROWKEY_OK) records->release(records);
  return calls_overlap("decoder", error);
}
