/* The caller of a search that may take long, who is asked now and then whether it shall go on. */
#ifndef ROWKEY_REGIONS_ASKING_H
#define ROWKEY_REGIONS_ASKING_H

#include <rowkey/error.h>

/* All 0: nobody is asked. */
struct asking {
  rowkey_go_on *go_on; /* or NULL */
  void *context;
  uint32_t asked; /* how often whether it goes on */
  bool stopped;   /* it does not: functions then fail as without memory */
};

/* Asks the caller, one call in 64. False once it said no. NULL always goes on. */
static inline bool goes_on(struct asking *asking) {
  enum { CALLS_FOR_A_QUESTION = 64 };
  if (asking == NULL) return true;
  if (asking->go_on == NULL || asking->stopped || asking->asked++ % CALLS_FOR_A_QUESTION != 0)
    return !asking->stopped;
  asking->stopped = !asking->go_on(asking->context);
  return !asking->stopped;
}

/* Asks at once: before and after what takes long by itself. */
static inline bool goes_on_now(struct asking *asking) {
  if (asking != NULL) asking->asked = 0;
  return goes_on(asking);
}

static inline bool has_stopped(const struct asking *asking) { return asking != NULL && asking->stopped; }

/* As qsort. False where the caller stopped it, and without memory: the items are then in any order. */
bool rowkey_sort_while(void *items, size_t count, size_t size, int (*compare)(const void *, const void *),
                       struct asking *asking);

#endif
