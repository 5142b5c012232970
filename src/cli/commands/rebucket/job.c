#include "commands/rebucket/job.h"

#include <stdlib.h>
#include <string.h>

#include "keys/recovered.h"

enum {
  PAIR_SIZE = 2 * sizeof(uint32_t),
  SAME_KEY_SHIFT = 31 /* in the second number of a pair; regions are fewer than 2^24 */
};

/* What one thread needs. */
struct rebucket_thread {
  const struct rebucket_job *job;
  struct recovered recovered; /* where the input is keys */
  struct row_encoder to;
  struct buffer to_bytes;
  uint32_t *from_regions, *to_regions;
};

static void close_thread(void *state) {
  struct rebucket_thread *thread = state;
  recovered_close(&thread->recovered);
  row_encoder_close(&thread->to);
  buffer_free(&thread->to_bytes);
  free(thread->from_regions);
}

static bool open_thread(void *state, const void *context, struct failure *failure) {
  struct rebucket_thread *thread = state;
  const struct rebucket_job *job = thread->job = context;
  thread->from_regions = calloc(2 * BATCH_ROWS, sizeof *thread->from_regions);
  if (thread->from_regions == NULL) return fail_memory(failure);
  thread->to_regions = thread->from_regions + BATCH_ROWS;
  thread->to.subject = "the key of --to: ";
  return row_encoder_open(&thread->to, job->to.layout, job->seed, failure) &&
         (job->records ||
          recovered_open(&thread->recovered, job->from.layout, job->to.layout, job->columns, failure));
}

static bool same_key(const rowkey_keys *a, const rowkey_keys *b, size_t row) {
  const size_t size = key_size(a, row);
  return size == key_size(b, row) && memcmp(key_at(a, row), key_at(b, row), size) == 0;
}

/* Appends a pair of regions for each row to the worker's output. */
static bool write_pairs(struct rebucket_thread *thread, struct worker *worker, const rowkey_keys *to) {
  const struct rebucket_job *job = thread->job;
  rowkey_keys from = worker->keys;
  struct buffer *output = &worker->output;
  from.rows = to->rows;
  rowkey_error error;
  if (rowkey_route(job->from.router, &from, thread->from_regions, &error) != ROWKEY_OK ||
      rowkey_route(job->to.router, to, thread->to_regions, &error) != ROWKEY_OK) {
    return fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
  }
  if (!buffer_reserve(output, to->rows * PAIR_SIZE)) return fail_memory(&worker->failure);
  for (size_t i = 0; i < to->rows; i++) {
    const uint32_t same = same_key(&from, to, i);
    const uint32_t pair[2] = {thread->from_regions[i], thread->to_regions[i] | same << SAME_KEY_SHIFT};
    buffer_append(output, pair, PAIR_SIZE);
  }
  return true;
}

static size_t rebucket_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct rebucket_thread *thread = state;
  const rowkey_values *values = worker->values.columns;
  size_t known = *rows;
  if (!thread->job->records) {
    known = recovered_decode(&thread->recovered, &worker->keys, worker->reason, &worker->failure);
    if (known == 0 || known == ROWKEY_NONE) return known;
    values = thread->recovered.values;
  }
  size_t taken = known;
  rowkey_keys to;
  thread->to_bytes.size = 0;
  const size_t done = row_encoder_append(&thread->to, values, walk_first_row(&worker->walk) + first, &taken,
                                         KEYS_SIZE, &thread->to_bytes, &to, worker->reason, &worker->failure);
  if (taken < known) *rows = taken;
  if (done == 0 || done == ROWKEY_NONE) return done;
  return write_pairs(thread, worker, &to) ? done : ROWKEY_NONE;
}

bool rebucket_take(void *state, struct worker *worker) {
  const struct rebucket_thread *thread = state;
  struct flows *flows = thread->job->flows;
  const uint32_t same = UINT32_C(1) << SAME_KEY_SHIFT;
  for (size_t at = 0; at < worker->output.size; at += PAIR_SIZE) {
    uint32_t pair[2];
    memcpy(pair, worker->output.bytes + at, PAIR_SIZE);
    if (!flows_add(flows, pair[0], pair[1] & ~same, (pair[1] & same) != 0)) {
      return fail_memory(&worker->failure);
    }
  }
  return true;
}

const struct operation rebucket_operation = {sizeof(struct rebucket_thread), open_thread, close_thread,
                                             rebucket_rows};
