/* Records and columns of rowkey/flat.h into keys. */
#include <rowkey/encode.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spares.h"
#include "flat/flat.h"
#include "kernels/keys.h"

/* ---- One record ---------------------------------------------------------------------------------- */

/* Whether a length and bytes follow the tag. */
static bool tag_has_bytes(uint32_t tag) {
  const rowkey_kind kind = (rowkey_kind)(tag & 0xff);
  return (tag >> 8 & 0xff) == ROWKEY_FORM_NONE && (kind == ROWKEY_KIND_TEXT || kind == ROWKEY_KIND_BYTES ||
                                                   kind == ROWKEY_KIND_UUID || kind == ROWKEY_KIND_KEPT);
}

/* What is left of a record, and the values that were read. */
struct record_reader {
  const uint8_t *at;
  size_t left;
  size_t count;
  rowkey_error *error;
};

static bool take_bytes(struct record_reader *reader, void *to, size_t size) {
  if (size > reader->left) return false;
  memcpy(to, reader->at, size);
  reader->at += size;
  reader->left -= size;
  return true;
}

static bool take_text(struct record_reader *reader, rowkey_value *value) {
  uint32_t size;
  if (!take_bytes(reader, &size, sizeof size) || size > reader->left) return false;
  value->as.text = reader->at;
  value->size = size;
  reader->at += size;
  reader->left -= size;
  return true;
}

static bool take_payload(struct record_reader *reader, rowkey_value *value) {
  value->is_null = value->tag == ROWKEY_TAG(ROWKEY_KIND_NULL, ROWKEY_FORM_NONE, 0);
  if (value->is_null || value->tag == 0) return true;
  return tag_has_bytes(value->tag) ? take_text(reader, value)
                                   : take_bytes(reader, &value->as, sizeof value->as);
}

static rowkey_status take_value(struct record_reader *reader, const char *column, rowkey_value *value) {
  *value = (rowkey_value){.tag = 0};
  if (take_bytes(reader, &value->tag, sizeof value->tag) && take_payload(reader, value)) {
    reader->count++;
    return ROWKEY_OK;
  }
  rowkey_error_set(reader->error, ROWKEY_ERROR_ARGUMENT,
                   "column %.64s: the record ends within its value (expected a tag, and what belongs to it)",
                   column);
  reader->error->column = reader->count;
  return ROWKEY_ERROR_ARGUMENT;
}

static rowkey_status read_record(const rowkey_flat *flat, struct record_reader *reader,
                                 rowkey_value *values) {
  while (reader->left > 0 && reader->count < flat->column_count) {
    const rowkey_status status =
        take_value(reader, flat->columns[reader->count].name, &values[reader->count]);
    if (status != ROWKEY_OK) return status;
  }
  if (reader->left > 0)
    return rowkey_error_set(
        reader->error, ROWKEY_ERROR_ARGUMENT,
        "the record has %zu bytes after its %zu values (expected one value for each column)", reader->left,
        reader->count);
  return ROWKEY_OK;
}

static rowkey_status make_key(const rowkey_flat *flat, struct record_reader *reader, void *key,
                              size_t capacity, size_t *length) {
  enum { FEW = 16 };
  rowkey_value few[FEW], *values = few;
  if (flat->column_count > FEW) values = calloc(flat->column_count, sizeof *values);
  if (values == NULL)
    return rowkey_error_set(reader->error, ROWKEY_ERROR_MEMORY, "out of memory for a record");
  rowkey_status status = read_record(flat, reader, values);
  if (status == ROWKEY_OK)
    status = rowkey_key(flat->layout, values, reader->count, key, capacity, length, reader->error);
  if (values != few) free(values);
  return status;
}

int32_t rowkey_flat_key(rowkey_flat *flat, const void *record, size_t record_size, void *key, size_t capacity,
                        uint64_t *length, uint8_t *error, size_t error_size) {
  rowkey_error why;
  rowkey_status status = ROWKEY_ERROR_ARGUMENT;
  if (rowkey_is_given(flat, "flat", &why) && rowkey_is_given(length, "length", &why) &&
      rowkey_is_array(record, record_size, 1, "bytes of the record", &why)) {
    struct record_reader reader = {record, record_size, 0, &why};
    size_t needed = 0;
    status = make_key(flat, &reader, key, capacity, &needed);
    if (status == ROWKEY_OK || status == ROWKEY_ERROR_SPACE) *length = needed;
  }
  return rowkey_flat_tell(status, &why, error, error_size);
}

/* ---- Batches ------------------------------------------------------------------------------------- */

static rowkey_values values_of_words(const uint64_t *words) {
  rowkey_values values = ROWKEY_ZERO;
  values.tag = (uint32_t)words[0];
  values.rows = (size_t)words[1];
  values.data = flat_address(words[2]);
  values.size = (size_t)words[3];
  values.begin = flat_address(words[4]);
  values.end = flat_address(words[5]);
  values.offsets32 = flat_address(words[6]);
  values.width = (size_t)words[7];
  values.validity = flat_address(words[8]);
  values.validity_offset = (size_t)words[9];
  return values;
}

static rowkey_status encode_with(rowkey_flat *flat, rowkey_encoder *encoder, const rowkey_batch *batch,
                                 const uint64_t *words, uint64_t *size, rowkey_error *error) {
  rowkey_null_keys nulls = rowkey_null_keys_of((rowkey_bad_rows)words[5], flat_address(words[4]));
  rowkey_key_buffer buffer = rowkey_key_buffer_of(flat_address(words[0]), (size_t)words[1]);
  buffer.offsets = flat_address(words[2]);
  buffer.offsets32 = flat_address(words[3]);
  if (nulls.validity != NULL || nulls.policy != ROWKEY_FAIL_AT_BAD) buffer.nulls = &nulls;
  rowkey_keys made;
  const rowkey_status status = rowkey_encode(encoder, batch, &buffer, &made, error);
  if (status == ROWKEY_OK) *size = key_limit(&made, made.rows) - key_limit(&made, 0);
  if (status == ROWKEY_ERROR_SPACE) *size = rowkey_encode_bound(flat->layout, batch);
  return status;
}

static rowkey_status encode_batch(rowkey_flat *flat, const rowkey_batch *batch, const uint64_t *keys,
                                  uint64_t *size, rowkey_error *error) {
  rowkey_encoder *encoder = rowkey_spares_take(flat->encoders, &batch);
  if (encoder == NULL) encoder = rowkey_encoder_create(flat->layout, 0, error);
  if (encoder == NULL) return ROWKEY_ERROR_MEMORY;
  const rowkey_status status = encode_with(flat, encoder, batch, keys, size, error);
  if (!rowkey_spares_give(flat->encoders, &batch, encoder)) rowkey_encoder_free(encoder);
  return status;
}

static rowkey_status encode_words(rowkey_flat *flat, const uint64_t *columns, rowkey_batch batch,
                                  const uint64_t *keys, uint64_t *size, rowkey_error *error) {
  rowkey_status status = rowkey_flat_check_columns(flat, columns, batch.column_count, error);
  if (status == ROWKEY_OK) status = rowkey_flat_check_words("keys", keys, ROWKEY_FLAT_KEYS, 5, error);
  if (status != ROWKEY_OK) return status;
  rowkey_values *values = calloc(flat->column_count + 1, sizeof *values);
  if (values == NULL) return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for columns");
  for (size_t i = 0; i < flat->column_count; i++)
    values[i] = values_of_words(columns + i * ROWKEY_FLAT_COLUMN);
  batch.columns = values;
  if (batch.first_row == ROWKEY_FLAT_NEXT) batch.first_row = atomic_fetch_add(&flat->next_row, batch.rows);
  status = encode_batch(flat, &batch, keys, size, error);
  free(values);
  return status;
}

int32_t rowkey_flat_encode(rowkey_flat *flat, const uint64_t *columns, size_t column_count, size_t rows,
                           uint64_t first_row, const uint64_t *keys, uint64_t *size, uint8_t *error,
                           size_t error_size) {
  rowkey_error why;
  rowkey_status status = ROWKEY_ERROR_ARGUMENT;
  if (rowkey_is_given(flat, "flat", &why) && rowkey_is_given(keys, "keys", &why) &&
      rowkey_is_given(size, "size", &why)) {
    const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(NULL, column_count, rows), first_row);
    status = encode_words(flat, columns, batch, keys, size, &why);
  }
  return rowkey_flat_tell(status, &why, error, error_size);
}
