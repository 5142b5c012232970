/* rowkey_arrow_encode: all rows at once where the columns can be read as they lie, else block by block. */
#include "arrow/encode.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/keys_out.h"
#include "arrow/rows.h"
#include "base/error.h"
#include "base/one_at_a_time.h"

struct rowkey_arrow_encoder {
  const rowkey_layout *layout;
  rowkey_encoder *encoder;
  enum arrow_storage storage; /* of the keys */
  rowkey_bad_rows bad_rows;
  char *name;
  struct arrow_fields fields;
  struct one_at_a_time one;
  struct arrow_rows rows; /* for each column of the layout's schema */
  uint64_t *limits;       /* of a block of views */
};

/* ---- Making ------------------------------------------------------------------------------------- */

static rowkey_status bad_option(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

static rowkey_status choose_storage(rowkey_arrow_encoder *encoder, rowkey_arrow_format format,
                                    rowkey_error *error) {
  const bool fixed = rowkey_layout_key_width(encoder->layout) != ROWKEY_NONE;
  switch (format) {
    case ROWKEY_ARROW_AUTOMATIC:
      encoder->storage = fixed ? ARROW_FIXED : ARROW_OFFSETS64;
      break;
    case ROWKEY_ARROW_FIXED:
      if (!fixed)
        return rowkey_error_set(
            error, ROWKEY_ERROR_TYPE,
            "keys of this layout differ in length (expected another format than ROWKEY_ARROW_FIXED)");
      encoder->storage = ARROW_FIXED;
      break;
    case ROWKEY_ARROW_BINARY:
      encoder->storage = ARROW_OFFSETS32;
      break;
    case ROWKEY_ARROW_LARGE_BINARY:
      encoder->storage = ARROW_OFFSETS64;
      break;
    case ROWKEY_ARROW_BINARY_VIEW:
      encoder->storage = ARROW_VIEWS;
      break;
    default:
      return bad_option(error, "the format is unknown (expected one of rowkey_arrow_format)");
  }
  return ROWKEY_OK;
}

static bool allocate_encoder(rowkey_arrow_encoder *encoder, const char *name) {
  size_t columns;
  rowkey_layout_columns(encoder->layout, &columns);
  encoder->limits = calloc(ARROW_BLOCK_ROWS + 1, sizeof *encoder->limits);
  encoder->name = strdup(name);
  return rowkey_arrow_rows_make(&encoder->rows, &encoder->fields, columns, false) &&
         encoder->limits != NULL && encoder->name != NULL;
}

static rowkey_status prepare_encoder(rowkey_arrow_encoder *encoder, const struct ArrowSchema *schema,
                                     const rowkey_arrow_options *options, rowkey_error *error) {
  if ((unsigned)options->bad_rows > ROWKEY_NULL_FOR_BAD)
    return bad_option(error,
                      "bad_rows is not a valid rowkey_bad_rows (expected ROWKEY_NULL_FOR_NULLS or the like)");
  encoder->bad_rows = options->bad_rows;
  rowkey_status status = choose_storage(encoder, options->format, error);
  if (status == ROWKEY_OK) status = rowkey_arrow_check_schema(schema, error);
  if (status == ROWKEY_OK)
    status = rowkey_arrow_find_fields(&encoder->fields, encoder->layout, ARROW_ENCODED, schema, error);
  if (status != ROWKEY_OK) return status;
  if (!allocate_encoder(encoder, options->name != NULL ? options->name : "key"))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the encoder");
  encoder->encoder = rowkey_encoder_create(encoder->layout, options->seed, error);
  return encoder->encoder != NULL ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
}

rowkey_arrow_encoder *rowkey_arrow_encoder_create(const rowkey_layout *layout,
                                                  const struct ArrowSchema *schema,
                                                  const rowkey_arrow_options *options, rowkey_error *error) {
  const rowkey_arrow_options none = ROWKEY_ZERO;
  if (options == NULL) options = &none;
  if (!rowkey_is_given(layout, "layout", error) ||
      ROWKEY_CHECK_RESERVED(options, "rowkey_arrow_options", error) != ROWKEY_OK)
    return NULL;
  rowkey_arrow_encoder *encoder = calloc(1, sizeof *encoder);
  if (encoder == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the encoder");
    return NULL;
  }
  encoder->layout = layout;
  if (prepare_encoder(encoder, schema, options, error) == ROWKEY_OK) return encoder;
  rowkey_arrow_encoder_free(encoder);
  return NULL;
}

void rowkey_arrow_encoder_free(rowkey_arrow_encoder *encoder) {
  if (encoder == NULL) return;
  rowkey_arrow_rows_free(&encoder->rows);
  rowkey_encoder_free(encoder->encoder);
  rowkey_arrow_free_fields(&encoder->fields);
  free(encoder->limits);
  free(encoder->name);
  free(encoder);
}

rowkey_status rowkey_arrow_encoder_schema(const rowkey_arrow_encoder *encoder, struct ArrowSchema *schema,
                                          rowkey_error *error) {
  if (!rowkey_is_given(encoder, "encoder", error) || !rowkey_is_given(schema, "schema", error))
    return ROWKEY_ERROR_ARGUMENT;
  char format[sizeof "w:" + 20];
  switch (encoder->storage) {
    case ARROW_FIXED:
      snprintf(format, sizeof format, "w:%zu", rowkey_layout_key_width(encoder->layout));
      break;
    case ARROW_VIEWS:
      strcpy(format, "vz");
      break;
    default:
      strcpy(format, encoder->storage == ARROW_OFFSETS32 ? "z" : "Z");
  }
  if (rowkey_arrow_make_schema(schema, format, encoder->name,
                               encoder->bad_rows != ROWKEY_FAIL_AT_BAD ? ARROW_FLAG_NULLABLE : 0, 0))
    return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the schema");
}

bool rowkey_arrow_may_cut(const rowkey_arrow_encoder *encoder) {
  return rowkey_arrow_most_bytes(encoder->storage) == INT32_MAX;
}

/* ---- Rows --------------------------------------------------------------------------------------- */

static rowkey_status too_many_bytes(size_t row, rowkey_error *error) {
  rowkey_status status = rowkey_error_set(
      error, ROWKEY_ERROR_SPACE,
      "the keys up to this row have more than 2147483647 bytes, which the format's 32-bit offsets cannot count "
      "(expected ROWKEY_ARROW_LARGE_BINARY, or smaller batches)");
  error->row = row;
  return status;
}

static rowkey_status no_memory(uint64_t size, rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for %" PRIu64 " bytes of keys", size);
}

static rowkey_batch batch_of(const rowkey_arrow_encoder *encoder, size_t rows) {
  return rowkey_batch_of(encoder->rows.values, encoder->rows.column_count, rows);
}

/* Encodes the rows that were taken. */
static rowkey_status encode_rows(rowkey_arrow_encoder *encoder, struct arrow_texts *texts, size_t rows,
                                 uint64_t bound, uint64_t first_row, rowkey_error *error) {
  if (!rowkey_arrow_reserve(texts, rows, bound)) return no_memory(bound, error);
  const struct arrow_room room = rowkey_arrow_room(texts);
  const rowkey_batch batch = rowkey_batch_from(batch_of(encoder, rows), first_row);
  rowkey_null_keys nulls = rowkey_null_keys_of(encoder->bad_rows, room.validity);
  nulls.validity_offset = texts->done;
  const rowkey_key_buffer buffer = {.data = room.data,
                                    .capacity = room.capacity,
                                    .offsets = room.offsets,
                                    .offsets32 = room.offsets32,
                                    .nulls = room.validity != NULL ? &nulls : NULL};
  rowkey_status status = rowkey_encode(encoder->encoder, &batch, &buffer, NULL, error);
  if (status != ROWKEY_OK) return status;
  texts->nulls += nulls.count;
  rowkey_arrow_add(texts, rows);
  return ROWKEY_OK;
}

/* Rows first … rows - 1, in blocks of at most `block` rows. */
static rowkey_status encode_blocks(rowkey_arrow_encoder *encoder, struct arrow_texts *texts, size_t first,
                                   size_t rows, size_t block, bool cut, uint64_t first_row,
                                   rowkey_error *error) {
  const uint64_t most = rowkey_arrow_most_bytes(texts->storage);
  for (size_t at = first; at < rows;) {
    const size_t wanted = rows - at < block ? rows - at : block;
    size_t good;
    rowkey_status status = rowkey_arrow_rows_take(&encoder->rows, at, wanted, &good, error);
    if (status != ROWKEY_OK) return status;
    const rowkey_batch batch = batch_of(encoder, good);
    const uint64_t bound = rowkey_encode_bound(encoder->layout, &batch);
    if (bound > most - texts->size) {
      if (most != INT32_MAX) return no_memory(bound, error);
      if (good > 1) {
        block = good / 2 < ARROW_BLOCK_ROWS ? good / 2 : ARROW_BLOCK_ROWS;
        continue;
      }
      return cut && at > first ? ROWKEY_OK : too_many_bytes(at, error);
    }
    const uint64_t row = first_row + (at - first);
    if (good > 0) {
      rowkey_error own;
      status = encode_rows(encoder, texts, good, bound, row, &own);
      if (status != ROWKEY_OK) *error = own;
    }
    if (status == ROWKEY_OK && good < wanted) status = error->status;
    if (status != ROWKEY_OK) {
      if (error->row != ROWKEY_NONE) error->row += at;
      return status;
    }
    at += good;
  }
  return ROWKEY_OK;
}

/* The caller's array, if its buffers can be used again, else a new one. */
static bool take_array(const rowkey_arrow_encoder *encoder, const struct ArrowArray *keys,
                       struct ArrowArray *array) {
  const size_t buffers = rowkey_arrow_text_buffers(encoder->storage);
  if (rowkey_arrow_made(keys) == NULL || keys->n_children != 0)
    return rowkey_arrow_make_array(array, buffers, 0);
  *array = *keys;
  array->n_buffers = (int64_t)buffers; /* those of another format are as good */
  return true;
}

static rowkey_status encode(rowkey_arrow_encoder *encoder, const struct ArrowArray *batch, size_t first,
                            bool cut, uint64_t first_row, struct ArrowArray *keys, size_t *done,
                            rowkey_error *error) {
  rowkey_status status = rowkey_arrow_rows_open(&encoder->rows, batch, error);
  if (status != ROWKEY_OK) return status;
  const size_t rows = encoder->rows.count;
  const bool in_one = encoder->rows.all_lie && encoder->storage != ARROW_VIEWS;
  struct ArrowArray array;
  if (!take_array(encoder, keys, &array)) return no_memory(0, error);
  const size_t width = rowkey_layout_key_width(encoder->layout);
  struct arrow_texts texts = {.array = &array,
                              .storage = encoder->storage,
                              .width = width == ROWKEY_NONE ? 0 : width,
                              .rows = rows - first,
                              .limits = encoder->limits,
                              .nullable = encoder->bad_rows != ROWKEY_FAIL_AT_BAD};
  if (!rowkey_arrow_begin_texts(&texts) || !rowkey_arrow_reserve(&texts, 0, 0))
    status = no_memory(rows, error);
  else
    status = encode_blocks(encoder, &texts, first, rows, in_one ? SIZE_MAX : ARROW_BLOCK_ROWS, cut, first_row,
                           error);
  if (status != ROWKEY_OK) {
    keys->release = NULL;
    array.release(&array);
    return status;
  }
  rowkey_arrow_end_texts(&texts);
  *keys = array;
  *done = texts.done;
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_encode_part(rowkey_arrow_encoder *encoder, const struct ArrowArray *batch,
                                       size_t first, bool cut, uint64_t first_row, struct ArrowArray *keys,
                                       size_t *done, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(encoder, "encoder", error) || !rowkey_is_given(keys, "array of keys", error))
    return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&encoder->one, &call)) return calls_overlap("encoder", error);
  rowkey_status status = encode(encoder, batch, first, cut, first_row, keys, done, error);
  if (!end_call(&encoder->one, &call)) status = calls_overlap("encoder", error);
  if (status != ROWKEY_OK && rowkey_arrow_made(keys) != NULL) keys->release(keys);
  return status;
}

rowkey_status rowkey_arrow_encode(rowkey_arrow_encoder *encoder, const struct ArrowArray *batch,
                                  uint64_t first_row, struct ArrowArray *keys, rowkey_error *error) {
  size_t done;
  return rowkey_arrow_encode_part(encoder, batch, 0, false, first_row, keys, &done, error);
}
