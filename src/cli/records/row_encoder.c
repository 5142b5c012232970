#include "records/row_encoder.h"

#include <stdio.h>
#include <stdlib.h>

bool row_encoder_open(struct row_encoder *rows, const struct record_shape *shape, const rowkey_layout *layout,
                      uint64_t seed, struct failure *failure) {
  rows->layout = layout;
  rows->offsets = calloc(BATCH_ROWS + 1, sizeof *rows->offsets);
  if (rows->offsets == NULL || !values_create(&rows->values, shape)) return fail_memory(failure);
  rowkey_error error;
  rows->encoder = rowkey_encoder_create(layout, NULL, seed, &error);
  return rows->encoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

void row_encoder_close(struct row_encoder *rows) {
  rowkey_encoder_free(rows->encoder);
  values_free(&rows->values);
  free(rows->offsets);
}

size_t encode_values(rowkey_encoder *encoder, const rowkey_values *values, const char *subject,
                     struct worker *worker, size_t first, size_t count, uint8_t *keys, size_t capacity,
                     uint64_t *offsets, bool *bad, char *reason) {
  rowkey_error error;
  const uint64_t row = worker->chunk.first_row + worker->batch_row + first;
  const rowkey_status status = rowkey_encode(encoder, values, count, row, keys, capacity, offsets, &error);
  if (status == ROWKEY_OK) return count;
  if (status != ROWKEY_ERROR_MEMORY && error.row < count) {
    *bad = true;
    snprintf(reason, REASON_SIZE, "%s%s", subject, error.text);
    return error.row;
  }
  fail_with(&worker->failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
  return ROWKEY_NONE;
}

size_t row_encoder_encode(struct row_encoder *rows, struct worker *worker, size_t first, size_t count,
                          uint8_t *keys, size_t capacity, uint64_t *offsets, bool *bad, char *reason) {
  return encode_values(rows->encoder, rows->values.columns, "", worker, first, count, keys, capacity, offsets,
                       bad, reason);
}

uint64_t encode_bound(const rowkey_layout *layout, const rowkey_values *values, size_t *count, size_t most) {
  uint64_t bound = rowkey_encode_bound(layout, values, *count);
  while (bound > most && *count > 1) {
    *count /= 2;
    bound = rowkey_encode_bound(layout, values, *count);
  }
  return bound;
}

uint64_t row_encoder_bound(const struct row_encoder *rows, size_t *count, size_t most) {
  return encode_bound(rows->layout, rows->values.columns, count, most);
}

size_t row_encoder_append(struct row_encoder *rows, struct worker *worker, size_t first, size_t count,
                          uint64_t *offsets, bool *bad, char *reason) {
  struct buffer *output = &worker->output;
  const uint64_t bound = row_encoder_bound(rows, &count, OUTPUT_SIZE);
  if (!worker_reserve(worker, bound)) return ROWKEY_NONE;
  const size_t done = row_encoder_encode(rows, worker, first, count, output->bytes + output->size,
                                         output->capacity - output->size, offsets, bad, reason);
  if (done == ROWKEY_NONE) return done;
  output->size += offsets == NULL ? done * rowkey_layout_key_width(rows->layout) : (size_t)offsets[done];
  return done;
}
