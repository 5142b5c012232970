/* rowkey_decode: a batch of keys, block by block. */
#include <inttypes.h>
#include <string.h>

#include "arguments.h"
#include "decode/decoder.h"
#include "error.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The keys of the whole batch. */
struct batch {
  const uint8_t *keys;
  const uint64_t *offsets; /* NULL: one behind the other from the beginning */
  size_t rows;
};

static rowkey_status check_keys(const struct rowkey_layout *layout, const struct batch *batch,
                                rowkey_error *error) {
  const uint64_t *offsets = batch->offsets;
  if (batch->rows == 0) return ROWKEY_OK;
  if (offsets == NULL && !layout->key.fixed)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "offsets is NULL, but keys differ in length (expected rows + 1 numbers)");
  if (!is_aligned_u64(offsets)) return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, OFFSETS_NOT_ALIGNED);
  uint64_t last = 0;
  if (offsets != NULL) {
    for (size_t i = 0; i < batch->rows; i++) {
      if (offsets[i] <= offsets[i + 1]) continue;
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                       "the key begins at byte %" PRIu64 " and ends at byte %" PRIu64
                       " (expected offsets that do not decrease)",
                       offsets[i], offsets[i + 1]);
      error->row = i;
      return ROWKEY_ERROR_ARGUMENT;
    }
    last = offsets[batch->rows];
  } else if (__builtin_mul_overflow((uint64_t)batch->rows, (uint64_t)layout->key.width, &last)) {
    last = UINT64_MAX;
  }
  if (last > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the keys are larger than any memory (expected offsets of their bytes)");
  if (batch->keys == NULL && last != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "keys is NULL (expected %" PRIu64 " bytes)", last);
  return ROWKEY_OK;
}

static rowkey_status column_error(const struct rowkey_layout *layout, size_t column, const char *problem,
                                  rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "column %.64s: %s", layout->columns[column].name, problem);
  error->column = column;
  return ROWKEY_ERROR_ARGUMENT;
}

static size_t alignment_of(rowkey_type type) {
  switch (type) {
    case ROWKEY_TEXT:
      return 1;
    case ROWKEY_F32:
      return _Alignof(float);
    case ROWKEY_F64:
      return _Alignof(double);
    default:
      return _Alignof(uint64_t);
  }
}

static rowkey_status check_column(const struct rowkey_layout *layout, size_t column,
                                  const rowkey_decoded *decoded, rowkey_error *error) {
  rowkey_type type = layout->columns[column].type;
  if (decoded->data == NULL) return ROWKEY_OK;
  if ((uintptr_t)decoded->data % alignment_of(type) != 0)
    return column_error(layout, column, "data is not aligned (expected an address for its type)", error);
  if (type != ROWKEY_TEXT) return ROWKEY_OK;
  if (decoded->offsets == NULL)
    return column_error(layout, column, "offsets is NULL (expected room for rows + 1 numbers)", error);
  if (!is_aligned_u64(decoded->offsets)) return column_error(layout, column, OFFSETS_NOT_ALIGNED, error);
  return ROWKEY_OK;
}

static rowkey_status check_columns(const struct rowkey_decoder *decoder, const rowkey_decoded *columns,
                                   size_t rows, rowkey_error *error) {
  const struct rowkey_layout *layout = decoder->layout;
  if (columns == NULL && rows == 0) return ROWKEY_OK;
  if (columns == NULL && layout->column_count != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "columns is NULL (expected one entry for each column)");
  for (size_t i = 0; i < layout->column_count; i++) {
    if (decoder->recovery.column_values[i] == NULL) continue;
    rowkey_status status = check_column(layout, i, &columns[i], error);
    if (status != ROWKEY_OK) return status;
    if (layout->columns[i].type == ROWKEY_TEXT && columns[i].data != NULL) columns[i].offsets[0] = 0;
  }
  return ROWKEY_OK;
}

/* ---- Text columns ---------------------------------------------------------------------------- */

static size_t no_space(struct block *block, size_t column, uint64_t size) {
  const struct rowkey_decoded *decoded = &block->columns[column];
  block->status = rowkey_error_set(block->error, ROWKEY_ERROR_SPACE,
                                   "column %.64s: its text needs %" PRIu64
                                   " bytes or more and there is room for %" PRIu64,
                                   block->decoder->layout->columns[column].name, size, decoded->capacity);
  block->error->row = block->start;
  block->error->column = column;
  return 0;
}

static size_t write_text(struct block *block, size_t column, size_t rows) {
  const rowkey_decoded *decoded = &block->columns[column];
  const rowkey_values *values = &block->decoder->columns[column];
  uint64_t *offsets = decoded->offsets + block->start;
  uint64_t end = offsets[0];
  for (size_t i = 0; i < rows; i++) end += values->end[i] - values->begin[i];
  if (end > decoded->capacity) return no_space(block, column, end);
  static const uint8_t no_run[COPY_UNIT];
  const struct rowkey_source source = {.rows = no_run,
                                       .strings = {values->data, values->size, values->begin, values->end}};
  uint8_t *data = decoded->data;
  block->decoder->kernels->join_rows(&source, 1, 0, rows, data + offsets[0], data + end, data, offsets + 1);
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

/* How many rows from `start` on make a block: of as many bytes as it should have, or one. */
static size_t count_rows(const struct rowkey_decoder *decoder, const struct batch *batch, size_t start) {
  size_t rows = batch->rows - start < decoder->block_rows ? batch->rows - start : decoder->block_rows;
  if (decoder->layout->key.fixed) return rows;
  const uint64_t *offsets = batch->offsets + start;
  while (rows > 1 && offsets[rows] - offsets[0] > DECODED_AT_ONCE) rows /= 2;
  return rows;
}

/* Keys of fixed width lie one behind the other up to the first that has another length. */
static size_t check_lengths(struct block *block, const uint64_t *offsets, size_t rows) {
  uint64_t width = block->decoder->layout->key.width;
  bool all = true;
  for (size_t i = 0; i < rows; i++) all &= offsets[i + 1] - offsets[i] == width;
  if (all) return rows;
  size_t row = 0;
  while (offsets[row + 1] - offsets[row] == width) row++;
  return rowkey_bad_length(block, row, offsets[row + 1] - offsets[row]);
}

/* Where the block's keys are, and their parts. */
static size_t find_parts(struct block *block, const struct batch *batch, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  const struct sequence *key = &decoder->layout->key;
  const uint64_t *offsets = batch->offsets == NULL ? NULL : batch->offsets + block->start;
  uint64_t first = offsets == NULL ? block->start * (uint64_t)key->width : offsets[0];
  if (!key->fixed)
    for (size_t i = 0; i <= rows; i++) decoder->limits[i] = offsets[i] - first;
  static const uint8_t nothing;
  block->keys = (struct rowkey_strings){batch->keys == NULL ? &nothing : batch->keys + first,
                                        decoder->limits[rows], decoder->limits, decoder->limits + 1};
  if (!key->fixed) return rowkey_split_rows(block, &decoder->recovery.key, &block->keys, rows);
  if (offsets != NULL) rows = check_lengths(block, offsets, rows);
  block->keys.size = decoder->limits[rows];
  return rows;
}

/* Returns how many rows are good; when not all are, block->status and the error are of the first bad one. */
static size_t decode_block(struct block *block, const struct batch *batch, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  rows = find_parts(block, batch, rows);
  decoder->texts_used = 0;
  uint64_t texts = decoder->limits[rows] * (uint64_t)decoder->levels;
  if (!rowkey_grow(block, &decoder->texts, &decoder->texts_size, texts)) return 0;
  rows = rowkey_read_fields(block, &decoder->recovery.key, &block->keys, rows);
  rows = rowkey_verify(block, rows);
  return write_texts(block, rows);
}

rowkey_status rowkey_decode(rowkey_decoder *decoder, const void *keys, const uint64_t *offsets, size_t rows,
                            const rowkey_decoded *columns, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(decoder, "decoder", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct batch batch = {keys, offsets, rows};
  struct block block = {.decoder = decoder, .columns = columns, .error = error};
  rowkey_status status = check_keys(decoder->layout, &batch, error);
  if (status == ROWKEY_OK) status = check_columns(decoder, columns, rows, error);
  if (status != ROWKEY_OK) return status;
  while (block.start < rows) {
    size_t count = count_rows(decoder, &batch, block.start);
    if (decode_block(&block, &batch, count) < count) return block.status;
    block.start += count;
  }
  return ROWKEY_OK;
}
