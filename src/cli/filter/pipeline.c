#include "filter/pipeline.h"

#include <string.h>

void pipeline_init(struct pipeline *pipeline, struct reader *reader, struct progress *progress) {
  memset(pipeline, 0, sizeof *pipeline);
  pipeline->reader = reader;
  pipeline->progress = progress;
  pthread_mutex_init(&pipeline->reading, NULL);
  pthread_mutex_init(&pipeline->lock, NULL);
  pthread_cond_init(&pipeline->changed, NULL);
}

static bool has_stopped(struct pipeline *pipeline) {
  pthread_mutex_lock(&pipeline->lock);
  const bool stopped = pipeline->stopped;
  pthread_mutex_unlock(&pipeline->lock);
  return stopped;
}

bool pipeline_next(struct pipeline *pipeline, struct chunk *chunk) {
  if (has_stopped(pipeline)) return false;
  struct failure failure;
  pthread_mutex_lock(&pipeline->reading);
  const enum reader_result result = reader_next(pipeline->reader, chunk, &failure);
  pthread_mutex_unlock(&pipeline->reading);
  if (result == READER_FAILED && pipeline_take_turn(pipeline, chunk)) pipeline_stop(pipeline, &failure);
  return result == READER_CHUNK;
}

bool pipeline_take_turn(struct pipeline *pipeline, const struct chunk *chunk) {
  pthread_mutex_lock(&pipeline->lock);
  while (!pipeline->stopped && pipeline->turn != chunk->sequence) {
    pthread_cond_wait(&pipeline->changed, &pipeline->lock);
  }
  const bool stopped = pipeline->stopped;
  pthread_mutex_unlock(&pipeline->lock);
  return !stopped;
}

void pipeline_pass_turn(struct pipeline *pipeline, const struct chunk *chunk) {
  progress_update(pipeline->progress, chunk->bytes_read, chunk->rows_read);
  pthread_mutex_lock(&pipeline->lock);
  pipeline->turn++;
  pthread_cond_broadcast(&pipeline->changed);
  pthread_mutex_unlock(&pipeline->lock);
}

void pipeline_stop(struct pipeline *pipeline, const struct failure *failure) {
  pthread_mutex_lock(&pipeline->lock);
  pipeline->stopped = true;
  pipeline->failure = *failure;
  pthread_cond_broadcast(&pipeline->changed);
  pthread_mutex_unlock(&pipeline->lock);
}

struct thread {
  struct pipeline *pipeline;
  pipeline_work *work;
  void *context;
};

static void *run_thread(void *argument) {
  const struct thread thread = *(const struct thread *)argument;
  thread.work(thread.pipeline, thread.context);
  pthread_mutex_lock(&thread.pipeline->lock);
  thread.pipeline->running--;
  pthread_cond_broadcast(&thread.pipeline->changed);
  pthread_mutex_unlock(&thread.pipeline->lock);
  return NULL;
}

/* The thread that starts the others does not work itself, so that it never waits for input when another one
 * fails. Threads that cannot be had are done without. */
static bool run_threads(struct thread *thread, size_t threads) {
  struct pipeline *pipeline = thread->pipeline;
  pthread_t ids[MOST_THREADS];
  size_t started = 0;
  pthread_mutex_lock(&pipeline->lock);
  while (started < threads && pthread_create(&ids[started], NULL, run_thread, thread) == 0) started++;
  pipeline->running += started;
  while (pipeline->running > 0 && !pipeline->stopped) pthread_cond_wait(&pipeline->changed, &pipeline->lock);
  const bool stopped = pipeline->stopped;
  pthread_mutex_unlock(&pipeline->lock);
  for (size_t i = 0; i < started; i++) {
    if (stopped) {
      pthread_detach(ids[i]); /* it may be waiting for input that never comes */
    } else {
      pthread_join(ids[i], NULL);
    }
  }
  return started > 0;
}

bool pipeline_run(struct pipeline *pipeline, size_t threads, pipeline_work *work, void *context,
                  struct failure *failure) {
  static struct thread thread; /* outlives this call when threads do */
  thread = (struct thread){pipeline, work, context};
  if (threads == 1 || !run_threads(&thread, threads)) work(pipeline, context);
  if (has_stopped(pipeline)) {
    *failure = pipeline->failure;
    return false;
  }
  return true;
}
