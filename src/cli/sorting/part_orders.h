/* Sorts parts one after the other, and while the caller works on one, other threads sort the next ones. */
#ifndef ROWKEY_CLI_SORTING_PART_ORDERS_H
#define ROWKEY_CLI_SORTING_PART_ORDERS_H

#include <pthread.h>

#include "sorting/row_part.h"

enum { MOST_SORT_THREADS = 16 }; /* there is no work for more: one thread writes what they sort */

struct part_orders {
  const struct row_part *parts;
  size_t count;     /* of the parts */
  size_t key_width; /* of all keys, or ROWKEY_NONE */

  pthread_mutex_t lock; /* guards what follows */
  pthread_cond_t changed;
  size_t begun; /* parts that some thread has sorted or is sorting */
  size_t next;  /* parts that the caller has asked for: it is done with all of them but the last one */
  bool stopped;
  /* Part i is sorted in slot i % slots, which is free again when the caller asks for part i + 1. */
  struct order_slot {
    struct sort_room room;
    const uint64_t *order; /* NULL until the part is sorted … */
    bool failed;           /* … or could not be */
    struct failure failure;
  } slots[MOST_SORT_THREADS + 1];
  size_t slot_count;

  pthread_t threads[MOST_SORT_THREADS];
  size_t running;
};

/* Rooms that so many threads sort in. */
size_t part_orders_rooms(size_t threads);

/* Begins with `threads` threads, the caller's among them. Ones that cannot be had are done without. The parts
 * must stay as they are until the end, but for those whose turn is over. */
void part_orders_begin(struct part_orders *orders, const struct row_part *parts, size_t count,
                       size_t key_width, size_t threads);

/* The order of the next part, the first one at first; valid until the next call. NULL and `failure` when it
 * could not be sorted. */
const uint64_t *part_orders_next(struct part_orders *orders, struct failure *failure);

/* Ends the threads, whatever is left to be done. */
void part_orders_end(struct part_orders *orders);

#endif
