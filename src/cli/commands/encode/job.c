#include "commands/encode/job.h"

size_t encode_good_rows(const struct encode_job *job, struct worker *worker, size_t first, size_t rows) {
  if (!job->check_rows) return rows;
  const rowkey_record_rows *batch = &worker->walk.batch;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t begin = batch->begin[first + i], end = batch->end[first + i];
    if (!emit_check(&job->form, key_at(&worker->keys, i), key_size(&worker->keys, i), batch->bytes + begin,
                    (size_t)(end - begin), worker->reason, REASON_SIZE)) {
      return i;
    }
  }
  return rows;
}

static size_t write_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  const struct encode_job *job = worker->work->job;
  const rowkey_record_rows *batch = &worker->walk.batch;
  const rowkey_keys *keys = &worker->keys;
  struct buffer *output = &worker->output;
  (void)state;
  const size_t records_size = (size_t)(batch->end[first + *rows - 1] - batch->begin[first]);
  if (!buffer_reserve(output, emit_bound(&job->form, *rows, keys_size(keys), records_size))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t good = encode_good_rows(job, worker, first, *rows);
  output->size += emit_rows(&job->form, keys, batch, first, good, output->bytes + output->size);
  return good;
}

const struct operation encode_operation = {.run = write_rows};
