/* The wanted values of a column. */
#include <stdlib.h>
#include <string.h>

#include "ranges/search.h"

struct column_state *rowkey_states_copy(const struct range_search *search,
                                        const struct column_state *states) {
  struct column_state *copy = malloc((search->count + 1) * sizeof *copy);
  if (copy != NULL && search->count != 0) memcpy(copy, states, search->count * sizeof *copy);
  return copy;
}

bool rowkey_states_keep(struct range_search *search, const struct column_state *states,
                        struct column_state **kept) {
  if (*kept == NULL) *kept = rowkey_arena_allocate_array(&search->arena, search->count, sizeof **kept);
  if (*kept == NULL) return false;
  memcpy(*kept, states, search->count * sizeof *states);
  return true;
}

static bool is_number(const struct constraint *constraint) { return constraint->type != ROWKEY_TEXT; }

/* The first span that does not end before the value. */
static size_t span_at(const struct constraint *constraint, uint64_t value) {
  size_t low = 0, high = constraint->span_count - 1;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (constraint->spans[middle].high < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* How many values of the constraint are less than `value`, which must be one of them. */
static uint64_t place_of(const struct constraint *constraint, uint64_t value) {
  const size_t span = span_at(constraint, value);
  return constraint->before[span] + (value - constraint->spans[span].low);
}

uint64_t rowkey_state_size(const struct constraint *constraint, const struct column_state *state) {
  if (!is_number(constraint)) {
    if (constraint->is_interval) return UINT64_MAX;
    return state->high - state->low + 1;
  }
  const uint64_t size = place_of(constraint, state->high) - place_of(constraint, state->low);
  return size == UINT64_MAX ? size : size + 1;
}

uint64_t rowkey_state_value(const struct constraint *constraint, const struct column_state *state,
                            uint64_t index) {
  if (!is_number(constraint)) return state->low + index;
  const uint64_t place = place_of(constraint, state->low) + index;
  size_t low = 0, high = constraint->span_count - 1;
  while (low < high) {
    const size_t middle = low + (high - low + 1) / 2;
    if (constraint->before[middle] <= place)
      low = middle;
    else
      high = middle - 1;
  }
  return constraint->spans[low].low + (place - constraint->before[low]);
}

uint64_t rowkey_state_span_end(const struct constraint *constraint, const struct column_state *state,
                               uint64_t value) {
  if (!is_number(constraint)) return value;
  const uint64_t end = constraint->spans[span_at(constraint, value)].high;
  return end < state->high ? end : state->high;
}

uint64_t rowkey_state_next(const struct constraint *constraint, const struct column_state *state,
                           uint64_t value) {
  if (value < state->low) value = state->low;
  if (!is_number(constraint)) return value;
  const uint64_t low = constraint->spans[span_at(constraint, value)].low;
  return low > value ? low : value;
}

bool rowkey_state_narrow(const struct constraint *constraint, struct column_state *state, uint64_t low,
                         uint64_t high) {
  if (low > state->high || high < state->low || low > high) return false;
  low = rowkey_state_next(constraint, state, low);
  if (high > state->high) high = state->high;
  if (low > high) return false;
  if (is_number(constraint)) {
    /* Between two spans the end of the first one is the greatest value. */
    const size_t span = span_at(constraint, high);
    if (constraint->spans[span].low > high) high = constraint->spans[span - 1].high;
  }
  state->low = low;
  state->high = high;
  return true;
}

bool rowkey_state_is_done(const struct constraint *constraint, const struct column_state *state) {
  if (constraint->is_pin) return true;
  if (state->low != state->first || state->high != state->last) return false;
  return !is_number(constraint) || rowkey_state_span_end(constraint, state, state->low) == state->high;
}
