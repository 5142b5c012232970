/* One thread of a command that reads records: it takes chunks, splits them into batches, makes their keys or
 * reads them, has an operation work on these, and writes rows and bad records in the order of the input. */
#ifndef ROWKEY_CLI_FILTER_WORKER_H
#define ROWKEY_CLI_FILTER_WORKER_H

#include "filter/pipeline.h"
#include "io/writer.h"
#include "keys/key_batch.h"
#include "keys/row_encoder.h"
#include "reading/walk.h"

struct worker;

/* What a command does with keys. */
struct operation {
  /* What one thread needs beside the job, if anything: `size` bytes, zero before `open`. False and `failure`
   * when it cannot be had. `close` comes after either. */
  size_t size;
  bool (*open)(void *state, const void *job, struct failure *failure);
  void (*close)(void *state);

  /* Works on worker->keys, those of rows `first` and following of worker->walk.batch, and appends what
   * becomes of them to worker->output. Returns how many rows are done. Fewer than *rows: the one after them
   * is bad, and worker->reason says why. One that takes only some of the rows lowers *rows, to at least 1.
   * ROWKEY_NONE and worker->failure when it cannot go on. */
  size_t (*run)(void *state, struct worker *worker, size_t first, size_t *rows);
};

/* What all threads share. */
struct work {
  const struct record_shape *shape;
  bool has_keys;               /* the records are keys … */
  const struct key_form *form; /* … in this form; else … */
  const rowkey_layout *layout; /* … they get keys of this layout, … */
  uint64_t seed;               /* … with this one for random() */
  bool keys_to_output;         /* encoded keys go to worker->output, one after the other */

  const struct operation *operation; /* NULL where that is all */
  const void *job;                   /* the operation's */
  bool skip_bad;
  struct writer *outputs; /* chunk i goes to output i % output_count */
  size_t output_count;    /* 1, or the number of threads; 0 where `take` takes all */
  /* NULL, or takes what the operation of this state has appended to worker->output, in the order of the
   * input, in place of the outputs. False and worker->failure when it cannot. */
  bool (*take)(void *state, struct worker *worker);
  struct writer *rejects; /* NULL when bad records are only counted */
  uint64_t rejected;      /* changed by the thread whose turn it is */
};

struct worker {
  struct work *work;
  struct pipeline *pipeline;
  void *state; /* the operation's */
  struct walk walk;
  const rowkey_values *values; /* of the rows whose keys are encoded */
  struct row_encoder encoder;
  struct buffer encoded; /* their keys, unless these go to the output */
  struct key_batch read; /* keys that are records */
  rowkey_keys keys;      /* those of either that are at hand */
  struct buffer output;
  struct buffer rejects;
  uint64_t rejected; /* records of this chunk that are not in the work's count yet */
  bool has_turn;
  bool stopped; /* by another thread */
  char reason[REASON_SIZE];
  struct failure failure;
};

/* A pipeline_work; the context is a struct work. */
void work_on_chunks(struct pipeline *pipeline, void *context);

#endif
