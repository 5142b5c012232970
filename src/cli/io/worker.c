#include "io/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  REJECTS_SIZE = 64 << 10, /* likewise OUTPUT_SIZE */
  ROWS_AFTER_BAD = 16      /* rows tried at first behind a bad one, so that many bad ones cost little */
};

static bool hand_over(struct worker *worker) {
  const struct work *work = worker->work;
  return work->take != NULL
             ? work->take(worker->state, worker)
             : writer_write(work->output, worker->output.bytes, worker->output.size, &worker->failure);
}

/* Waits for this chunk's turn and writes what is ready. */
static bool flush(struct worker *worker) {
  struct work *work = worker->work;
  if (!worker->has_turn) {
    worker->has_turn = pipeline_take_turn(worker->pipeline, &worker->chunk);
    worker->stopped = !worker->has_turn;
    if (worker->stopped) return false;
  }
  if (!hand_over(worker)) return false;
  worker->output.size = 0;
  if (work->rejects != NULL &&
      !writer_write(work->rejects, worker->rejects.bytes, worker->rejects.size, &worker->failure)) {
    return false;
  }
  worker->rejects.size = 0;
  work->rejected += worker->rejected;
  worker->rejected = 0;
  return true;
}

bool worker_reserve(struct worker *worker, uint64_t size) {
  if (size <= worker->output.capacity - worker->output.size) return true;
  if (!flush(worker)) return false;
  return (size <= SIZE_MAX / 2 && buffer_reserve(&worker->output, (size_t)size)) ||
         fail_memory(&worker->failure);
}

/* "FILE:LINE", or for binary records "FILE: record N at byte N", of the record at base[begin]. Records are
 * asked for in their order. */
static void describe_place(struct worker *worker, uint64_t begin, char *out, size_t size) {
  const struct record_shape *shape = worker->work->shape;
  const struct chunk *chunk = &worker->chunk;
  const size_t at = worker->at + (size_t)begin;
  if (shape->kind->is_text) {
    worker->newlines +=
        shape->kernels->count_byte(chunk->bytes + worker->counted, at - worker->counted, '\n');
    worker->counted = at;
    snprintf(out, size, "%s:%" PRIu64, chunk->file, chunk->first_line + worker->newlines);
  } else {
    snprintf(out, size, "%s: %s %" PRIu64 " at byte %" PRIu64, chunk->file, shape->noun,
             chunk->first_record + at / shape->columns->record_width, chunk->first_byte + at);
  }
  make_one_line(out);
}

/* Stops at the record base[begin … end), or puts it among the rejects. */
static bool refuse(struct worker *worker, uint64_t begin, uint64_t end, const char *reason) {
  char place[PLACE_SIZE];
  describe_place(worker, begin, place, sizeof place);
  if (!worker->work->skip_bad) return fail_with(&worker->failure, TOOL_BAD_DATA, "%s: %s", place, reason);
  worker->rejected++;
  if (worker->work->rejects == NULL) return true;
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

/* Works on the rows of the batch, at most *limit at a time. */
static bool work_on_batch(struct worker *worker, size_t *limit) {
  const struct batch *batch = &worker->batch;
  char reason[REASON_SIZE];
  for (size_t done = 0; done < batch->rows;) {
    const size_t left = batch->rows - done, rows = left < *limit ? left : *limit;
    bool bad = false;
    const size_t now = worker->work->operation->run(worker->state, worker, done, rows, &bad, reason);
    if (now == ROWKEY_NONE) return false;
    done += now;
    *limit = *limit * 2 < BATCH_ROWS ? *limit * 2 : BATCH_ROWS;
    if (bad) {
      if (!refuse(worker, batch->begin[done], batch->end[done], reason)) return false;
      done++;
      *limit = ROWS_AFTER_BAD;
    }
  }
  return true;
}

static bool work_on_chunk(struct worker *worker) {
  const struct record_shape *shape = worker->work->shape;
  struct batch *batch = &worker->batch;
  size_t limit = BATCH_ROWS;
  worker->batch_row = 0;
  worker->counted = 0;
  worker->newlines = 0;
  for (worker->at = 0; worker->at < worker->chunk.size; worker->at += batch->next) {
    if (!shape->kind->split(shape, &worker->chunk, worker->at, limit, batch)) {
      return fail_memory(&worker->failure);
    }
    if (!work_on_batch(worker, &limit)) return false;
    if (batch->has_bad) {
      if (!refuse(worker, batch->bad_begin, batch->bad_end, batch->reason)) return false;
      limit = ROWS_AFTER_BAD;
    }
    worker->batch_row += batch->rows + batch->has_bad;
  }
  return flush(worker);
}

static bool worker_create(struct worker *worker) {
  const struct work *work = worker->work;
  if (!batch_create(&worker->batch, work->shape->columns) || !buffer_reserve(&worker->output, OUTPUT_SIZE)) {
    return fail_memory(&worker->failure);
  }
  worker->state = calloc(1, work->operation->size);
  if (worker->state == NULL) return fail_memory(&worker->failure);
  return work->operation->open(worker->state, work->job, &worker->failure);
}

static void worker_free(struct worker *worker) {
  if (worker->state != NULL) worker->work->operation->close(worker->state);
  free(worker->state);
  chunk_free(&worker->chunk);
  batch_free(&worker->batch);
  buffer_free(&worker->output);
  buffer_free(&worker->rejects);
}

/* Stops the pipeline in this chunk's turn. Rows before a bad record are written first, so that a stream ends
 * at the same row whatever the number of threads. */
static void stop(struct worker *worker) {
  const struct failure failure = worker->failure;
  if (failure.status == TOOL_BAD_DATA) flush(worker);
  if (worker->has_turn || pipeline_take_turn(worker->pipeline, &worker->chunk)) {
    pipeline_stop(worker->pipeline, &failure);
  }
}

void work_on_chunks(struct pipeline *pipeline, void *context) {
  struct worker worker = {.work = context, .pipeline = pipeline};
  while (pipeline_next(pipeline, &worker.chunk)) {
    worker.has_turn = false;
    const bool ready = worker.state != NULL || worker_create(&worker);
    if (!ready || !work_on_chunk(&worker)) {
      if (!worker.stopped) stop(&worker);
      break;
    }
    pipeline_pass_turn(pipeline, &worker.chunk);
  }
  worker_free(&worker);
}
