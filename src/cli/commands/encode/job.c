#include "commands/encode/job.h"

static size_t emit_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  const struct encode_job *job = worker->work->job;
  const struct batch *batch = &worker->batch;
  const rowkey_keys *keys = &worker->keys;
  struct buffer *output = &worker->output;
  (void)state;
  const size_t records_size = (size_t)(batch->end[first + *rows - 1] - batch->begin[first]);
  if (!buffer_reserve(output, emit_bound(&job->form, *rows, keys_size(keys), records_size))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  for (size_t i = 0; i < *rows; i++) {
    const uint8_t *key = key_at(keys, i), *record = batch->base + batch->begin[first + i];
    const size_t size = key_size(keys, i),
                 record_size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (job->check_rows &&
        !emit_check(&job->form, key, size, record, record_size, worker->reason, REASON_SIZE)) {
      return i;
    }
    output->size += emit_row(&job->form, key, size, record, record_size, output->bytes + output->size);
  }
  return *rows;
}

const struct operation encode_operation = {.run = emit_rows};
