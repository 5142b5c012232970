/* rowkey_encode: a batch of rows, block by block. */
#include <inttypes.h>

#include "arguments.h"
#include "encode/encoder.h"
#include "error.h"

/* Where the keys go. */
struct output {
  uint8_t *keys;
  const uint8_t *end; /* of the bytes that the call needs */
  uint64_t *offsets;
  uint32_t *offsets32;
};

/* Writes keys that differ in length after the keys of the rows before. */
static void join_keys(struct run *run, const struct output *output, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct sequence *key = &encoder->layout->key;
  uint64_t *offsets = output->offsets == NULL ? encoder->offsets : output->offsets + run->start;
  uint32_t *narrow = output->offsets32 == NULL ? NULL : output->offsets32 + run->start;
  if (narrow != NULL) offsets[0] = narrow[0];
  run->kernels->join_rows(&encoder->sources[key->first_piece], key->piece_count, 0, rows,
                          output->keys + offsets[0], output->end, output->keys, offsets + 1);
  if (narrow == NULL) return;
  for (size_t i = 0; i < rows; i++) narrow[i + 1] = (uint32_t)offsets[i + 1];
}

/* The keys of `rows` rows from run->start on. */
static size_t run_block(struct run *run, const struct output *output, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  for (size_t i = 0; i < layout->value_count; i++) {
    if (!layout->values[i]->used) continue;
    size_t bad = rowkey_run_value(run, layout->values[i], rows);
    if (bad < rows) return bad;
  }
  if (key->fixed)
    return rowkey_write_fixed(run, key, output->keys + run->start * key->width, output->end, rows);
  size_t bad = rowkey_prepare_sources(run, key, rows);
  if (bad < rows) return bad;
  join_keys(run, output, rows);
  return rows;
}

/* Runs the block again for the rows before a bad one until all are good: what is found last is the first bad
 * row of all steps, and the keys before it are complete. Returns how many that are. */
static size_t encode_block(struct run *run, const struct output *output, size_t rows) {
  while (rows > 0) {
    size_t bad = run_block(run, output, rows);
    if (bad == rows) break;
    rows = bad;
  }
  return rows;
}

static rowkey_status encode_rows(struct run *run, const struct output *output, size_t rows) {
  uint64_t first_row = run->input_row;
  while (run->start < rows) {
    size_t left = rows - run->start;
    size_t block = left < run->encoder->block_rows ? left : run->encoder->block_rows;
    run->input_row = first_row + run->start;
    run->kernels = rowkey_kernels_for(run->encoder->kernels, block);
    if (encode_block(run, output, block) < block) return run->status;
    run->start += block;
  }
  return ROWKEY_OK;
}

/* The multiples of `width` up to `rows` times it: by additions, which vectorize on every machine. */
static void fill_offsets(uint64_t *offsets, size_t rows, uint64_t width) {
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++, at += width) offsets[i] = at;
  offsets[rows] = at;
}

static void fill_offsets32(uint32_t *offsets, size_t rows, uint64_t width) {
  uint32_t at = 0;
  for (size_t i = 0; i < rows; i++, at += (uint32_t)width) offsets[i] = at;
  offsets[rows] = at;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

static rowkey_status check_buffer(const struct rowkey_layout *layout, const rowkey_key_buffer *buffer,
                                  rowkey_error *error) {
  if (buffer == NULL) return bad_argument(error, "buffer is NULL (expected a struct rowkey_key_buffer)");
  rowkey_status status = ROWKEY_CHECK_RESERVED(buffer, "rowkey_key_buffer", error);
  if (status != ROWKEY_OK) return status;
  if (buffer->offsets != NULL && buffer->offsets32 != NULL)
    return bad_argument(error, "offsets and offsets32 are both given (expected one of them)");
  if (buffer->offsets == NULL && buffer->offsets32 == NULL && !layout->key.fixed)
    return bad_argument(error,
                        "offsets is NULL, but keys differ in length (expected room for rows + 1 numbers)");
  if (!is_aligned_u64(buffer->offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(buffer->offsets32)) return bad_argument(error, OFFSETS32_NOT_ALIGNED);
  return ROWKEY_OK;
}

/* Whether there is room for `rows` keys of `bound` bytes. */
static rowkey_status check_room(const rowkey_key_buffer *buffer, size_t rows, uint64_t bound,
                                rowkey_error *error) {
  if (buffer->offsets != NULL && !offsets_can_be(rows, sizeof *buffer->offsets))
    return rowkey_error_numbers("offsets", buffer->offsets, rows, error);
  if (buffer->offsets32 != NULL && !offsets_can_be(rows, sizeof *buffer->offsets32))
    return rowkey_error_numbers("offsets32", buffer->offsets32, rows, error);
  if (bound > buffer->capacity || bound > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64 " bytes and there is room for %zu", bound,
                            buffer->capacity);
  if (buffer->offsets32 != NULL && bound > UINT32_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64
                            " bytes, which offsets32 cannot count (expected fewer rows, or offsets)",
                            bound);
  if (buffer->data == NULL && bound != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "data is NULL (expected room for %" PRIu64 " bytes of keys)", bound);
  return ROWKEY_OK;
}

static void describe_keys(const struct rowkey_layout *layout, const rowkey_key_buffer *buffer,
                          rowkey_keys *keys) {
  *keys = (rowkey_keys){.data = buffer->data,
                        .offsets = buffer->offsets,
                        .offsets32 = buffer->offsets32,
                        .width = layout->key.fixed ? layout->key.width : 0};
}

rowkey_status rowkey_encode_batch(rowkey_encoder *encoder, const rowkey_batch *batch,
                                  const rowkey_key_buffer *buffer, rowkey_keys *keys, rowkey_error *error) {
  if (batch == NULL) return bad_argument(error, "batch is NULL (expected a struct rowkey_batch)");
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  const size_t rows = batch->rows;
  rowkey_status status = ROWKEY_CHECK_RESERVED(batch, "rowkey_batch", error);
  if (status == ROWKEY_OK) status = check_buffer(layout, buffer, error);
  if (status != ROWKEY_OK) return status;
  if (keys != NULL) describe_keys(layout, buffer, keys);
  if (buffer->offsets != NULL) buffer->offsets[0] = 0;
  if (buffer->offsets32 != NULL) buffer->offsets32[0] = 0;
  if (rows == 0) return ROWKEY_OK;

  status = rowkey_check_columns(layout, batch->columns, rows, error);
  if (status != ROWKEY_OK) return status;
  const uint64_t bound = rowkey_bound(layout, encoder->kernels, batch->columns, rows);
  status = check_room(buffer, rows, bound, error);
  if (status != ROWKEY_OK) return status;
  if (buffer->offsets != NULL && key->fixed) fill_offsets(buffer->offsets, rows, key->width);
  if (buffer->offsets32 != NULL && key->fixed) fill_offsets32(buffer->offsets32, rows, key->width);
  struct run run = {
      .encoder = encoder, .columns = batch->columns, .input_row = batch->first_row, .error = error};
  uint8_t no_keys; /* stands for keys without bytes, which need no memory */
  uint8_t *out = buffer->data != NULL ? buffer->data : &no_keys;
  const struct output output = {out, out + bound, buffer->offsets, buffer->offsets32};
  status = encode_rows(&run, &output, rows);
  if (keys != NULL) keys->rows = status == ROWKEY_OK ? rows : error->row;
  return status;
}

rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_batch *batch,
                            const rowkey_key_buffer *buffer, rowkey_keys *keys, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (keys != NULL) *keys = (rowkey_keys){.rows = 0};
  if (!rowkey_is_given(encoder, "encoder", error)) return ROWKEY_ERROR_ARGUMENT;
  if (!begin_call(&encoder->calls, &unused)) return calls_overlap("encoder", error);
  const rowkey_status status = rowkey_encode_batch(encoder, batch, buffer, keys, error);
  if (end_call(&encoder->calls, &unused)) return status;
  if (keys != NULL) keys->rows = 0;
  return calls_overlap("encoder", error);
}
