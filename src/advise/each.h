/* Items of work, each done once by one of the threads that the caller lends. */
#ifndef ROWKEY_ADVISE_EACH_H
#define ROWKEY_ADVISE_EACH_H

#include "advise/measure.h"

/* Does one item; room is the thread's own. */
typedef bool do_item(void *context, size_t item, struct measuring_room *room, rowkey_error *error);

struct each_item {
  do_item *work;
  void *context;
  size_t items;
  rowkey_advice_progress *progress; /* or NULL; called by the first thread alone */
  void *progress_context;
};

/* How work is shared: as rowkey_advisor_share was told. */
struct threads {
  size_t count; /* 0: there is only the thread that calls */
  rowkey_advice_share *share;
  void *context;
};

/* Does all items, or those before progress says no; *done counts them. What comes of an item may not depend
 * on others. False and `error` when one failed. */
bool rowkey_each_item(const struct threads *threads, const struct each_item *each, size_t *done,
                      rowkey_error *error);

#endif
