#include "commands/route/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys/key_batch.h"
#include "records/row_encoder.h"

enum { NUMBER_SIZE = 8 }; /* the digits of a region, as decimal_strings writes them */

/* What one thread needs. */
struct routing_thread {
  const struct route_job *job;
  struct row_encoder rows; /* where there is a layout … */
  struct buffer encoded;
  struct key_batch keys; /* … and where there is none */
  uint32_t *regions;
  /* The regions as text: number i is text[begin[i] … end[i]). */
  uint64_t *numbers, *begin, *end;
  uint8_t *text;
};

static void close_thread(void *state) {
  struct routing_thread *thread = state;
  row_encoder_close(&thread->rows);
  buffer_free(&thread->encoded);
  key_batch_free(&thread->keys);
  free(thread->regions);
  free(thread->numbers);
  free(thread->text);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct routing_thread *thread = state;
  thread->job = job;
  thread->regions = calloc(BATCH_ROWS, sizeof *thread->regions);
  thread->numbers = calloc(3 * BATCH_ROWS, sizeof *thread->numbers);
  thread->text = calloc(BATCH_ROWS + 1, NUMBER_SIZE);
  if (thread->regions == NULL || thread->numbers == NULL || thread->text == NULL) return fail_memory(failure);
  thread->begin = thread->numbers + BATCH_ROWS;
  thread->end = thread->begin + BATCH_ROWS;
  if (thread->job->layout == NULL) return key_batch_create(&thread->keys) || fail_memory(failure);
  return row_encoder_open(&thread->rows, thread->job->shape, thread->job->layout, thread->job->seed, failure);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The keys of the records encoded. Returns as an operation does. */
static size_t encode_keys(struct routing_thread *thread, struct worker *worker, size_t first, size_t rows,
                          bool *bad, char *reason) {
  enum { KEYS_SIZE = 128 << 10 }; /* stays in the second-level cache until the keys are routed */
  size_t loaded = values_load(&thread->rows.values, &worker->batch, first, rows, reason);
  *bad = loaded < rows;
  if (loaded == 0) return 0;
  const size_t wanted = loaded;
  const uint64_t bound = row_encoder_bound(&thread->rows, &loaded, KEYS_SIZE);
  *bad = *bad && loaded == wanted;
  struct buffer *keys = &thread->encoded;
  if (bound > SIZE_MAX / 2 || !buffer_reserve(keys, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  return row_encoder_encode(&thread->rows, worker, first, loaded, keys->bytes, keys->capacity,
                            thread->rows.offsets, bad, reason);
}

static size_t read_keys(struct routing_thread *thread, struct worker *worker, size_t first, size_t rows,
                        bool *bad, char *reason) {
  if (!key_batch_read(&thread->keys, thread->job->input, &worker->batch, first, rows, reason)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  *bad = thread->keys.count < rows;
  return thread->keys.count;
}

/* Finds the regions of as many rows as can be done at once. Returns as an operation does. */
static size_t route_keys(struct routing_thread *thread, struct worker *worker, size_t first, size_t rows,
                         bool *bad, char *reason) {
  const bool encoded = thread->job->layout != NULL;
  const size_t count = encoded ? encode_keys(thread, worker, first, rows, bad, reason)
                               : read_keys(thread, worker, first, rows, bad, reason);
  if (count == ROWKEY_NONE || count == 0) return count;
  rowkey_error error;
  const uint8_t *keys = encoded ? thread->encoded.bytes : thread->keys.bytes;
  const uint64_t *offsets = encoded ? thread->rows.offsets : thread->keys.offsets;
  if (rowkey_route(thread->job->router, keys, offsets, 0, count, thread->regions, &error) == ROWKEY_OK) {
    return count;
  }
  fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
  return ROWKEY_NONE;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void print_numbers(struct routing_thread *thread, size_t rows) {
  for (size_t i = 0; i < rows; i++) thread->numbers[i] = thread->regions[i];
  thread->job->shape->kernels->decimal_strings(thread->numbers, rows, thread->text, thread->begin,
                                               thread->end);
}

/* Writes number `row`; NUMBER_SIZE bytes may be overwritten. Returns how many it has. */
static size_t write_number(const struct routing_thread *thread, size_t row, uint8_t *out) {
  memcpy(out, thread->text + thread->begin[row], NUMBER_SIZE);
  return (size_t)(thread->end[row] - thread->begin[row]);
}

static bool write_numbers(const struct routing_thread *thread, struct worker *worker, size_t rows) {
  if (!worker_reserve(worker, rows * (NUMBER_SIZE + 1))) return false;
  uint8_t *out = worker->output.bytes + worker->output.size;
  for (size_t i = 0; i < rows; i++) {
    out += write_number(thread, i, out);
    *out++ = '\n';
  }
  worker->output.size = (size_t)(out - worker->output.bytes);
  return true;
}

/* Returns how many rows could be written; sets *bad where a record cannot stand in a line. ROWKEY_NONE when
 * the worker has failed or stopped. */
static size_t write_records(const struct routing_thread *thread, struct worker *worker, size_t first,
                            size_t rows, bool *bad, char *reason) {
  const struct batch *batch = &worker->batch;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *record = batch->base + batch->begin[first + i];
    const size_t size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (memchr(record, '\n', size) != NULL) {
      snprintf(reason, REASON_SIZE, "the record holds a newline (expected none with --emit region+record)");
      *bad = true;
      return i;
    }
    if (!worker_reserve(worker, NUMBER_SIZE + 2 + (uint64_t)size)) return ROWKEY_NONE;
    uint8_t *out = worker->output.bytes + worker->output.size;
    out += write_number(thread, i, out);
    *out++ = '\t';
    memcpy(out, record, size);
    out[size] = '\n';
    worker->output.size = (size_t)(out + size + 1 - worker->output.bytes);
  }
  return rows;
}

static size_t run(void *state, struct worker *worker, size_t first, size_t rows, bool *bad, char *reason) {
  struct routing_thread *thread = state;
  const struct route_job *job = thread->job;
  const size_t routed = route_keys(thread, worker, first, rows, bad, reason);
  if (routed == ROWKEY_NONE || routed == 0) return routed;
  if (job->counts != NULL) {
    const size_t size = routed * sizeof *thread->regions;
    if (!worker_reserve(worker, size)) return ROWKEY_NONE;
    memcpy(worker->output.bytes + worker->output.size, thread->regions, size);
    worker->output.size += size;
    return routed;
  }
  print_numbers(thread, routed);
  if (job->with_record) return write_records(thread, worker, first, routed, bad, reason);
  return write_numbers(thread, worker, routed) ? routed : ROWKEY_NONE;
}

bool route_take(void *state, struct worker *worker) {
  const struct routing_thread *thread = state;
  uint64_t *counts = thread->job->counts;
  uint32_t region;
  for (size_t at = 0; at < worker->output.size; at += sizeof region) {
    memcpy(&region, worker->output.bytes + at, sizeof region);
    counts[region]++;
  }
  return true;
}

const struct operation route_operation = {sizeof(struct routing_thread), open_thread, close_thread, run};
