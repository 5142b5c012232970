#include "regions/range_stretches.h"

#include <stdlib.h>

static bool add(struct stretches *all, struct stretch stretch) {
  if (all->count == all->capacity) {
    const size_t capacity = 2 * all->capacity + 16;
    struct stretch *list =
        capacity > PTRDIFF_MAX / sizeof *list ? NULL : realloc(all->list, capacity * sizeof *list);
    if (list == NULL) return false;
    all->list = list;
    all->capacity = capacity;
  }
  all->list[all->count++] = stretch;
  return true;
}

static struct span same_as(const struct stretches *all, uint64_t value) {
  return rowkey_part_same(all->search, all->part, all->column, all->states, &all->order, value);
}

/* From `values.low` on what can be taken at once, all within `values`. */
static struct stretch next_stretch(const struct stretches *all, struct span values) {
  const struct span first = same_as(all, values.low);
  const bool whole = first.low >= values.low && first.high <= values.high;
  if (!whole || all->go_on || first.high == values.high) return (struct stretch){first, true};
  if (all->order.turn > values.low && all->order.turn <= values.high) values.high = all->order.turn - 1;
  const struct span last = same_as(all, values.high);
  if (last.high > values.high) values.high = last.low - 1;
  return (struct stretch){values, first.high >= values.high};
}

bool rowkey_find_stretches(struct stretches *all) {
  const struct column_state *state = &all->states[all->column];
  const struct constraint *constraint = &all->search->constraints[all->column];
  for (uint64_t value = state->low;;) {
    struct span values = {value, rowkey_state_span_end(constraint, state, value)};
    const uint64_t end = values.high;
    uint64_t reached = end;
    if (rowkey_part_round(all->search, all->part, all->column, &values)) {
      const struct stretch stretch = next_stretch(all, values);
      if (!add(all, stretch)) return false;
      if (all->go_on && all->count > all->most) return true;
      reached = stretch.values.high;
    }
    if (reached >= state->high) return true;
    value = rowkey_state_next(constraint, state, reached + 1);
  }
}
