/* Ctrl-C while the library works. */
#include "module.h"

enum { PAUSE_NS = 50000000 }; /* between two looks, which may wait for the lock */

void interrupt_begin(struct interrupt *interrupt) {
  *interrupt = (struct interrupt){.thread = PyEval_SaveThread()};
  clock_gettime(CLOCK_MONOTONIC, &interrupt->asked);
}

void interrupt_end(struct interrupt *interrupt) { PyEval_RestoreThread(interrupt->thread); }

bool interrupt_check(void *context) {
  struct interrupt *interrupt = context;
  struct timespec now;
  if (interrupt->is_interrupted) return false;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const int64_t passed = (int64_t)(now.tv_sec - interrupt->asked.tv_sec) * 1000000000 +
                         (int64_t)(now.tv_nsec - interrupt->asked.tv_nsec);
  if (passed < PAUSE_NS) return true;
  interrupt->asked = now;
  PyEval_RestoreThread(interrupt->thread);
  interrupt->is_interrupted = PyErr_CheckSignals() != 0;
  interrupt->thread = PyEval_SaveThread();
  return !interrupt->is_interrupted;
}
