#include "commands/advise/threads.h"

#include <pthread.h>

#include "base/threads.h"

struct lent_thread {
  pthread_t id;
  rowkey_advice_work *work;
  void *of;
  size_t index;
};

static void *run_thread(void *argument) {
  const struct lent_thread *thread = argument;
  thread->work(thread->of, thread->index);
  return NULL;
}

void run_in_threads(void *context, rowkey_advice_work *work, void *of, size_t count) {
  struct lent_thread threads[MOST_THREADS];
  size_t started = 1;
  (void)context;
  for (; started < count; started++) {
    struct lent_thread *thread = &threads[started];
    *thread = (struct lent_thread){.work = work, .of = of, .index = started};
    if (pthread_create(&thread->id, NULL, run_thread, thread) != 0) break;
  }
  work(of, 0);
  for (size_t i = started; i < count; i++) work(of, i);
  for (size_t i = 1; i < started; i++) pthread_join(threads[i].id, NULL);
}
