#include "encode_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "escape.h"
#include "parse.h"

enum {
  OUTPUT_SIZE = 2 << 20,   /* keys of a chunk beyond this are written before the chunk is done */
  KEYS_SIZE = 128 << 10,   /* keys on their way through emit_row stay in the second-level cache */
  REJECTS_SIZE = 64 << 10, /* likewise OUTPUT_SIZE */
  ROWS_AFTER_BAD = 16      /* rows tried at first behind a bad one, so that many bad ones cost little */
};

struct worker {
  struct encode_job *job;
  struct pipeline *pipeline;
  rowkey_encoder *encoder;
  struct chunk chunk;
  struct batch batch;
  size_t at;          /* of the batch in the chunk */
  uint64_t batch_row; /* the chunk's records before the batch */
  rowkey_values *values;
  uint64_t *offsets;
  struct buffer output;
  struct buffer keys;
  struct buffer rejects;
  size_t counted;    /* bytes of the chunk whose newlines are counted … */
  uint64_t newlines; /* … so many */
  uint64_t rejected; /* records of this chunk that are not in the job's count yet */
  bool has_turn;
  bool stopped; /* by another thread */
  struct failure failure;
};

/* Waits for this chunk's turn and writes what is ready. */
static bool flush(struct worker *worker) {
  struct encode_job *job = worker->job;
  if (!worker->has_turn) {
    worker->has_turn = pipeline_take_turn(worker->pipeline, &worker->chunk);
    worker->stopped = !worker->has_turn;
    if (worker->stopped) return false;
  }
  if (!writer_write(job->output, worker->output.bytes, worker->output.size, &worker->failure)) return false;
  worker->output.size = 0;
  if (job->rejects != NULL &&
      !writer_write(job->rejects, worker->rejects.bytes, worker->rejects.size, &worker->failure)) {
    return false;
  }
  worker->rejects.size = 0;
  job->rejected += worker->rejected;
  worker->rejected = 0;
  return true;
}

/* Makes room for `size` more bytes of output. */
static bool output_room(struct worker *worker, uint64_t size) {
  if (size <= worker->output.capacity - worker->output.size) return true;
  if (!flush(worker)) return false;
  return (size <= SIZE_MAX / 2 && buffer_reserve(&worker->output, (size_t)size)) ||
         fail_memory(&worker->failure);
}

/* "FILE:LINE", or for binary records "FILE: record N at byte N", of the record at base[begin]. Records are
 * asked for in their order. */
static void describe_place(struct worker *worker, uint64_t begin, char *out, size_t size) {
  const struct record_shape *shape = worker->job->shape;
  const struct chunk *chunk = &worker->chunk;
  const size_t at = worker->at + (size_t)begin;
  if (shape->kind->is_text) {
    worker->newlines +=
        shape->kernels->count_byte(chunk->bytes + worker->counted, at - worker->counted, '\n');
    worker->counted = at;
    snprintf(out, size, "%s:%" PRIu64, chunk->file, chunk->first_line + worker->newlines);
  } else {
    snprintf(out, size, "%s: record %" PRIu64 " at byte %" PRIu64, chunk->file,
             chunk->first_record + at / shape->columns->record_width, chunk->first_byte + at);
  }
}

/* Stops at the record base[begin … end), or puts it among the rejects. */
static bool refuse(struct worker *worker, uint64_t begin, uint64_t end, const char *reason) {
  char place[2048];
  describe_place(worker, begin, place, sizeof place);
  if (!worker->job->skip_bad) return fail_with(&worker->failure, TOOL_BAD_DATA, "%s: %s", place, reason);
  worker->rejected++;
  if (worker->job->rejects == NULL) return true;
  char head[sizeof place + REASON_SIZE + 8];
  const int length = snprintf(head, sizeof head, "# %s: %s\n", place, reason);
  const size_t record = (size_t)(end - begin);
  if (!buffer_append(&worker->rejects, head, (size_t)length) ||
      !buffer_append(&worker->rejects, worker->batch.base + begin, record) ||
      !buffer_append(&worker->rejects, "\n", 1)) {
    return fail_memory(&worker->failure);
  }
  return worker->rejects.size < REJECTS_SIZE || flush(worker);
}

static void describe_number(const struct worker *worker, size_t item, size_t row, char *reason) {
  const struct column *column = &worker->job->shape->columns->items[item];
  const struct span_column *spans = &worker->batch.columns[item];
  const uint8_t *text = worker->batch.base + spans->begin[row];
  const uint64_t length = spans->end[row] - spans->begin[row];
  const struct rowkey_number_fault fault = rowkey_number_fault(text, length, column->type);
  char shown[QUOTED_SIZE];
  quoted(shown, text, (size_t)length);
  const bool is_signed = column->type == ROWKEY_I64;
  snprintf(reason, REASON_SIZE, "column %s: %s is not a number of type %s: it %s (expected %s)", column->name,
           shown, is_signed ? "i64" : "u64", fault.reason,
           is_signed ? "digits only, after an optional -, from -9223372036854775808 to 9223372036854775807"
                     : "digits only, from 0 to 18446744073709551615");
}

/* Makes the values of rows first … first + rows - 1 of the batch. Returns how many rows from `first` on are
 * good; with a bad one behind them `reason` says what is wrong with it. */
static size_t load_values(struct worker *worker, size_t first, size_t rows, char *reason) {
  const struct record_shape *shape = worker->job->shape;
  const struct columns *columns = shape->columns;
  const struct batch *batch = &worker->batch;
  for (size_t i = 0; i < columns->count; i++) {
    if (!columns->used[i]) continue;
    const struct span_column *spans = &batch->columns[i];
    if (columns->items[i].type == ROWKEY_TEXT) {
      worker->values[i] = (rowkey_values){batch->base, batch->size, spans->begin + first, spans->end + first};
      continue;
    }
    worker->values[i] = (rowkey_values){.data = spans->numbers + first};
    const size_t good = shape->kind->load(shape, batch, i, first, rows);
    if (good < rows) describe_number(worker, i, first + good, reason);
    rows = good;
  }
  if (columns->schema_count > columns->count) {
    worker->values[columns->count] =
        (rowkey_values){batch->base, batch->size, batch->begin + first, batch->end + first};
  }
  return rows;
}

/* Encodes rows whose values are loaded into `keys`, which has room for them. Returns how many were encoded;
 * sets *bad when the row behind them is bad, and `reason` to what is wrong with it. ROWKEY_NONE after a
 * failure. */
static size_t encode_values(struct worker *worker, size_t first, size_t rows, uint8_t *keys, size_t capacity,
                            uint64_t *offsets, bool *bad, char *reason) {
  rowkey_error error;
  const uint64_t row = worker->chunk.first_row + worker->batch_row + first;
  const rowkey_status status =
      rowkey_encode(worker->encoder, worker->values, rows, row, keys, capacity, offsets, &error);
  if (status == ROWKEY_OK) return rows;
  if (error.row < rows) {
    *bad = true;
    snprintf(reason, REASON_SIZE, "%s", error.text);
    return error.row;
  }
  fail_with(&worker->failure, status == ROWKEY_ERROR_MEMORY ? TOOL_IO_ERROR : TOOL_BAD_USAGE, "%s",
            error.text);
  return ROWKEY_NONE;
}

/* How many bytes the keys of the rows need; takes fewer rows, but at least one, to stay within `most`. */
static uint64_t bound_keys(const struct worker *worker, size_t *rows, size_t most) {
  uint64_t bound = rowkey_encode_bound(worker->job->layout, worker->values, *rows);
  while (bound > most && *rows > 1) {
    *rows /= 2;
    bound = rowkey_encode_bound(worker->job->layout, worker->values, *rows);
  }
  return bound;
}

/* Encodes straight into the output as many of the rows as fit. Returns as encode_values does. */
static size_t encode_directly(struct worker *worker, size_t first, size_t rows, bool *bad, char *reason) {
  const size_t width = rowkey_layout_key_width(worker->job->layout);
  uint64_t *offsets = width == ROWKEY_NONE ? worker->offsets : NULL;
  struct buffer *output = &worker->output;
  const uint64_t bound = bound_keys(worker, &rows, OUTPUT_SIZE);
  if (!output_room(worker, bound)) return ROWKEY_NONE;
  const size_t done = encode_values(worker, first, rows, output->bytes + output->size,
                                    output->capacity - output->size, offsets, bad, reason);
  if (done != ROWKEY_NONE) output->size += offsets == NULL ? done * width : (size_t)offsets[done];
  return done;
}

/* Encodes as many of the rows as fit apart from the output, then writes them in their form. Returns as
 * encode_values does. */
static size_t encode_in_form(struct worker *worker, size_t first, size_t rows, bool *bad, char *reason) {
  const struct encode_job *job = worker->job;
  const struct batch *batch = &worker->batch;
  struct buffer *keys = &worker->keys, *output = &worker->output;
  const uint64_t bound = bound_keys(worker, &rows, KEYS_SIZE);
  if (bound > SIZE_MAX / 8 || !buffer_reserve(keys, (size_t)bound + 1)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t done =
      encode_values(worker, first, rows, keys->bytes, keys->capacity, worker->offsets, bad, reason);
  for (size_t i = 0; done != ROWKEY_NONE && i < done; i++) {
    const uint8_t *key = keys->bytes + worker->offsets[i];
    const size_t key_size = (size_t)(worker->offsets[i + 1] - worker->offsets[i]);
    const uint8_t *record = batch->base + batch->begin[first + i];
    const size_t record_size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    const char *fault = job->check_rows ? emit_fault(&job->form, key, key_size, record, record_size) : NULL;
    if (fault != NULL) {
      char shown[QUOTED_SIZE];
      *bad = true;
      snprintf(reason, REASON_SIZE, "the key %s %s", quoted(shown, key, key_size), fault);
      return i;
    }
    if (!output_room(worker, emit_bound(&job->form, key_size, record_size))) return ROWKEY_NONE;
    output->size += emit_row(&job->form, key, key_size, record, record_size, output->bytes + output->size);
  }
  return done;
}

/* Encodes the rows of the batch, at most *limit at a time. */
static bool encode_batch(struct worker *worker, size_t *limit) {
  const struct batch *batch = &worker->batch;
  char reason[REASON_SIZE];
  for (size_t done = 0; done < batch->rows;) {
    const size_t left = batch->rows - done, rows = left < *limit ? left : *limit;
    const size_t loaded = load_values(worker, done, rows, reason);
    bool bad = false;
    size_t encoded = 0;
    if (loaded > 0) {
      encoded = worker->job->keys_are_output ? encode_directly(worker, done, loaded, &bad, reason)
                                             : encode_in_form(worker, done, loaded, &bad, reason);
      if (encoded == ROWKEY_NONE) return false;
    }
    bad = bad || (encoded == loaded && loaded < rows);
    done += encoded;
    *limit = *limit * 2 < BATCH_ROWS ? *limit * 2 : BATCH_ROWS;
    if (bad) {
      if (!refuse(worker, batch->begin[done], batch->end[done], reason)) return false;
      done++;
      *limit = ROWS_AFTER_BAD;
    }
  }
  return true;
}

static bool encode_chunk(struct worker *worker) {
  const struct record_shape *shape = worker->job->shape;
  struct batch *batch = &worker->batch;
  size_t limit = BATCH_ROWS;
  worker->batch_row = 0;
  worker->counted = 0;
  worker->newlines = 0;
  for (worker->at = 0; worker->at < worker->chunk.size; worker->at += batch->next) {
    if (!shape->kind->split(shape, &worker->chunk, worker->at, limit, batch)) {
      return fail_memory(&worker->failure);
    }
    if (!encode_batch(worker, &limit)) return false;
    if (batch->has_bad) {
      if (!refuse(worker, batch->bad_begin, batch->bad_end, batch->reason)) return false;
      limit = ROWS_AFTER_BAD;
    }
    worker->batch_row += batch->rows + batch->has_bad;
  }
  return flush(worker);
}

static bool worker_create(struct worker *worker) {
  const struct encode_job *job = worker->job;
  const struct columns *columns = job->shape->columns;
  worker->values = calloc(columns->schema_count, sizeof *worker->values);
  worker->offsets = calloc(BATCH_ROWS + 1, sizeof *worker->offsets);
  if (worker->values == NULL || worker->offsets == NULL || !batch_create(&worker->batch, columns) ||
      !buffer_reserve(&worker->output, OUTPUT_SIZE)) {
    return fail_memory(&worker->failure);
  }
  rowkey_error error;
  worker->encoder = rowkey_encoder_create(job->layout, NULL, job->seed, &error);
  return worker->encoder != NULL || fail_with(&worker->failure, TOOL_IO_ERROR, "%s", error.text);
}

static void worker_free(struct worker *worker) {
  rowkey_encoder_free(worker->encoder);
  chunk_free(&worker->chunk);
  batch_free(&worker->batch);
  free(worker->values);
  free(worker->offsets);
  buffer_free(&worker->output);
  buffer_free(&worker->keys);
  buffer_free(&worker->rejects);
}

/* Stops the pipeline in this chunk's turn. Keys before a bad record are written first, so that a stream ends
 * at the same key whatever the number of threads. */
static void stop(struct worker *worker) {
  const struct failure failure = worker->failure;
  if (failure.status == TOOL_BAD_DATA) flush(worker);
  if (worker->has_turn || pipeline_take_turn(worker->pipeline, &worker->chunk)) {
    pipeline_stop(worker->pipeline, &failure);
  }
}

void encode_chunks(struct pipeline *pipeline, void *context) {
  struct worker worker = {.job = context, .pipeline = pipeline};
  while (pipeline_next(pipeline, &worker.chunk)) {
    worker.has_turn = false;
    const bool ready = worker.encoder != NULL || worker_create(&worker);
    if (!ready || !encode_chunk(&worker)) {
      if (!worker.stopped) stop(&worker);
      break;
    }
    pipeline_pass_turn(pipeline, &worker.chunk);
  }
  worker_free(&worker);
}
