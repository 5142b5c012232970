#include "commands/decode/job.h"

#include <rowkey/decode.h>
#include <stdio.h>
#include <stdlib.h>

#include "keys/key_batch.h"

/* What one thread needs. */
struct decoding_thread {
  const struct decode_job *job;
  rowkey_decoder *decoder;
  rowkey_decoded *decoded; /* of the schema */
  struct table table;
  struct key_batch keys;
};

static void close_thread(void *state) {
  struct decoding_thread *thread = state;
  rowkey_decoder_free(thread->decoder);
  free(thread->decoded);
  table_free(&thread->table);
  key_batch_free(&thread->keys);
}

static bool allocate(struct decoding_thread *thread) {
  const struct decode_job *job = thread->job;
  thread->decoded = calloc(job->schema_count, sizeof *thread->decoded);
  return thread->decoded != NULL && key_batch_create(&thread->keys) &&
         table_create(&thread->table, job->output, job->schema, job->selected, job->selected_count);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct decoding_thread *thread = state;
  thread->job = job;
  if (!allocate(thread)) return fail_memory(failure);
  rowkey_error error;
  thread->decoder = rowkey_decoder_create(thread->job->layout, NULL, &error);
  return thread->decoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* Tells the library where the columns go that are wanted. */
static void place_columns(struct decoding_thread *thread) {
  for (size_t i = 0; i < thread->table.count; i++) {
    const struct table_column *column = &thread->table.columns[i];
    rowkey_decoded *decoded = &thread->decoded[thread->job->selected[i]];
    decoded->data = column->values.bytes;
    decoded->capacity = column->values.capacity;
    decoded->offsets = column->column->type == ROWKEY_TEXT ? column->begin : NULL;
  }
}

/* Decodes the keys into the table. Returns how many are good, and with a bad one behind them sets `reason`.
 * ROWKEY_NONE after a failure. */
static size_t decode_keys(struct decoding_thread *thread, char *reason, struct failure *failure) {
  const struct key_batch *keys = &thread->keys;
  if (!table_reserve(&thread->table, keys->size)) {
    fail_memory(failure);
    return ROWKEY_NONE;
  }
  place_columns(thread);
  rowkey_error error;
  const rowkey_status status =
      rowkey_decode(thread->decoder, keys->bytes, keys->offsets, keys->count, thread->decoded, &error);
  if (status == ROWKEY_OK) return keys->count;
  if (status != ROWKEY_ERROR_MEMORY && error.row < keys->count) {
    snprintf(reason, REASON_SIZE, "%s", error.text);
    return error.row;
  }
  fail_with(failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
  return ROWKEY_NONE;
}

static size_t decode_rows(void *state, struct worker *worker, size_t first, size_t rows, bool *bad,
                          char *reason) {
  struct decoding_thread *thread = state;
  struct table *table = &thread->table;
  struct key_batch *keys = &thread->keys;
  if (!key_batch_read(keys, thread->job->input, &worker->batch, first, rows, reason)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t decoded = keys->count == 0 ? 0 : decode_keys(thread, reason, &worker->failure);
  if (decoded == ROWKEY_NONE) return ROWKEY_NONE;
  *bad = decoded < rows;
  if (decoded == 0) return 0;
  table_print_numbers(table, decoded);
  if (!worker_reserve(worker, table_bound(table, decoded))) return ROWKEY_NONE;
  for (size_t i = 0; i < decoded; i++) {
    if (table->must_check && !table_check(table, i, reason, REASON_SIZE)) {
      *bad = true;
      return i;
    }
    worker->output.size += table_write(table, i, worker->output.bytes + worker->output.size);
  }
  return decoded;
}

const struct operation decode_operation = {sizeof(struct decoding_thread), open_thread, close_thread,
                                           decode_rows};
