/* Parts whose bytes follow one column: ranges of that column are ranges of keys.
 *
 * One value of a part may stand for several values of the column, as an hour does for seconds. If only some
 * of these are wanted, at an end of a range, the walk continues after the part. It also continues for every
 * value of the part if later parts can serve other conditions and the values are few.
 */
#include <stdlib.h>
#include <string.h>

#include "ranges/expression.h"

/* ---- What can be taken at once of the column's values --------------------------------------------- */

/* A stretch of the column's values. Rows with the bytes of its two ends, or bytes between, have only these
 * values. */
struct stretch {
  struct span values;
  bool alone; /* all values of the same bytes: the walk continues after these bytes */
};

struct stretches {
  struct range_search *search;
  const struct column_state *states;
  size_t part, column;
  struct part_order order;
  bool decides; /* the bytes decide the column's value: the part's other columns are known */
  bool go_on;   /* the walk continues after every value of the part */
  uint64_t most;
  struct stretch *list;
  size_t count, capacity;
};

static bool add_stretch(struct stretches *all, struct stretch stretch) {
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

/* The cost of each stretch: its ends have to be searched for, unless the part is the column itself. */
static uint64_t steps_for_stretch(const struct stretches *all) {
  enum { STEPS_FOR_TWO_ENDS = 8 };
  return all->search->parts[all->part].expression->count == 1 ? 1 : STEPS_FOR_TWO_ENDS;
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

/* Fills in the list for all values of the column's state, whose ends have a key; with `go_on` not more than
 * most + 1 stretches. False without memory. */
static bool find_stretches(struct stretches *all) {
  const struct column_state *state = &all->states[all->column];
  const struct constraint *constraint = &all->search->constraints[all->column];
  for (uint64_t value = state->low;;) {
    struct span values = {value, rowkey_state_span_end(constraint, state, value)};
    const uint64_t end = values.high;
    uint64_t reached = end;
    search_take_steps(all->search, steps_for_stretch(all));
    if (rowkey_part_round(all->search, all->part, all->column, &values)) {
      const struct stretch stretch = next_stretch(all, values);
      if (!add_stretch(all, stretch)) return false;
      if (all->go_on && all->count > all->most) return true;
      reached = stretch.values.high;
    }
    if (reached >= state->high) return true;
    value = rowkey_state_next(constraint, state, reached + 1);
  }
}

/* Whether the list would have more than `most` stretches, where each value has bytes of its own. */
static bool counts_many(const struct stretches *all) {
  const struct column_state *state = &all->states[all->column];
  const struct constraint *constraint = &all->search->constraints[all->column];
  uint64_t left = all->most;
  for (uint64_t value = state->low;;) {
    struct span values = {value, rowkey_state_span_end(constraint, state, value)};
    const uint64_t end = values.high;
    search_take_steps(all->search, steps_for_stretch(all));
    if (rowkey_part_round(all->search, all->part, all->column, &values)) {
      const uint64_t others = rowkey_part_others(all->search, all->part, all->column, values);
      if (others >= left) return true;
      left -= others + 1;
    }
    if (end == state->high) return false;
    value = rowkey_state_next(constraint, state, end + 1);
  }
}

/* Whether there were too many before, for the same values of all columns that the part is made from: fewer
 * are never allowed again. */
static bool were_many(const struct stretches *all) {
  const struct part_facts *facts = &all->search->parts[all->part];
  for (size_t i = 0; i < all->search->count && facts->many != NULL; i++)
    if (facts->made_of[i] && !states_have_same_values(&all->states[i], &facts->many[i])) return false;
  return facts->many != NULL;
}

/* Fills the list with stretches to continue after one by one, or else with stretches to take at once. */
static bool find_list(struct stretches *all) {
  struct range_search *search = all->search;
  const bool wanted = all->go_on;
  if (wanted) all->go_on = !(all->order.strict ? counts_many(all) : were_many(all));
  bool found = find_stretches(all);
  if (found && all->go_on && all->count > all->most) {
    all->go_on = false;
    all->count = 0;
    found = rowkey_states_keep(search, all->states, &search->parts[all->part].many) && find_stretches(all);
  }
  if (wanted && !all->go_on) {
    const uint64_t values = rowkey_state_size(&search->constraints[all->column], &all->states[all->column]);
    search_note_limit(search, values);
    search->hurried |= all->most < search->most && (values <= search->most || !all->order.strict);
  }
  return found;
}

/* ---- Walking on ------------------------------------------------------------------------------ */

/* The wanted values after a stretch that is alone. */
static void narrow_to(const struct stretches *all, struct span values, struct column_state *states) {
  struct column_state *state = &states[all->column];
  rowkey_state_narrow(&all->search->constraints[all->column], state, values.low, values.high);
  if (!all->decides) return;
  state->first = values.low;
  state->last = values.high;
}

/* What follows all values of the part that are asked for whole: it is the same when no part after it is made
 * from the column. */
struct common_rest {
  bool is_there;
  struct range_list list;
};

/* As many ranges as there is room for after all of the stretches. */
static bool make_common(const struct stretches *all, const struct column_state *states,
                        struct common_rest *common) {
  struct range_search *search = all->search;
  const size_t most = search->most / all->count > 0 ? search->most / all->count : 1;
  common->is_there = true;
  return rowkey_walk(search, all->part + 1, states, &common->list) &&
         rowkey_range_list_normalize(&common->list, &search->asking) &&
         rowkey_walk_reduce(search, states, most, &common->list);
}

static bool walk_alone(struct stretches *all, struct span values, struct slice bytes,
                       struct column_state *states, struct common_rest *common, struct range_list *out) {
  struct range_search *search = all->search;
  states[all->column] = all->states[all->column];
  narrow_to(all, values, states);
  const bool is_common = !search->parts[all->part + 1].later[all->column] &&
                         rowkey_state_is_done(&search->constraints[all->column], &states[all->column]);
  const size_t before = range_list_count(out);
  if (!is_common)
    return rowkey_walk_behind(search, bytes, all->part + 1, states, out) &&
           rowkey_walk_count(search, all->states, range_list_count(out) - before, out);
  if (!common->is_there && !make_common(all, states, common)) return false;
  return rowkey_range_list_add_behind(out, bytes, &common->list) &&
         rowkey_walk_count(search, all->states, range_list_count(out) - before, out);
}

/* The bytes that a stretch's least and greatest value make. */
struct ends {
  struct slice low, high;
};

/* If the bytes follow only the column throughout, no key lies beyond the values that have a key. */
static bool add_range(const struct stretches *all, struct span values, struct ends ends,
                      struct range_list *out) {
  const struct part_order *order = &all->order;
  const struct slice open = {NULL, 0};
  const bool opens = all->decides && order->turn == order->low;
  const bool to_low = opens && values.low == order->low, to_high = opens && values.high == order->high;
  uint8_t behind[NUMBER_SIZE_MAX];
  const struct slice last = order->falls ? ends.low : ends.high;
  memcpy(behind, last.at, last.size);
  struct slice start = order->falls ? ends.high : ends.low;
  struct slice stop = {(const char *)behind, rowkey_successor(behind, last.size)};
  if (order->falls ? to_high : to_low) start = open;
  if (order->falls ? to_low : to_high) stop = open;
  return rowkey_range_list_add(out, start, stop);
}

static bool walk_stretch(struct stretches *all, const struct stretch *stretch, struct ends ends,
                         struct column_state *states, struct common_rest *common, struct range_list *out) {
  if (stretch->alone) return walk_alone(all, stretch->values, ends.low, states, common, out);
  rowkey_walk_doubt(all->search, all->states, all->decides ? all->column : ROWKEY_NONE);
  return add_range(all, stretch->values, ends, out);
}

/* No row lies between two neighbouring values of the part. So a range, from index `from` on, that reaches the
 * end of one value's bytes is extended to the start of the next value's bytes. */
static bool close_gap(const struct stretches *all, struct ends ends, struct ends next, size_t from,
                      struct range_list *out) {
  const struct slice below = all->order.falls ? next.low : ends.high;
  const struct slice above = all->order.falls ? ends.high : next.low;
  uint8_t behind[NUMBER_SIZE_MAX];
  memcpy(behind, below.at, below.size);
  const struct slice gap = {(const char *)behind, rowkey_successor(behind, below.size)};
  for (size_t i = from; i < range_list_count(out); i++) {
    const rowkey_range range = rowkey_range_list_at(out, i);
    const bool reaches = all->order.falls
                             ? rowkey_compare_bytes(range.start, range.start_size, above.at, above.size) == 0
                             : rowkey_compare_bytes(range.stop, range.stop_size, gap.at, gap.size) == 0;
    if (reaches) return rowkey_range_list_add(out, gap, above);
  }
  return true;
}

static bool follows(const struct stretches *all, const struct stretch *stretch) {
  const uint64_t next = stretch[1].values.low;
  return stretch->values.high + 1 == next && next != all->order.turn;
}

static struct slice text_at(const struct string_list *list, size_t index) {
  return (struct slice){(const char *)string_at(list, index), string_size(list, index)};
}

/* Encodes both ends of `count` stretches, and walks on. */
static bool walk_some(struct stretches *all, const struct stretch *list, size_t count,
                      struct column_state *states, struct common_rest *common, struct range_list *out) {
  struct range_search *search = all->search;
  for (size_t row = 0; row < 2 * count; row++) {
    for (size_t i = 0; i < search->count; i++)
      if (i != all->column) rowkey_search_put(search, row, i, all->states[i].low);
    const struct span values = list[row / 2].values;
    rowkey_search_put(search, row, all->column, row % 2 == 0 ? values.low : values.high);
  }
  struct string_list bytes = {0};
  bool walked = rowkey_search_encode(search, all->part, 1, 2 * count, &bytes);
  for (size_t i = 0; i < count && walked; i++) {
    const struct ends ends = {text_at(&bytes, 2 * i), text_at(&bytes, 2 * i + 1)};
    const size_t from = range_list_count(out);
    const int64_t kept = search_keep_steps(search, all->count - (size_t)(list - all->list) - i);
    walked = walk_stretch(all, &list[i], ends, states, common, out);
    search->steps += kept;
    if (walked && i + 1 < count && follows(all, &list[i]))
      walked = close_gap(all, ends, (struct ends){text_at(&bytes, 2 * i + 2), text_at(&bytes, 2 * i + 3)},
                         from, out);
  }
  rowkey_strings_free(&bytes);
  return walked;
}

static bool walk_all(struct stretches *all, struct range_list *out) {
  struct column_state *states = rowkey_states_copy(all->search, all->states);
  struct common_rest common = {0};
  bool walked = states != NULL;
  for (size_t next = 0; next < all->count && walked;) {
    const size_t left = all->count - next, count = left < SEARCH_ROWS / 2 ? left : SEARCH_ROWS / 2;
    walked = walk_some(all, all->list + next, count, states, &common, out);
    next += count;
  }
  free(states);
  rowkey_range_list_free(&common.list);
  return walked;
}

/* ---- The part -------------------------------------------------------------------------------- */

/* The only column of the part with several wanted values. The other columns must be known; if the part does
 * not `decide` the value, it is enough that each has one wanted value. */
static size_t find_column(const struct range_search *search, size_t part, const struct column_state *states,
                          bool decides) {
  const struct part_facts *facts = &search->parts[part];
  if (facts->other || facts->random) return ROWKEY_NONE;
  size_t column = ROWKEY_NONE;
  for (size_t i = 0; i < search->count; i++) {
    const struct column_state *state = &states[i];
    if (!facts->made_of[i] || (decides ? state_is_known(state) : state_is_single(state))) continue;
    if (column != ROWKEY_NONE) return ROWKEY_NONE;
    column = i;
  }
  return column;
}

bool rowkey_walk_ordered(struct range_search *search, size_t part, const struct column_state *states,
                         bool decides, struct range_list *out, bool *walked) {
  *walked = false;
  const size_t column = find_column(search, part, states, decides);
  if (column == ROWKEY_NONE || search->constraints[column].type == ROWKEY_TEXT) return true;
  const struct part_order order = rowkey_part_order(search, part, column, states);
  *walked = order.ordered || order.empty;
  if (!order.ordered) return true;
  struct column_state *narrowed = rowkey_states_copy(search, states);
  if (narrowed == NULL) return false;
  struct column_state *state = &narrowed[column];
  bool good = true;
  if (rowkey_state_narrow(&search->constraints[column], state, order.low, order.high)) {
    if (decides) {
      state->first = order.low;
      state->last = order.high;
    }
    struct stretches all = {.search = search, .states = narrowed, .part = part, .column = column};
    all.order = order;
    all.decides = decides;
    all.go_on = rowkey_walk_helps(search, part + 1, narrowed, column);
    const uint64_t left = search_steps_left(search) / steps_for_stretch(&all);
    all.most = search->most < left ? search->most : left;
    good = find_list(&all);
    good = good && walk_all(&all, out);
    free(all.list);
  }
  free(narrowed);
  return good;
}
