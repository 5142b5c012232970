#include "commands/encode/job.h"

#include "records/row_encoder.h"

enum { KEYS_SIZE = 128 << 10 }; /* keys on their way through emit_row stay in the second-level cache */

/* What one thread needs. */
struct encoding_thread {
  const struct encode_job *job;
  struct row_encoder rows;
  struct buffer keys;
};

static void close_thread(void *state) {
  struct encoding_thread *thread = state;
  row_encoder_close(&thread->rows);
  buffer_free(&thread->keys);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct encoding_thread *thread = state;
  thread->job = job;
  return row_encoder_open(&thread->rows, thread->job->shape, thread->job->layout, thread->job->seed, failure);
}

/* Encodes straight into the output as many of the rows as fit. Returns as row_encoder_append does. */
static size_t encode_directly(struct encoding_thread *thread, struct worker *worker, size_t first,
                              size_t rows, bool *bad, char *reason) {
  const bool one_width = rowkey_layout_key_width(thread->job->layout) != ROWKEY_NONE;
  return row_encoder_append(&thread->rows, worker, first, rows, one_width ? NULL : thread->rows.offsets, bad,
                            reason);
}

/* Encodes as many of the rows as fit apart from the output, then writes them in their form. Returns as
 * row_encoder_append does. */
static size_t encode_in_form(struct encoding_thread *thread, struct worker *worker, size_t first, size_t rows,
                             bool *bad, char *reason) {
  const struct encode_job *job = thread->job;
  const struct batch *batch = &worker->batch;
  struct buffer *keys = &thread->keys, *output = &worker->output;
  uint64_t *offsets = thread->rows.offsets;
  const uint64_t bound = row_encoder_bound(&thread->rows, &rows, KEYS_SIZE);
  if (bound > SIZE_MAX / 8 || !buffer_reserve(keys, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t done = row_encoder_encode(&thread->rows, worker, first, rows, keys->bytes, keys->capacity,
                                         offsets, bad, reason);
  if (done == ROWKEY_NONE || done == 0) return done;
  const size_t records_size = (size_t)(batch->end[first + done - 1] - batch->begin[first]);
  if (!worker_reserve(worker, emit_bound(&job->form, done, (size_t)offsets[done], records_size)))
    return ROWKEY_NONE;
  for (size_t i = 0; i < done; i++) {
    const uint8_t *key = keys->bytes + offsets[i];
    const size_t key_size = (size_t)(offsets[i + 1] - offsets[i]);
    const uint8_t *record = batch->base + batch->begin[first + i];
    const size_t record_size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (job->check_rows && !emit_check(&job->form, key, key_size, record, record_size, reason, REASON_SIZE)) {
      *bad = true;
      return i;
    }
    output->size += emit_row(&job->form, key, key_size, record, record_size, output->bytes + output->size);
  }
  return done;
}

static size_t encode_rows(void *state, struct worker *worker, size_t first, size_t rows, bool *bad,
                          char *reason) {
  struct encoding_thread *thread = state;
  const size_t loaded = values_load(&thread->rows.values, &worker->batch, first, rows, reason);
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
