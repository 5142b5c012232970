#include "commands/rebucket/job.h"

#include <stdlib.h>
#include <string.h>

#include "keys/recovered.h"
#include "records/row_encoder.h"

enum {
  KEYS_SIZE = 128 << 10, /* of keys at a time, so that they stay in the second-level cache */
  PAIR_SIZE = 2 * sizeof(uint32_t),
  SAME_KEY_SHIFT = 31 /* in the second number of a pair; regions are fewer than 2^24 */
};

/* What one thread needs. */
struct rebucket_thread {
  const struct rebucket_job *job;
  struct row_encoder rows; /* where the input are records … */
  struct buffer encoded;
  struct key_batch keys; /* … and where it is keys */
  struct recovered recovered;
  rowkey_encoder *to;
  struct buffer to_keys;
  uint64_t *to_offsets;
  uint32_t *from_regions, *to_regions;
};

static void close_thread(void *state) {
  struct rebucket_thread *thread = state;
  row_encoder_close(&thread->rows);
  buffer_free(&thread->encoded);
  key_batch_free(&thread->keys);
  recovered_close(&thread->recovered);
  rowkey_encoder_free(thread->to);
  buffer_free(&thread->to_keys);
  free(thread->to_offsets);
  free(thread->from_regions);
}

static bool open_thread(void *state, const void *context, struct failure *failure) {
  struct rebucket_thread *thread = state;
  const struct rebucket_job *job = thread->job = context;
  thread->to_offsets = calloc(BATCH_ROWS + 1, sizeof *thread->to_offsets);
  thread->from_regions = calloc(2 * BATCH_ROWS, sizeof *thread->from_regions);
  if (thread->to_offsets == NULL || thread->from_regions == NULL) return fail_memory(failure);
  thread->to_regions = thread->from_regions + BATCH_ROWS;
  rowkey_error error;
  thread->to = rowkey_encoder_create(job->to.layout, NULL, job->seed, &error);
  if (thread->to == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  if (job->records) return row_encoder_open(&thread->rows, job->shape, job->from.layout, job->seed, failure);
  if (!key_batch_create(&thread->keys)) return fail_memory(failure);
  return recovered_open(&thread->recovered, job->from.layout, job->to.layout, job->columns, failure);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The old keys of some rows and the columns for the new ones. */
struct old_keys {
  const uint8_t *bytes;
  const uint64_t *offsets;
  const rowkey_values *values;
};

/* These return as an operation does. */

static size_t encode_old(struct rebucket_thread *thread, struct worker *worker, size_t first, size_t rows,
                         struct old_keys *keys, bool *bad, char *reason) {
  const size_t loaded = values_load(&thread->rows.values, &worker->batch, first, rows, reason);
  if (loaded == 0) {
    *bad = true;
    return 0;
  }
  size_t count = loaded;
  const uint64_t bound = row_encoder_bound(&thread->rows, &count, KEYS_SIZE);
  struct buffer *encoded = &thread->encoded;
  if (bound > SIZE_MAX / 2 || !buffer_reserve(encoded, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t done = row_encoder_encode(&thread->rows, worker, first, count, encoded->bytes,
                                         encoded->capacity, thread->rows.offsets, bad, reason);
  *keys = (struct old_keys){encoded->bytes, thread->rows.offsets, thread->rows.values.columns};
  *bad = *bad || (done == loaded && loaded < rows);
  return done;
}

static size_t decode_old(struct rebucket_thread *thread, struct worker *worker, size_t first, size_t rows,
                         struct old_keys *keys, bool *bad, char *reason) {
  if (!key_batch_read(&thread->keys, thread->job->input, &worker->batch, first, rows, reason)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  size_t done = thread->keys.count;
  if (done > 0) done = recovered_decode(&thread->recovered, &thread->keys, reason, &worker->failure);
  *keys = (struct old_keys){thread->keys.bytes, thread->keys.offsets, thread->recovered.values};
  *bad = done < rows;
  return done;
}

/* Makes the new keys of some of the rows, `first` being the first one's place in the batch. */
static size_t encode_new(struct rebucket_thread *thread, struct worker *worker, size_t first, size_t rows,
                         const rowkey_values *values, bool *bad, char *reason) {
  const rowkey_layout *layout = thread->job->to.layout;
  size_t count = rows;
  const uint64_t bound = encode_bound(layout, values, &count, KEYS_SIZE);
  struct buffer *keys = &thread->to_keys;
  if (bound > SIZE_MAX / 2 || !buffer_reserve(keys, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  if (count < rows) *bad = false;
  return encode_values(thread->to, values, "the key of --to: ", worker, first, count, keys->bytes,
                       keys->capacity, thread->to_offsets, bad, reason);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static bool same_key(const uint8_t *a, const uint64_t *a_offsets, const uint8_t *b, const uint64_t *b_offsets,
                     size_t row) {
  const uint64_t size = a_offsets[row + 1] - a_offsets[row];
  return size == b_offsets[row + 1] - b_offsets[row] &&
         memcmp(a + a_offsets[row], b + b_offsets[row], (size_t)size) == 0;
}

/* Appends a pair of regions for each row to the worker's output. */
static bool write_pairs(struct rebucket_thread *thread, struct worker *worker, const struct old_keys *old,
                        size_t rows) {
  const struct rebucket_job *job = thread->job;
  rowkey_error error;
  if (rowkey_route(job->from.router, old->bytes, old->offsets, 0, rows, thread->from_regions, &error) !=
          ROWKEY_OK ||
      rowkey_route(job->to.router, thread->to_keys.bytes, thread->to_offsets, 0, rows, thread->to_regions,
                   &error) != ROWKEY_OK) {
    return fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
  }
  if (!worker_reserve(worker, rows * PAIR_SIZE)) return false;
  for (size_t i = 0; i < rows; i++) {
    const uint32_t same = same_key(old->bytes, old->offsets, thread->to_keys.bytes, thread->to_offsets, i);
    const uint32_t pair[2] = {thread->from_regions[i], thread->to_regions[i] | same << SAME_KEY_SHIFT};
    memcpy(worker->output.bytes + worker->output.size, pair, PAIR_SIZE);
    worker->output.size += PAIR_SIZE;
  }
  return true;
}

static size_t run(void *state, struct worker *worker, size_t first, size_t rows, bool *bad, char *reason) {
  struct rebucket_thread *thread = state;
  struct old_keys old;
  size_t done = thread->job->records ? encode_old(thread, worker, first, rows, &old, bad, reason)
                                     : decode_old(thread, worker, first, rows, &old, bad, reason);
  if (done == 0 || done == ROWKEY_NONE) return done;
  done = encode_new(thread, worker, first, done, old.values, bad, reason);
  if (done == 0 || done == ROWKEY_NONE) return done;
  return write_pairs(thread, worker, &old, done) ? done : ROWKEY_NONE;
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

const struct operation rebucket_operation = {sizeof(struct rebucket_thread), open_thread, close_thread, run};
