/* The calls on one object, of which none is under way while another begins: whether two overlap, which the
 * object's owner has promised they will not, and in which environment they compute.
 *
 * No lock, and nothing that costs: each call notes itself in the object, with plain loads and stores, and
 * finds at its end whether the note is still its own. Of two calls that overlap, the later one sees the first
 * one's note and touches nothing; or, if both began at the same moment, at least one finds another note at
 * its end, or none, and nobody uses what it made. Calls that do not overlap are never refused. */
#ifndef ROWKEY_SRC_BASE_ONE_AT_A_TIME_H
#define ROWKEY_SRC_BASE_ONE_AT_A_TIME_H

#include <stdatomic.h>

#include "base/error.h"
#include "rounding.h"

/* A member of the object; NULL while no call is under way. */
struct one_at_a_time {
  _Atomic(const void *) call;
};

/* A call, on the caller's stack. */
struct call {
  struct usual_rounding rounding;
};

/* False if another call is under way. Until the end of this one its thread computes with doubles as usual. */
static inline bool begin_call(struct one_at_a_time *one, struct call *call) {
  if (atomic_load_explicit(&one->call, memory_order_relaxed) != NULL) return false;
  atomic_store_explicit(&one->call, call, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst); /* the note stands before the compiler's first store */
  begin_usual_rounding(&call->rounding);
  return true;
}

/* False if another call was under way. */
static inline bool end_call(struct one_at_a_time *one, const struct call *call) {
  end_usual_rounding(&call->rounding);
  atomic_signal_fence(memory_order_seq_cst);
  const void *const noted = atomic_load_explicit(&one->call, memory_order_relaxed);
  atomic_store_explicit(&one->call, NULL, memory_order_relaxed);
  return noted == call;
}

static inline rowkey_status calls_overlap(const char *what, rowkey_error *error) {
  return rowkey_error_set(
      error, ROWKEY_ERROR_ARGUMENT,
      "the %s is in use by another call (expected one call at a time: one %s for each thread)", what, what);
}

#endif
