#include "filter/worker.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  OUTPUT_SIZE = 2 << 20,   /* rows of a chunk beyond this are written before the chunk is done */
  REJECTS_SIZE = 64 << 10, /* likewise */
  ROWS_AFTER_BAD = 16      /* rows tried at first after a bad one, so that many bad ones cost little */
};

static bool hand_over(struct worker *worker) {
  const struct work *work = worker->work;
  const struct buffer *output = &worker->output;
  const bool done = work->take != NULL
                        ? work->take(worker->state, worker)
                        : writer_write(&work->outputs[worker->walk.chunk.sequence % work->output_count],
                                       output->bytes, output->size, &worker->failure);
  worker->output.size = 0;
  return done;
}

/* Several outputs need no turn: there are as many as threads, so that the chunk before this one in its output
 * was written before any thread could begin this one. */
static bool rows_need_turn(const struct work *work) { return work->output_count <= 1; }

/* Writes what is ready, and waits for this chunk's turn for what needs it. */
static bool flush_output(struct worker *worker) {
  struct work *work = worker->work;
  if (!rows_need_turn(work) && !hand_over(worker)) return false;
  if (!worker->has_turn) {
    worker->has_turn = pipeline_take_turn(worker->pipeline, &worker->walk.chunk);
    worker->stopped = !worker->has_turn;
    if (worker->stopped) return false;
  }
  if (rows_need_turn(work) && !hand_over(worker)) return false;
  if (work->rejects != NULL &&
      !writer_write(work->rejects, worker->rejects.bytes, worker->rejects.size, &worker->failure)) {
    return false;
  }
  worker->rejects.size = 0;
  work->rejected += worker->rejected;
  worker->rejected = 0;
  return true;
}

/* Writes the rows that are ready. */
static bool flush_rows(struct worker *worker) {
  return rows_need_turn(worker->work) ? flush_output(worker) : hand_over(worker);
}

/* Stops at the record base[begin … end), or puts it among the rejects. */
static bool refuse_record(struct worker *worker, uint64_t begin, uint64_t end, const char *reason) {
  char place[PLACE_SIZE];
  walk_place(&worker->walk, begin, place);
  if (!worker->work->skip_bad) return fail_with(&worker->failure, TOOL_BAD_DATA, "%s: %s", place, reason);
  worker->rejected++;
  if (worker->work->rejects == NULL) return true;
  char head[sizeof place + REASON_SIZE + 8];
  const int length = snprintf(head, sizeof head, "# %s: %s\n", place, reason);
  const size_t record = (size_t)(end - begin);
  if (!buffer_append(&worker->rejects, head, (size_t)length) ||
      !buffer_append(&worker->rejects, worker->walk.batch.bytes + begin, record) ||
      !buffer_append(&worker->rejects, "\n", 1)) {
    return fail_memory(&worker->failure);
  }
  return worker->rejects.size < REJECTS_SIZE || flush_output(worker);
}

/* ---- Keys: these return as operations do ------------------------------------------------------ */

static size_t read_keys(struct worker *worker, size_t first, size_t rows) {
  if (!key_batch_read(&worker->read, worker->work->form, &worker->walk.batch, first, rows, &worker->keys,
                      worker->reason)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  return worker->keys.rows;
}

static size_t encode_keys(struct worker *worker, size_t first, size_t *rows) {
  const bool to_output = worker->work->keys_to_output;
  struct buffer *out = to_output ? &worker->output : &worker->encoded;
  const size_t loaded =
      walk_values(&worker->walk, first, *rows, &worker->values, worker->reason, &worker->failure);
  size_t taken = loaded;
  if (loaded == 0 || loaded == ROWKEY_NONE) return loaded;
  if (!to_output) out->size = 0;
  const size_t done = row_encoder_append(
      &worker->encoder, worker->values, walk_first_row(&worker->walk) + first, &taken,
      to_output ? OUTPUT_SIZE : KEYS_SIZE, out, &worker->keys, worker->reason, &worker->failure);
  if (taken < loaded) *rows = taken;
  return done;
}

static size_t work_on_rows(struct worker *worker, size_t first, size_t *rows) {
  const struct work *work = worker->work;
  const size_t keys = work->has_keys ? read_keys(worker, first, *rows) : encode_keys(worker, first, rows);
  if (keys == 0 || keys == ROWKEY_NONE || work->operation == NULL) return keys;
  size_t taken = keys;
  const size_t done = work->operation->run(worker->state, worker, first, &taken);
  if (taken < keys) *rows = taken;
  return done;
}

/* ---- Batches and chunks ----------------------------------------------------------------------- */

/* Works on the rows of the batch, at most *limit at a time. */
static bool work_on_batch(struct worker *worker, size_t *limit) {
  const rowkey_record_rows *batch = &worker->walk.batch;
  for (size_t done = 0; done < batch->rows;) {
    const size_t left = batch->rows - done;
    size_t rows = left < *limit ? left : *limit;
    const size_t good = work_on_rows(worker, done, &rows);
    if (good == ROWKEY_NONE) return false;
    done += good;
    *limit = *limit * 2 < BATCH_ROWS ? *limit * 2 : BATCH_ROWS;
    if (good < rows) {
      if (!refuse_record(worker, batch->begin[done], batch->end[done], worker->reason)) return false;
      done++;
      *limit = ROWS_AFTER_BAD;
    }
    if (worker->output.size >= OUTPUT_SIZE && !flush_rows(worker)) return false;
  }
  return true;
}

static bool work_on_chunk(struct worker *worker) {
  const rowkey_record_rows *batch = &worker->walk.batch;
  size_t limit = BATCH_ROWS;
  if (!walk_begin(&worker->walk, &worker->failure)) return false;
  do {
    if (!walk_split(&worker->walk, limit, &worker->failure) || !work_on_batch(worker, &limit)) return false;
    if (batch->bad != NULL) {
      if (!refuse_record(worker, batch->bad_begin, batch->bad_end, batch->bad)) return false;
      limit = ROWS_AFTER_BAD;
    }
  } while (!batch->is_last);
  return flush_output(worker);
}

/* ---- The thread ------------------------------------------------------------------------------- */

static bool worker_create(struct worker *worker) {
  const struct work *work = worker->work;
  const struct operation *operation = work->operation;
  worker->walk.shape = work->shape;
  if (!buffer_reserve(&worker->output, OUTPUT_SIZE)) return fail_memory(&worker->failure);
  if (work->has_keys) {
    if (!key_batch_create(&worker->read)) return fail_memory(&worker->failure);
  } else {
    if (!row_encoder_open(&worker->encoder, work->layout, work->seed, &worker->failure)) return false;
  }
  if (operation == NULL || operation->size == 0) return true;
  worker->state = calloc(1, operation->size);
  if (worker->state == NULL) return fail_memory(&worker->failure);
  return operation->open(worker->state, work->job, &worker->failure);
}

static void worker_free(struct worker *worker) {
  if (worker->state != NULL) worker->work->operation->close(worker->state);
  free(worker->state);
  walk_free(&worker->walk);
  row_encoder_close(&worker->encoder);
  key_batch_free(&worker->read);
  buffer_free(&worker->encoded);
  buffer_free(&worker->output);
  buffer_free(&worker->rejects);
}

/* Stops the pipeline in this chunk's turn. Rows before a bad record are written first, so that a stream ends
 * at the same row whatever the number of threads. */
static void stop(struct worker *worker) {
  struct failure failure = worker->failure;
  const bool flushed = failure.status != TOOL_BAD_DATA || flush_output(worker);
  /* That these rows are lost is worse than the bad one after them. */
  if (!flushed && worker->failure.status == TOOL_IO_ERROR) failure = worker->failure;
  if (worker->has_turn || pipeline_take_turn(worker->pipeline, &worker->walk.chunk)) {
    pipeline_stop(worker->pipeline, &failure);
  }
}

void work_on_chunks(struct pipeline *pipeline, void *context) {
  struct worker worker = {.work = context, .pipeline = pipeline};
  bool created = false;
  while (pipeline_next(pipeline, &worker.walk.chunk)) {
    worker.has_turn = false;
    created = created || worker_create(&worker);
    if (!created || !work_on_chunk(&worker)) {
      if (!worker.stopped) stop(&worker);
      break;
    }
    pipeline_pass_turn(pipeline, &worker.walk.chunk);
  }
  worker_free(&worker);
}
