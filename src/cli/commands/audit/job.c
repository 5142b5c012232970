#include "commands/audit/job.h"

#include <stdlib.h>
#include <string.h>

/* What one thread needs. It hands keys over through the worker's output: these, then regions, then where the
 * keys end, then their bytes. */
struct audit_thread {
  const struct audit_job *job;
  uint32_t *regions;
  uint64_t *offsets;
};

struct handed {
  size_t rows, size;
};

static void close_thread(void *state) {
  struct audit_thread *thread = state;
  free(thread->regions);
  free(thread->offsets);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct audit_thread *thread = state;
  thread->job = job;
  thread->regions = calloc(BATCH_ROWS, sizeof *thread->regions);
  thread->offsets = calloc(BATCH_ROWS + 1, sizeof *thread->offsets);
  return (thread->regions != NULL && thread->offsets != NULL) || fail_memory(failure);
}

static size_t audit_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct audit_thread *thread = state;
  const rowkey_keys *keys = &worker->keys;
  const struct handed handed = {*rows, keys_size(keys)};
  const size_t begin = key_begin(keys, 0);
  struct buffer *output = &worker->output;
  rowkey_error error;
  (void)first;
  if (rowkey_route(thread->job->router, keys, thread->regions, &error) != ROWKEY_OK) {
    fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
    return ROWKEY_NONE;
  }
  for (size_t i = 0; i < *rows; i++) thread->offsets[i] = key_begin(keys, i + 1) - begin;
  if (!buffer_append(output, &handed, sizeof handed) ||
      !buffer_append(output, thread->regions, *rows * sizeof *thread->regions) ||
      !buffer_append(output, thread->offsets, *rows * sizeof *thread->offsets) ||
      !buffer_append(output, key_at(keys, 0), handed.size)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  return *rows;
}

/* ---- In the order of the input ----------------------------------------------------------------- */

static const uint8_t *take(void *to, const uint8_t *at, size_t size) {
  memcpy(to, at, size);
  return at + size;
}

bool audit_take(void *state, struct worker *worker) {
  struct audit_thread *thread = state;
  const struct audit_job *job = thread->job;
  const uint8_t *at = worker->output.bytes, *end = at + worker->output.size;
  while (at < end) {
    struct handed handed;
    rowkey_error error;
    at = take(&handed, at, sizeof handed);
    at = take(thread->regions, at, handed.rows * sizeof *thread->regions);
    thread->offsets[0] = 0;
    at = take(thread->offsets + 1, at, handed.rows * sizeof *thread->offsets);
    for (size_t i = 0; i < handed.rows; i++) job->counts[thread->regions[i]]++;
    const rowkey_values keys = rowkey_values_of_offsets(
        ROWKEY_KIND_KEPT, at, (size_t)thread->offsets[handed.rows], thread->offsets, handed.rows);
    if (rowkey_profile_add(job->profile, &keys, handed.rows, &error) != ROWKEY_OK)
      return fail_with(&worker->failure, library_status(error.status, TOOL_BAD_DATA), "%s", error.text);
    at += handed.size;
  }
  return true;
}

const struct operation audit_operation = {sizeof(struct audit_thread), open_thread, close_thread, audit_rows};
