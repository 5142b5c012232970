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
#include "base/error.h"
#include "base/one_at_a_time.h"
#include "columns/conversion.h"
#include "kernels/keys.h"

struct rowkey_arrow_decoder {
  const rowkey_layout *layout;
  rowkey_decoder *decoder;
  struct arrow_type keys;
  char *key_texts; /* of its type */
  struct arrow_fields fields;
  struct arrow_out *columns; /* one for each field */
  rowkey_bad_rows bad_rows;
  size_t column_count;     /* of the layout's schema */
  rowkey_decoded *decoded; /* one for each of these */
  struct one_at_a_time one;
};

/* ---- Making ------------------------------------------------------------------------------------- */

enum { FORMAT_SIZE = 24 };

/* The format of an array that keeps what the column keeps: decimals as such. */
static void find_format(const rowkey_column *column, char format[FORMAT_SIZE]) {
  static const char *const times[] = {"l", "tss:UTC", "tsm:UTC", "tsu:UTC", "tsn:UTC"};
  const struct conversion conversion =
      rowkey_conversion_of(column, ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, 0));
  if (conversion.declared == DECLARED_decimal)
    snprintf(format, FORMAT_SIZE, "d:19,%u", rowkey_decimal_digits(column));
  else if (column->unit != ROWKEY_NO_TIME || column->type == ROWKEY_I64)
    strcpy(format, times[column->unit]);
  else if (column->width != 0)
    snprintf(format, FORMAT_SIZE, "w:%" PRIu32, column->width);
  else
    strcpy(format, column->type == ROWKEY_U64   ? "L"
                   : column->type == ROWKEY_F64 ? "g"
                   : column->type == ROWKEY_F32 ? "f"
                                                : "Z");
}

/* The schema of all columns that are recovered, in the layout's types. False without memory. */
static bool make_records(const rowkey_layout *layout, struct ArrowSchema *schema) {
  size_t count, place = 0, columns = 0;
  const rowkey_column *of_layout = rowkey_layout_columns(layout, &count);
  for (size_t i = 0; i < count; i++) columns += rowkey_arrow_is_recovered(layout, i);
  if (!rowkey_arrow_make_schema(schema, "+s", "", 0, columns)) return false;
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_arrow_is_recovered(layout, i)) continue;
    char format[FORMAT_SIZE];
    find_format(&of_layout[i], format);
    if (!rowkey_arrow_make_schema(schema->children[place++], format, of_layout[i].name, ARROW_FLAG_NULLABLE,
                                  0)) {
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

/* Columns are recovered in the order of the schema. */
static rowkey_status find_columns(rowkey_arrow_decoder *decoder, const struct ArrowSchema *records,
                                  rowkey_error *error) {
  rowkey_status status = rowkey_arrow_check_schema(records, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_arrow_is_struct(records))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the schema of the records is not a struct (expected +s)");
  status = rowkey_arrow_find_fields(&decoder->fields, decoder->layout, ARROW_DECODED, records, error);
  if (status != ROWKEY_OK) return status;
  struct arrow_fields *fields = &decoder->fields;
  if (fields->count == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                            "decoding recovers no column of the schema (explain says why)");
  for (size_t i = 0; i < fields->count; i++) {
    if (fields->fields[i].type.storage != ARROW_NULL) continue;
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "column %.64s: Arrow type null holds only nulls, but the keys hold values",
                     fields->fields[i].as.name);
    error->column = fields->fields[i].column;
    return ROWKEY_ERROR_TYPE;
  }
  qsort(fields->fields, fields->count, sizeof *fields->fields, by_child);
  decoder->columns = calloc(fields->count, sizeof *decoder->columns);
  return decoder->columns != NULL ? ROWKEY_OK : out_of_memory(error);
}

static rowkey_status prepare_decoder(rowkey_arrow_decoder *decoder, const struct ArrowSchema *keys,
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
  rowkey_layout_columns(decoder->layout, &decoder->column_count);
  decoder->decoded = calloc(decoder->column_count, sizeof *decoder->decoded);
  for (size_t i = 0; i < decoder->fields.count; i++) {
    const struct arrow_field *field = &decoder->fields.fields[i];
    const bool recovers_nulls = rowkey_layout_recovers_nulls(decoder->layout, field->column);
    if (!rowkey_arrow_prepare_out(&decoder->columns[i], field, recovers_nulls)) return out_of_memory(error);
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
  if (prepare_decoder(decoder, keys, records, error) == ROWKEY_OK) return decoder;
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

rowkey_status rowkey_arrow_decoder_set_bad_rows(rowkey_arrow_decoder *decoder, rowkey_bad_rows bad_rows,
                                                rowkey_error *error) {
  if (!rowkey_is_given(decoder, "decoder", error)) return ROWKEY_ERROR_ARGUMENT;
  if ((unsigned)bad_rows > ROWKEY_NULL_FOR_BAD)
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "bad_rows is not a valid rowkey_bad_rows (expected ROWKEY_NULL_FOR_NULLS or the like)");
  decoder->bad_rows = bad_rows;
  for (size_t i = 0; i < decoder->fields.count; i++) {
    struct arrow_out *out = &decoder->columns[i];
    out->has_nulls = out->valid != NULL || bad_rows != ROWKEY_FAIL_AT_BAD;
  }
  return ROWKEY_OK;
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

/* All rows of the block, or none where one is bad. */
static rowkey_status decode_block(rowkey_arrow_decoder *decoder, const rowkey_keys *block,
                                  rowkey_error *error) {
  const uint64_t bytes = key_limit(block, block->rows) - key_limit(block, 0);
  for (size_t i = 0; i < decoder->fields.count; i++) {
    rowkey_status status = rowkey_arrow_room_for(&decoder->columns[i], block->rows, bytes,
                                                 &decoder->decoded[decoder->fields.fields[i].column], error);
    if (status != ROWKEY_OK) return status;
  }
  rowkey_error bad;
  rowkey_status status =
      rowkey_decode(decoder->decoder, block, decoder->decoded, decoder->column_count, &bad);
  size_t rows = status == ROWKEY_OK ? block->rows : bad.row == ROWKEY_NONE ? 0 : bad.row;
  if (status != ROWKEY_OK) *error = bad;
  for (size_t i = 0; i < decoder->fields.count; i++) {
    const size_t good = rowkey_arrow_add_out(&decoder->columns[i], rows, &bad);
    if (good == rows) continue;
    *error = bad;
    status = bad.status;
    rows = good;
  }
  for (size_t i = 0; status != ROWKEY_OK && i < decoder->fields.count; i++)
    rowkey_arrow_undo_out(&decoder->columns[i]);
  return status;
}

/* Whether a key that fails so may give a null record: its bytes are bad, or there are none. */
static bool may_be_null(const rowkey_arrow_decoder *decoder, rowkey_status status) {
  return decoder->bad_rows != ROWKEY_FAIL_AT_BAD && status == ROWKEY_ERROR_RANGE;
}

/* Of rows first … first + rows - 1 those before the first bad one, which `error` tells: *good of them. */
static rowkey_status decode_rows(rowkey_arrow_decoder *decoder, struct arrow_keys *keys, size_t first,
                                 size_t rows, size_t *good, rowkey_error *error) {
  rowkey_keys block;
  rowkey_error bad;
  rowkey_status status = take_block(keys, first, rows, &block, error);
  if (status != ROWKEY_OK) return status;
  const rowkey_status decoded = decode_block(decoder, &block, &bad);
  *good = block.rows;
  if (decoded == ROWKEY_OK) return *good == rows ? ROWKEY_OK : error->status;
  *error = bad;
  *good = block.rows = bad.row == ROWKEY_NONE ? 0 : bad.row;
  if (!may_be_null(decoder, bad.status)) return bad.status; /* nobody asks for those before it */
  status = *good == 0 ? ROWKEY_OK : decode_block(decoder, &block, &bad);
  if (status != ROWKEY_OK) *error = bad;
  return error->status;
}

/* Whether the key gives a null record, which `status` says is bad. */
static bool is_null_by_policy(const rowkey_arrow_decoder *decoder, struct arrow_keys *keys, size_t row,
                              rowkey_status status) {
  rowkey_keys key;
  size_t good, valid_start;
  const uint8_t *valid;
  rowkey_error error;
  if (!may_be_null(decoder, status)) return false;
  return decoder->bad_rows == ROWKEY_NULL_FOR_BAD ||
         (rowkey_arrow_take_keys(keys, row, 1, &key, &good, &valid, &valid_start, &error) == ROWKEY_OK &&
          find_null(valid, valid_start, 1) == 0);
}

static rowkey_status add_null(rowkey_arrow_decoder *decoder, struct ArrowArray *records, size_t row,
                              rowkey_error *error) {
  ((uint8_t *)rowkey_arrow_made(records)->buffers[0])[row / 8] &= (uint8_t)~(1U << row % 8);
  records->null_count++;
  for (size_t i = 0; i < decoder->fields.count; i++)
    if (!rowkey_arrow_add_null_out(&decoder->columns[i], error)) return ROWKEY_ERROR_MEMORY;
  return ROWKEY_OK;
}

static rowkey_status decode_blocks(rowkey_arrow_decoder *decoder, struct arrow_keys *keys,
                                   struct ArrowArray *records, rowkey_error *error) {
  /* After a bad key blocks are short and grow again: one with another bad key is decoded for nothing. */
  for (size_t at = 0, most = ARROW_BLOCK_ROWS; at < keys->source.rows;) {
    const size_t left = keys->source.rows - at, rows = left < most ? left : most;
    size_t good = 0;
    rowkey_error bad;
    rowkey_status status = decode_rows(decoder, keys, at, rows, &good, &bad);
    at += good;
    most = 2 * most < ARROW_BLOCK_ROWS ? 2 * most : ARROW_BLOCK_ROWS;
    if (status == ROWKEY_OK) continue;
    if (is_null_by_policy(decoder, keys, at, status)) {
      status = add_null(decoder, records, at++, &bad);
      most = 1;
      if (status == ROWKEY_OK) continue;
    }
    *error = bad;
    if (error->row != ROWKEY_NONE) error->row += at - good;
    return status;
  }
  return ROWKEY_OK;
}

/* Records without rows, of which none is null. */
static bool make_array(const rowkey_arrow_decoder *decoder, size_t rows, struct ArrowArray *records) {
  if (!rowkey_arrow_make_array(records, 1, decoder->fields.count)) return false;
  struct arrow_made *made = rowkey_arrow_made(records);
  bool is_made = true;
  if (decoder->bad_rows != ROWKEY_FAIL_AT_BAD) {
    is_made = rowkey_arrow_grow(&made->buffers[0], &made->capacities[0], 0, rows / 8 + 1);
    if (is_made) memset(made->buffers[0], 0xff, rows / 8 + 1);
  }
  for (size_t i = 0; is_made && i < decoder->fields.count; i++)
    is_made = rowkey_arrow_begin_out(&decoder->columns[i], rows, records->children[i]);
  if (!is_made) records->release(records);
  return is_made;
}

static rowkey_status decode(rowkey_arrow_decoder *decoder, const struct ArrowArray *array,
                            struct ArrowArray *records, rowkey_error *error) {
  struct arrow_keys keys = {0};
  rowkey_status status = rowkey_arrow_open_keys(&keys, &decoder->keys, array, error);
  if (status != ROWKEY_OK) return status;
  const size_t rows = keys.source.rows;
  if (!make_array(decoder, rows, records)) {
    rowkey_arrow_free_keys(&keys);
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for %zu records", rows);
  }
  status = decode_blocks(decoder, &keys, records, error);
  rowkey_arrow_free_keys(&keys);
  if (status != ROWKEY_OK) {
    records->release(records);
    return status;
  }
  for (size_t i = 0; i < decoder->fields.count; i++) rowkey_arrow_end_out(&decoder->columns[i]);
  rowkey_arrow_show(records, rows);
  if (records->null_count == 0) rowkey_arrow_made(records)->shown[0] = NULL;
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_decode(rowkey_arrow_decoder *decoder, const struct ArrowArray *keys,
                                  struct ArrowArray *records, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(decoder, "decoder", error) || !rowkey_is_given(records, "array of records", error))
    return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&decoder->one, &call)) return calls_overlap("decoder", error);
  rowkey_status status = decode(decoder, keys, records, error);
  if (end_call(&decoder->one, &call)) return status;
  if (status == ROWKEY_OK) records->release(records);
  return calls_overlap("decoder", error);
}
