/* One thread of a command that makes rows of records: it takes chunks, splits them into batches, has an
 * operation work on them, and writes rows and bad records in the order of the input. */
#ifndef ROWKEY_CLI_IO_WORKER_H
#define ROWKEY_CLI_IO_WORKER_H

#include "io/buffer.h"
#include "io/pipeline.h"
#include "io/writer.h"
#include "records/kind.h"

struct worker;

/* What a command does with its records. */
struct operation {
  /* What one thread needs for `job`: `size` bytes, zero before `open`. False and `failure` when it cannot be
   * had. `close` comes after either. */
  size_t size;
  bool (*open)(void *state, const void *job, struct failure *failure);
  void (*close)(void *state);

  /* Works on some of the rows first … first + rows - 1 of worker->batch, rows >= 1, and appends what becomes
   * of them to worker->output. Returns how many are done: at least one, unless *bad is set because the one
   * behind them is bad and `reason`, REASON_SIZE bytes, says why. ROWKEY_NONE when the worker has failed or
   * stopped. */
  size_t (*run)(void *state, struct worker *worker, size_t first, size_t rows, bool *bad, char *reason);
};

/* What all threads share. */
struct work {
  const struct operation *operation;
  const void *job; /* the operation's */
  const struct record_shape *shape;
  bool skip_bad;
  struct writer *output;
  /* NULL, or takes what the operation of this state has appended to worker->output, in the order of the
   * input, in place of `output`. False and worker->failure when it cannot. */
  bool (*take)(void *state, struct worker *worker);
  struct writer *rejects; /* NULL when bad records are only counted */
  uint64_t rejected;      /* changed by the thread whose turn it is */
};

struct worker {
  struct work *work;
  struct pipeline *pipeline;
  void *state; /* the operation's */
  struct chunk chunk;
  struct batch batch;
  size_t at;          /* of the batch in the chunk */
  uint64_t batch_row; /* the chunk's records before the batch */
  struct buffer output;
  struct buffer rejects;
  size_t counted;    /* bytes of the chunk whose newlines are counted … */
  uint64_t newlines; /* … so many */
  uint64_t rejected; /* records of this chunk that are not in the work's count yet */
  bool has_turn;
  bool stopped; /* by another thread */
  struct failure failure;
};

enum { OUTPUT_SIZE = 2 << 20 }; /* rows of a chunk beyond this are written before the chunk is done */

/* A pipeline_work; the context is a struct work. */
void work_on_chunks(struct pipeline *pipeline, void *context);

/* For operations: makes room for `size` more bytes of output. False when the worker has failed or stopped. */
bool worker_reserve(struct worker *worker, uint64_t size);

#endif
