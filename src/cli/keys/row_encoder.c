#include "keys/row_encoder.h"

#include <stdio.h>
#include <stdlib.h>

bool row_encoder_open(struct row_encoder *encoder, const rowkey_layout *layout, uint64_t seed,
                      struct failure *failure) {
  encoder->layout = layout;
  rowkey_layout_columns(layout, &encoder->column_count);
  if (rowkey_layout_key_width(layout) == ROWKEY_NONE) {
    encoder->offsets = calloc(BATCH_ROWS + 1, sizeof *encoder->offsets);
    if (encoder->offsets == NULL) return fail_memory(failure);
  }
  rowkey_error error;
  encoder->encoder = rowkey_encoder_create(layout, seed, &error);
  return encoder->encoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

void row_encoder_close(struct row_encoder *encoder) {
  rowkey_encoder_free(encoder->encoder);
  free(encoder->offsets);
}

/* Makes room for the keys of as many of the rows as need no more than `most` bytes. */
static bool reserve_keys(const struct row_encoder *encoder, rowkey_batch *batch, size_t most,
                         struct buffer *out) {
  uint64_t bound = rowkey_encode_bound(encoder->layout, batch);
  while (bound > most && batch->rows > 1) {
    batch->rows /= 2;
    bound = rowkey_encode_bound(encoder->layout, batch);
  }
  /* A byte more, so that keys of no bytes have a place. */
  return bound < SIZE_MAX / 8 && buffer_reserve(out, (size_t)bound + 1);
}

size_t row_encoder_append(struct row_encoder *encoder, const rowkey_values *values, uint64_t row,
                          size_t *rows, size_t most, struct buffer *out, rowkey_keys *keys, char *reason,
                          struct failure *failure) {
  rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(values, encoder->column_count, *rows), row);
  if (!reserve_keys(encoder, &batch, most, out)) {
    fail_memory(failure);
    return ROWKEY_NONE;
  }
  *rows = batch.rows;
  uint8_t *data = out->bytes + out->size;
  rowkey_error error;
  const rowkey_status status = rowkey_encode(
      encoder->encoder, &batch,
      &(rowkey_key_buffer){.data = data, .capacity = out->capacity - out->size, .offsets = encoder->offsets},
      NULL, &error);
  size_t done = *rows;
  if (status != ROWKEY_OK) {
    if (status == ROWKEY_ERROR_MEMORY || error.row >= *rows) {
      fail_with(failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
      return ROWKEY_NONE;
    }
    snprintf(reason, REASON_SIZE, "%s%s", encoder->subject == NULL ? "" : encoder->subject, error.text);
    done = error.row;
  }
  const size_t width = encoder->offsets != NULL ? 0 : rowkey_layout_key_width(encoder->layout);
  *keys = (rowkey_keys){.data = data, .offsets = encoder->offsets, .width = width, .rows = done};
  out->size += keys_size(keys);
  return done;
}
