#include "advise/each.h"

#include <stdlib.h>

#include "base/error.h"

struct sharing {
  const struct each_item *each;
  size_t next, *done;   /* atomic, and so is … */
  bool stopped;         /* … this */
  rowkey_error *errors; /* one for each thread */
};

static bool goes_on(struct sharing *sharing, size_t thread) {
  const struct each_item *each = sharing->each;
  if (__atomic_load_n(&sharing->stopped, __ATOMIC_RELAXED)) return false;
  if (thread > 0 || each->progress == NULL) return true;
  const double done = (double)__atomic_load_n(sharing->done, __ATOMIC_RELAXED);
  return each->progress(each->progress_context, done / (double)each->items);
}

static void work(void *of, size_t thread) {
  struct sharing *sharing = of;
  const struct each_item *each = sharing->each;
  struct measuring_room room = {0};
  while (goes_on(sharing, thread)) {
    const size_t item = __atomic_fetch_add(&sharing->next, 1, __ATOMIC_RELAXED);
    if (item >= each->items) break;
    if (!each->work(each->context, item, &room, &sharing->errors[thread])) break;
    __atomic_fetch_add(sharing->done, 1, __ATOMIC_RELAXED);
  }
  /* Without this others would do what is left; at the end there is nothing left. */
  __atomic_store_n(&sharing->stopped, true, __ATOMIC_RELAXED);
  rowkey_measuring_room_free(&room);
}

bool rowkey_each_item(const struct threads *threads, const struct each_item *each, size_t *done,
                      rowkey_error *error) {
  const size_t count = threads->count == 0 ? 1 : threads->count;
  struct sharing sharing = {.each = each, .done = done, .errors = calloc(count, sizeof *sharing.errors)};
  if (sharing.errors == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for threads");
    return false;
  }
  if (count == 1)
    work(&sharing, 0);
  else
    threads->share(threads->context, work, &sharing, count);
  size_t failed = 0;
  while (failed < count && sharing.errors[failed].status == ROWKEY_OK) failed++;
  if (failed < count && error != NULL) *error = sharing.errors[failed];
  free(sharing.errors);
  return failed == count;
}
