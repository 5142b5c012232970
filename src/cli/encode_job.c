#include "encode_job.h"

#include <stdio.h>
#include <stdlib.h>

#include "values.h"

enum { KEYS_SIZE = 128 << 10 }; /* keys on their way through emit_row stay in the second-level cache */

/* What one thread needs. */
struct encoding_thread {
  const struct encode_job *job;
  rowkey_encoder *encoder;
  struct values values;
  uint64_t *offsets;
  struct buffer keys;
};

static void close_thread(void *state) {
  struct encoding_thread *thread = state;
  rowkey_encoder_free(thread->encoder);
  values_free(&thread->values);
  free(thread->offsets);
  buffer_free(&thread->keys);
}

static bool allocate(struct encoding_thread *thread) {
  thread->offsets = calloc(BATCH_ROWS + 1, sizeof *thread->offsets);
  return thread->offsets != NULL && values_create(&thread->values, thread->job->shape);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct encoding_thread *thread = state;
  thread->job = job;
  if (!allocate(thread)) return fail_memory(failure);
  rowkey_error error;
  thread->encoder = rowkey_encoder_create(thread->job->layout, NULL, thread->job->seed, &error);
  return thread->encoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* Encodes rows whose values are loaded into `keys`, which has room for them. Returns how many were encoded;
 * sets *bad when the row behind them is bad, and `reason` to what is wrong with it. ROWKEY_NONE after a
 * failure. */
static size_t encode_values(struct encoding_thread *thread, struct worker *worker, size_t first, size_t rows,
                            uint8_t *keys, size_t capacity, uint64_t *offsets, bool *bad, char *reason) {
  rowkey_error error;
  const uint64_t row = worker->chunk.first_row + worker->batch_row + first;
  const rowkey_status status =
      rowkey_encode(thread->encoder, thread->values.columns, rows, row, keys, capacity, offsets, &error);
  if (status == ROWKEY_OK) return rows;
  if (status != ROWKEY_ERROR_MEMORY && error.row < rows) {
    *bad = true;
    snprintf(reason, REASON_SIZE, "%s", error.text);
    return error.row;
  }
  fail_with(&worker->failure, status == ROWKEY_ERROR_MEMORY ? TOOL_IO_ERROR : TOOL_BAD_USAGE, "%s",
            error.text);
  return ROWKEY_NONE;
}

/* How many bytes the keys of the rows need; takes fewer rows, but at least one, to stay within `most`. */
static uint64_t bound_keys(const struct encoding_thread *thread, size_t *rows, size_t most) {
  uint64_t bound = rowkey_encode_bound(thread->job->layout, thread->values.columns, *rows);
  while (bound > most && *rows > 1) {
    *rows /= 2;
    bound = rowkey_encode_bound(thread->job->layout, thread->values.columns, *rows);
  }
  return bound;
}

/* Encodes straight into the output as many of the rows as fit. Returns as encode_values does. */
static size_t encode_directly(struct encoding_thread *thread, struct worker *worker, size_t first,
                              size_t rows, bool *bad, char *reason) {
  const size_t width = rowkey_layout_key_width(thread->job->layout);
  uint64_t *offsets = width == ROWKEY_NONE ? thread->offsets : NULL;
  struct buffer *output = &worker->output;
  const uint64_t bound = bound_keys(thread, &rows, OUTPUT_SIZE);
  if (!worker_reserve(worker, bound)) return ROWKEY_NONE;
  const size_t done = encode_values(thread, worker, first, rows, output->bytes + output->size,
                                    output->capacity - output->size, offsets, bad, reason);
  if (done != ROWKEY_NONE) output->size += offsets == NULL ? done * width : (size_t)offsets[done];
  return done;
}

/* Encodes as many of the rows as fit apart from the output, then writes them in their form. Returns as
 * encode_values does. */
static size_t encode_in_form(struct encoding_thread *thread, struct worker *worker, size_t first, size_t rows,
                             bool *bad, char *reason) {
  const struct encode_job *job = thread->job;
  const struct batch *batch = &worker->batch;
  struct buffer *keys = &thread->keys, *output = &worker->output;
  const uint64_t bound = bound_keys(thread, &rows, KEYS_SIZE);
  if (bound > SIZE_MAX / 8 || !buffer_reserve(keys, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t done =
      encode_values(thread, worker, first, rows, keys->bytes, keys->capacity, thread->offsets, bad, reason);
  for (size_t i = 0; done != ROWKEY_NONE && i < done; i++) {
    const uint8_t *key = keys->bytes + thread->offsets[i];
    const size_t key_size = (size_t)(thread->offsets[i + 1] - thread->offsets[i]);
    const uint8_t *record = batch->base + batch->begin[first + i];
    const size_t record_size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (job->check_rows && !emit_check(&job->form, key, key_size, record, record_size, reason, REASON_SIZE)) {
      *bad = true;
      return i;
    }
    if (!worker_reserve(worker, emit_bound(&job->form, key_size, record_size))) return ROWKEY_NONE;
    output->size += emit_row(&job->form, key, key_size, record, record_size, output->bytes + output->size);
  }
  return done;
}

static size_t encode_rows(void *state, struct worker *worker, size_t first, size_t rows, bool *bad,
                          char *reason) {
  struct encoding_thread *thread = state;
  const size_t loaded = values_load(&thread->values, &worker->batch, first, rows, reason);
  size_t encoded = 0;
  if (loaded > 0) {
    encoded = thread->job->keys_are_output ? encode_directly(thread, worker, first, loaded, bad, reason)
                                           : encode_in_form(thread, worker, first, loaded, bad, reason);
  }
  *bad = *bad || (encoded == loaded && loaded < rows);
  return encoded;
}

const struct operation encode_operation = {sizeof(struct encoding_thread), open_thread, close_thread,
                                           encode_rows};
