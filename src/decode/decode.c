/* rowkey_decode: a batch of keys, block by block. */
#include <inttypes.h>
#include <rowkey/decode.h>
#include <rowkey/fields.h>
#include <string.h>

#include "base/error.h"
#include "base/given_column.h"
#include "base/strings.h"
#include "decode/decoder.h"
#include "kernels/keys.h"
#include "plan/operation.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

static rowkey_status check_keys(const struct rowkey_decoder *decoder, const rowkey_keys *keys,
                                rowkey_error *error) {
  rowkey_status status = rowkey_check_keys(decoder->kernels, keys, error);
  if (status != ROWKEY_OK || keys->rows == 0) return status;
  const struct sequence *key = &decoder->layout->key;
  if (keys->offsets != NULL || keys->offsets32 != NULL || keys->width != 0) return ROWKEY_OK;
  if (!key->fixed)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "offsets is NULL, but keys differ in length (expected rows + 1 numbers)");
  if (key->width != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "offsets is NULL and width is 0 (expected a width of %zu, or offsets)",
                            key->width);
  return ROWKEY_OK;
}

static rowkey_status check_columns(const struct rowkey_decoder *decoder, const rowkey_decoded *columns,
                                   size_t count, size_t rows, rowkey_error *error) {
  const struct rowkey_layout *layout = decoder->layout;
  const rowkey_status counted = rowkey_check_count("column_count", count, layout->column_count, error);
  if (counted != ROWKEY_OK || (columns == NULL && rows == 0)) return counted;
  if (columns == NULL && layout->column_count != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "columns is NULL (expected one entry for each column)");
  for (size_t i = 0; i < layout->column_count; i++) {
    if (decoder->recovery.column_values[i] == NULL) continue;
    const rowkey_type type = layout->columns[i].type;
    const struct given_column column = {layout->columns[i].name, i, rows, error};
    if (columns[i].data == NULL && columns[i].validity == NULL) continue; /* it is not wanted */
    const rowkey_status status = rowkey_check_given_room(&column, type, columns[i].data != NULL, &columns[i]);
    if (status != ROWKEY_OK) return status;
    if (columns[i].validity != NULL) memset(columns[i].validity, 0, rowkey_validity_size(rows));
    if (type != ROWKEY_TEXT || columns[i].data == NULL) continue;
    if (columns[i].offsets != NULL)
      columns[i].offsets[0] = 0;
    else
      columns[i].offsets32[0] = 0;
  }
  return ROWKEY_OK;
}

/* ---- Text columns ---------------------------------------------------------------------------- */

static size_t no_space(struct block *block, size_t column, uint64_t size, uint64_t room) {
  block->status = rowkey_error_set(block->error, ROWKEY_ERROR_SPACE,
                                   "column %.64s: its text needs %" PRIu64
                                   " bytes or more and there is room for %" PRIu64,
                                   block->decoder->layout->columns[column].name, size, room);
  block->error->row = block->start;
  block->error->column = column;
  return 0;
}

static size_t write_text(struct block *block, size_t column, size_t rows) {
  const rowkey_decoded *decoded = &block->columns[column];
  const rowkey_values *values = &block->decoder->columns[column];
  uint32_t *narrow = decoded->offsets != NULL ? NULL : decoded->offsets32 + block->start;
  /* What the keys were compared with is not needed any more. */
  uint64_t *offsets = narrow != NULL ? block->decoder->expected_limits : decoded->offsets + block->start;
  if (narrow != NULL) offsets[0] = narrow[0];
  uint64_t end = offsets[0];
  for (size_t i = 0; i < rows; i++) end += values->end[i] - values->begin[i];
  uint64_t room = decoded->capacity;
  if (narrow != NULL && room > UINT32_MAX) room = UINT32_MAX;
  if (end > room) return no_space(block, column, end, room);
  static const uint8_t no_run[COPY_UNIT];
  const struct rowkey_source source = {.rows = no_run,
                                       .strings = {values->data, values->size, values->begin, values->end}};
  uint8_t *data = decoded->data;
  block->decoder->kernels->join_rows(&source, 1, 0, rows, data + offsets[0], data + end, data, offsets + 1);
  for (size_t i = 0; narrow != NULL && i < rows; i++) narrow[i + 1] = (uint32_t)offsets[i + 1];
  return rows;
}

static size_t write_texts(struct block *block, size_t rows) {
  const struct recovery *recovery = &block->decoder->recovery;
  size_t good = rows;
  for (size_t i = 0; i < recovery->layout->column_count && rows > 0; i++) {
    bool wanted = recovery->column_values[i] != NULL && recovery->layout->columns[i].type == ROWKEY_TEXT &&
                  block->columns[i].data != NULL;
    if (wanted && write_text(block, i, rows) < rows) good = 0;
  }
  return good;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* How many rows from `start` on make a block: as many as fit the bytes that it should have, and at least one.
 */
static size_t count_rows(const struct rowkey_decoder *decoder, const rowkey_keys *keys, size_t start) {
  size_t rows = keys->rows - start < decoder->block_rows ? keys->rows - start : decoder->block_rows;
  if (decoder->layout->key.fixed) return rows;
  while (rows > 1 && key_limit(keys, start + rows) - key_limit(keys, start) > DECODED_AT_ONCE) rows /= 2;
  return rows;
}

/* Keys of fixed width lie one after the other up to the first that has another length. */
static size_t check_lengths(struct block *block, const rowkey_keys *keys, size_t rows) {
  const uint64_t width = block->decoder->layout->key.width;
  const size_t start = block->start;
  bool all = true;
  if (keys->offsets != NULL) {
    const uint64_t *offsets = keys->offsets + start;
    for (size_t i = 0; i < rows; i++) all &= offsets[i + 1] - offsets[i] == width;
  } else if (keys->offsets32 != NULL) {
    const uint32_t *offsets = keys->offsets32 + start;
    for (size_t i = 0; i < rows; i++) all &= offsets[i + 1] - offsets[i] == width;
  } else {
    all = keys->width == width;
  }
  if (all) return rows;
  size_t row = 0;
  while (key_limit(keys, start + row + 1) - key_limit(keys, start + row) == width) row++;
  return rowkey_bad_length(block, row, key_limit(keys, start + row + 1) - key_limit(keys, start + row));
}

/* Where the block's keys are, and their parts. */
static size_t find_parts(struct block *block, const rowkey_keys *keys, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  const bool fixed = decoder->layout->key.fixed;
  const uint64_t first = key_limit(keys, block->start);
  if (!fixed) copy_key_limits(keys, block->start, rows, first, decoder->limits);
  static const uint8_t nothing;
  block->keys = (struct rowkey_strings){keys->data == NULL ? &nothing : (const uint8_t *)keys->data + first,
                                        decoder->limits[rows], decoder->limits, decoder->limits + 1};
  if (!fixed) return rowkey_split_rows(block, &decoder->recovery.key, &block->keys, rows);
  rows = check_lengths(block, keys, rows);
  block->keys.size = decoder->limits[rows];
  return rows;
}

/* Returns how many rows are good. When not all are, block->status and the error describe the first bad one.
 */
static size_t decode_block(struct block *block, const rowkey_keys *keys, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  rows = find_parts(block, keys, rows);
  decoder->texts_used = 0;
  uint64_t texts = decoder->limits[rows] * (uint64_t)decoder->levels;
  if (!rowkey_grow(block, &decoder->texts, &decoder->texts_size, texts)) return 0;
  rows = rowkey_read_fields(block, &decoder->recovery.key, &block->keys, rows);
  rowkey_mark_nulls(block, rows);
  rows = rowkey_verify(block, rows);
  rows = write_texts(block, rows);
  rowkey_write_validity(block, rows);
  return rows;
}

static rowkey_status decode_batch(rowkey_decoder *decoder, const rowkey_keys *keys,
                                  const rowkey_decoded *columns, size_t column_count, rowkey_error *error) {
  struct block block = {.decoder = decoder, .columns = columns, .error = error};
  rowkey_status status = check_keys(decoder, keys, error);
  if (status == ROWKEY_OK) status = check_columns(decoder, columns, column_count, keys->rows, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_make_room_for_keys(decoder, keys->rows))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a decoder's block of keys");
  while (block.start < keys->rows) {
    size_t count = count_rows(decoder, keys, block.start);
    if (decode_block(&block, keys, count) < count) return block.status;
    block.start += count;
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_decode(rowkey_decoder *decoder, const rowkey_keys *keys, const rowkey_decoded *columns,
                            size_t column_count, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(decoder, "decoder", error)) return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&decoder->calls, &call)) return calls_overlap("decoder", error);
  const rowkey_status status = decode_batch(decoder, keys, columns, column_count, error);
  return end_call(&decoder->calls, &call) ? status : calls_overlap("decoder", error);
}

/* ---- Where fields end ------------------------------------------------------------------------ */

static size_t count_fields(const struct sequence *key) {
  size_t count = 0;
  for (size_t part = 0; part < key->count; part++) count += !part_continues_field(key->parts, part);
  return count;
}

static rowkey_status find_field_ends(rowkey_decoder *decoder, const void *key, size_t length, size_t *ends,
                                     size_t count, rowkey_error *error) {
  const struct split *split = &decoder->recovery.key;
  const struct sequence *sequence = split->sequence;
  const size_t fields = count_fields(sequence);
  if (count != fields)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "count is %zu (expected %zu: one end for each field of the explanation)", count,
                            fields);
  if (!rowkey_is_array(key, length, 1, "bytes of the key", error) ||
      !rowkey_is_array(ends, count, sizeof *ends, "ends", error))
    return ROWKEY_ERROR_ARGUMENT;
  const uint64_t limits[] = {0, length};
  const rowkey_keys keys = {.data = key, .offsets = limits, .rows = 1};
  const rowkey_status status =
      decode_batch(decoder, &keys, decoder->unwanted, decoder->layout->column_count, error);
  if (status != ROWKEY_OK) return status;
  size_t field = 0;
  for (size_t part = 0; part < sequence->count; part++) {
    if (part > 0 && !part_continues_field(sequence->parts, part)) field++;
    ends[field] = (size_t)split->begins[(part + 1) * split->stride];
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_field_ends(rowkey_decoder *decoder, const void *key, size_t length, size_t *ends,
                                size_t count, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(decoder, "decoder", error)) return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&decoder->calls, &call)) return calls_overlap("decoder", error);
  const rowkey_status status = find_field_ends(decoder, key, length, ends, count, error);
  return end_call(&decoder->calls, &call) ? status : calls_overlap("decoder", error);
}

/* ---- How many bytes the texts of decoded keys need at most ----------------------------------- */

/* Text that was written in UTF-16 has up to three bytes for every two of the key. */
static bool writes_utf16(const struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->used && value->kind == VALUE_TEXT_CALL && value->call.function->makes_utf16) return true;
  }
  return false;
}

static size_t sum_of_widths(const rowkey_keys *keys) {
  size_t sum;
  if (keys->offsets == NULL && keys->offsets32 == NULL)
    return __builtin_mul_overflow(keys->rows, keys->width, &sum) ? SIZE_MAX : sum;
  const uint64_t begin = key_limit(keys, 0), end = key_limit(keys, keys->rows);
  return end < begin ? 0 : end - begin > SIZE_MAX ? SIZE_MAX : (size_t)(end - begin);
}

size_t rowkey_decode_bound(const rowkey_layout *layout, const rowkey_keys *keys, size_t column) {
  if (layout == NULL || keys == NULL || column >= layout->column_count) return 0;
  if (layout->columns[column].type != ROWKEY_TEXT) return 0;
  const size_t bytes = sum_of_widths(keys);
  if (!writes_utf16(layout)) return bytes;
  return bytes > SIZE_MAX - bytes / 2 ? SIZE_MAX : bytes + bytes / 2;
}
