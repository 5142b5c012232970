#include "commands/decode/job.h"

#include <rowkey/decode.h>
#include <stdio.h>
#include <stdlib.h>

/* What one thread needs. */
struct decoding_thread {
  const struct decode_job *job;
  rowkey_decoder *decoder;
  rowkey_decoded *decoded; /* of the schema */
  struct table table;
};

static void close_thread(void *state) {
  struct decoding_thread *thread = state;
  rowkey_decoder_free(thread->decoder);
  free(thread->decoded);
  table_free(&thread->table);
}

static bool allocate_rows(struct decoding_thread *thread) {
  const struct decode_job *job = thread->job;
  thread->decoded = calloc(job->columns->schema_count, sizeof *thread->decoded);
  return thread->decoded != NULL && table_create(&thread->table, job->output, job->null, job->layout,
                                                 job->columns, job->selected, job->selected_count);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct decoding_thread *thread = state;
  thread->job = job;
  if (!allocate_rows(thread)) return fail_memory(failure);
  rowkey_error error;
  thread->decoder = rowkey_decoder_create(thread->job->layout, &error);
  return thread->decoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* Tells the library where the columns go that are wanted. */
static void place_columns(struct decoding_thread *thread, size_t rows) {
  for (size_t i = 0; i < thread->table.count; i++) {
    const struct table_column *column = &thread->table.columns[i];
    rowkey_decoded *decoded = &thread->decoded[thread->job->selected[i]];
    *decoded = column->column.type == ROWKEY_TEXT
                   ? rowkey_decoded_text(column->values.bytes, column->values.capacity, column->offsets, rows)
                   : rowkey_decoded_numbers(column->column.type, column->values.bytes, rows);
    decoded->validity = column->validity;
  }
}

/* Decodes the keys into the table. Returns how many are good; with a bad one after them worker->reason says
 * why. ROWKEY_NONE after a failure. */
static size_t decode_keys(struct decoding_thread *thread, struct worker *worker) {
  const rowkey_keys *keys = &worker->keys;
  size_t text = 0; /* the most that a column of the table has */
  for (size_t i = 0; i < thread->table.count; i++) {
    const size_t bound = rowkey_decode_bound(thread->job->layout, keys, thread->job->selected[i]);
    if (bound > text) text = bound;
  }
  if (text > SIZE_MAX / 8 || !table_reserve(&thread->table, text)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  place_columns(thread, keys->rows);
  rowkey_error error;
  const rowkey_status status =
      rowkey_decode(thread->decoder, keys, thread->decoded, thread->job->columns->schema_count, &error);
  if (status == ROWKEY_OK) return keys->rows;
  if (status != ROWKEY_ERROR_MEMORY && error.row < keys->rows) {
    snprintf(worker->reason, REASON_SIZE, "%s", error.text);
    return error.row;
  }
  fail_with(&worker->failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
  return ROWKEY_NONE;
}

static size_t decode_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct decoding_thread *thread = state;
  struct table *table = &thread->table;
  struct buffer *output = &worker->output;
  (void)first, (void)rows;
  size_t decoded = decode_keys(thread, worker);
  if (decoded == ROWKEY_NONE || decoded == 0) return decoded;
  decoded = table_print(table, decoded, worker->reason, &worker->failure);
  if (decoded == 0 || decoded == ROWKEY_NONE) return decoded;
  if (!buffer_reserve(output, table_bound(table, decoded))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  for (size_t i = 0; i < decoded; i++) {
    if (table->must_check && !table_check(table, i, worker->reason, REASON_SIZE)) return i;
    output->size += table_write(table, i, output->bytes + output->size);
  }
  return decoded;
}

const struct operation decode_operation = {sizeof(struct decoding_thread), open_thread, close_thread,
                                           decode_rows};
