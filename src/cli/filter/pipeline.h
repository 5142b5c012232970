/* Several threads share one input and one output: chunks are read one at a time, worked on side by side, and
 * written in the order of the input. */
#ifndef ROWKEY_CLI_FILTER_PIPELINE_H
#define ROWKEY_CLI_FILTER_PIPELINE_H

#include <pthread.h>

#include "base/system.h"
#include "io/progress.h"
#include "reading/reader.h"

struct pipeline {
  struct reader *reader;
  struct progress *progress;
  pthread_mutex_t reading; /* held by the thread that reads */

  pthread_mutex_t lock; /* guards what follows */
  pthread_cond_t changed;
  uint64_t turn; /* the sequence number of the chunk that may be written */
  size_t running;
  bool stopped;
  struct failure failure; /* why, when stopped */
};

/* What every thread runs: it takes chunks until pipeline_next returns false. */
typedef void pipeline_work(struct pipeline *pipeline, void *context);

void pipeline_init(struct pipeline *pipeline, struct reader *reader, struct progress *progress);

/* Runs `work` in `threads` <= MOST_THREADS threads until all are done or one has failed. After a failure
 * threads may still be waiting for input: then nothing that they use may be freed, unless threads is 1. */
bool pipeline_run(struct pipeline *pipeline, size_t threads, pipeline_work *work, void *context,
                  struct failure *failure);

/* The next chunk; false at the end of the input or when the pipeline has stopped. A failure to read is kept
 * until its turn comes. */
bool pipeline_next(struct pipeline *pipeline, struct chunk *chunk);

/* Waits until all chunks before this one are written. False when the pipeline has stopped. Every chunk must
 * take its turn, and then either pass it or stop the pipeline. */
bool pipeline_take_turn(struct pipeline *pipeline, const struct chunk *chunk);
void pipeline_pass_turn(struct pipeline *pipeline, const struct chunk *chunk);

/* Ends all work; in this thread's turn. */
void pipeline_stop(struct pipeline *pipeline, const struct failure *failure);

#endif
