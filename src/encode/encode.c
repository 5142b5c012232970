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
};

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
  run->kernels->join_rows(&encoder->sources[key->first_piece], key->piece_count, 0, rows,
                          output->keys + output->offsets[run->start], output->end, output->keys,
                          output->offsets + run->start + 1);
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

rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_values *columns, size_t rows,
                            uint64_t first_row, void *keys, uint64_t capacity, uint64_t *offsets,
                            rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(encoder, "encoder", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  if (offsets == NULL && !key->fixed)
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "offsets is NULL, but keys differ in length (expected room for rows + 1 numbers)");
  if (!is_aligned_u64(offsets)) return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, OFFSETS_NOT_ALIGNED);
  if (offsets != NULL) offsets[0] = 0;
  if (rows == 0) return ROWKEY_OK;

  rowkey_status status = rowkey_check_columns(layout, columns, rows, error);
  if (status != ROWKEY_OK) return status;
  uint64_t bound = rowkey_bound(layout, encoder->kernels, columns, rows);
  if (bound > capacity || bound > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64 " bytes and there is room for %" PRIu64, bound,
                            capacity);
  if (keys == NULL && bound != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "keys is NULL (expected room for %" PRIu64 " bytes)", bound);
  if (offsets != NULL && key->fixed) fill_offsets(offsets, rows, key->width);
  struct run run = {.encoder = encoder, .columns = columns, .input_row = first_row, .error = error};
  uint8_t no_keys; /* stands for keys without bytes, which need no memory */
  uint8_t *out = keys != NULL ? keys : &no_keys;
  const struct output output = {out, out + bound, offsets};
  return encode_rows(&run, &output, rows);
}
