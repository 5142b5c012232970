/* rowkey_ranges_find: prepares the walk, and turns its result into the caller's ranges. */
#include <rowkey/ranges.h>

#include <stdlib.h>
#include <string.h>

#include "ranges/list.h"
#include "ranges/search.h"
#include "rounding.h"

enum { BYTES_BY_DEFAULT = 1 << 30, STEPS_FOR_A_RANGE = 64 };

/* ---- Constraints ----------------------------------------------------------------------------- */

static bool is_first_on_column(const rowkey_condition *conditions, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (conditions[i].column == conditions[index].column) return false;
  return true;
}

static bool make_constraints(struct range_search *search, const rowkey_condition *conditions, size_t count,
                             rowkey_error *error) {
  const size_t most = 2 * count; /* one on the values of each column, and one on its nulls */
  search->constraints = rowkey_arena_allocate_array(&search->arena, most, sizeof *search->constraints);
  search->uncertain = rowkey_arena_allocate_array(&search->arena, most, sizeof *search->uncertain);
  if (search->constraints == NULL || search->uncertain == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (!is_first_on_column(conditions, i)) continue;
    if (!rowkey_constraint_make(&search->constraints[search->count++], search->layout, column, conditions,
                                count, &search->asking, error))
      return false;
    if (!rowkey_has_null_marker(search->layout, column)) continue;
    const bool null = rowkey_conditions_ask_null(column, conditions, count);
    if (!rowkey_null_constraint_make(&search->constraints[search->count++], column, null, error))
      return false;
  }
  return true;
}

/* Whether only rows are wanted in which the column is null. All these rows have the value that null counts
 * as. */
static bool is_of_null(const struct range_search *search, size_t index) {
  const struct constraint *constraint = &search->constraints[index];
  return index + 1 < search->count && constraint[1].of_nulls && constraint[1].spans[0].low == 1;
}

static struct column_state *make_states(const struct range_search *search) {
  struct column_state *states = malloc((search->count + 1) * sizeof *states);
  for (size_t i = 0; states != NULL && i < search->count; i++) {
    const struct constraint *constraint = &search->constraints[i];
    if (is_of_null(search, i)) {
      const uint64_t value = constraint->type == ROWKEY_TEXT ? 0 : constraint->spans[0].low;
      states[i] = (struct column_state){value, value, value, value, false};
      continue;
    }
    if (constraint->of_nulls) {
      states[i] = (struct column_state){constraint->spans[0].low, constraint->spans[0].low, 0, 1, false};
      continue;
    }
    if (constraint->is_pin) {
      const struct span all = constraint->spans[0];
      states[i] = (struct column_state){all.low, all.high, all.low, all.high, false};
      continue;
    }
    if (constraint->type != ROWKEY_TEXT) {
      states[i] = (struct column_state){
          constraint->spans[0].low, constraint->spans[constraint->span_count - 1].high,
          rowkey_lowest_rank(constraint->type), rowkey_highest_rank(constraint->type), false};
      continue;
    }
    /* An interval of all texts is not a condition. */
    const bool all = constraint->is_interval && string_size(&constraint->texts, 0) == 0 &&
                     string_size(&constraint->texts, 1) == 0;
    states[i] = (struct column_state){0, constraint->texts.count - 1, 0, all ? 1 : UINT64_MAX, false};
  }
  return states;
}

/* ---- What keys can hold at all ----------------------------------------------------------------- */

static bool is_made_of_one(const struct range_search *search, size_t part, size_t index) {
  const struct part_facts *facts = &search->parts[part];
  for (size_t i = 0; i < search->count; i++)
    if (facts->made_of[i] != (i == index)) return false;
  return facts->expression != NULL;
}

/* Keeps only the wanted values that the columns' fields can hold. False if no wanted value is left. */
static bool clip_to_fields(struct range_search *search, struct column_state *states) {
  for (size_t part = 0; part < search->layout->key.count; part++) {
    for (size_t i = 0; i < search->count; i++) {
      if (!is_made_of_one(search, part, i)) continue;
      const struct part_order order = rowkey_part_order(search, part, i, states);
      if (order.empty) return false;
      if (!order.ordered) continue;
      states[i].first = order.low;
      states[i].last = order.high;
      if (!rowkey_state_narrow(&search->constraints[i], &states[i], order.low, order.high)) return false;
    }
  }
  return true;
}

/* ---- All together ---------------------------------------------------------------------------- */

/* Whether no key is left out: all of them begin with the same literal text, or with none. */
static bool is_everything(const struct range_search *search, const struct range_list *list) {
  const struct sequence *key = &search->layout->key;
  struct slice prefix = {NULL, 0};
  if (key->count > 0 && key->parts[0].kind == PART_LITERAL)
    prefix = (struct slice){key->literals + key->parts[0].literal, key->parts[0].width};
  return rowkey_range_list_is_prefix(list, prefix);
}

static rowkey_ranges *make_result(struct range_search *search, struct range_list *list) {
  if (!goes_on_now(&search->asking) || !rowkey_range_list_normalize(list, &search->asking) ||
      !goes_on_now(&search->asking))
    return NULL;
  if (range_list_count(list) > search->most) {
    for (size_t i = 0; i < search->count; i++) search->uncertain[i] = true;
    search->exact = search->count == 0;
    search->limited = true;
    if (!rowkey_range_list_reduce(list, search->most, &search->asking)) return NULL;
  }
  bool *filter = calloc(search->layout->column_count + 1, sizeof *filter);
  if (filter == NULL) return NULL;
  for (size_t i = 0; i < search->count; i++) filter[search->constraints[i].column] |= search->uncertain[i];
  const rowkey_ranges found = {
      .exact = search->exact, .filter = filter, .limited = search->limited && !search->exact};
  rowkey_ranges *result = rowkey_ranges_make(list, &found, search->layout->column_count);
  free(filter);
  return result;
}

/* An equal share of the steps may be too little for one value and too much for others. If half of all steps
 * are left in the end, a walk without shares may do better with them. */
static bool walk_all(struct range_search *search, const struct column_state *states,
                     struct range_list *list) {
  const int64_t steps = search->steps;
  search->shares = true;
  if (!rowkey_walk(search, 0, states, list)) return false;
  if (!search->starved || search->steps < steps / 2) return true;
  rowkey_range_list_free(list);
  *list = (struct range_list){0};
  rowkey_walk_forget(search);
  for (size_t i = 0; i < search->count; i++) search->uncertain[i] = false;
  search->exact = true;
  search->shares = search->limited = false;
  search->steps = steps;
  return rowkey_walk(search, 0, states, list);
}

static rowkey_ranges *find_result(struct range_search *search, rowkey_error *error) {
  rowkey_ranges *result = NULL;
  struct range_list list = {0};
  struct column_state *states = rowkey_search_pin_values(search) ? make_states(search) : NULL;
  size_t helpless = ROWKEY_NONE;
  if (states != NULL && rowkey_search_find_parts(search) && rowkey_search_open_encoding(search)) {
    helpless = rowkey_search_find_helpless(search, states);
    if (!clip_to_fields(search, states) || walk_all(search, states, &list))
      result = make_result(search, &list);
  }
  if (result == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
  } else if (helpless != ROWKEY_NONE && is_everything(search, &list)) {
    rowkey_search_refuse(search, helpless, error);
    rowkey_ranges_free(result);
    result = NULL;
  }
  rowkey_range_list_free(&list);
  free(states);
  return result;
}

static void close_search(struct range_search *search) {
  rowkey_search_close_encoding(search);
  rowkey_walk_forget(search);
  for (size_t i = 0; search->parts != NULL && i < search->layout->key.count; i++)
    if (search->parts[i].domain_is_open) rowkey_domain_free(&search->parts[i].domain);
  for (size_t i = 0; i < search->count; i++) rowkey_constraint_free(&search->constraints[i]);
  rowkey_layout_free(search->pinned);
  rowkey_arena_free(&search->arena);
}

/* Fewer ranges if the keys are long, so that they do not fill the memory. */
static size_t most_by_default(const struct rowkey_layout *layout) {
  const size_t fitting = BYTES_BY_DEFAULT / 2 / (layout->key.maximum + sizeof(uint64_t));
  return fitting < ROWKEY_RANGES_BY_DEFAULT ? fitting : ROWKEY_RANGES_BY_DEFAULT;
}

rowkey_ranges *rowkey_ranges_find(const rowkey_layout *layout, const rowkey_condition *conditions,
                                  size_t count, size_t most, rowkey_error *error) {
  return rowkey_ranges_find_while(layout, conditions, count, most, NULL, NULL, error);
}

rowkey_ranges *rowkey_ranges_find_while(const rowkey_layout *layout, const rowkey_condition *conditions,
                                        size_t count, size_t most, rowkey_go_on *go_on, void *context,
                                        rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  if (most == 0) most = most_by_default(layout);
  if (most > MOST_AT_ALL) most = MOST_AT_ALL;
  struct range_search search = {
      .layout = layout,
      .most = most,
      .steps =
          (int64_t)(most < ROWKEY_RANGES_BY_DEFAULT ? ROWKEY_RANGES_BY_DEFAULT : most) * STEPS_FOR_A_RANGE,
      .exact = true,
      .asking = {.go_on = go_on, .context = context}};
  rowkey_ranges *ranges = NULL;
  struct usual_rounding rounding;
  begin_usual_rounding(&rounding);
  if (rowkey_conditions_keep(&search.arena, layout, &conditions, count, &search.asking, error) &&
      rowkey_conditions_valid(layout, conditions, count, &search.asking, error) &&
      make_constraints(&search, conditions, count, error))
    ranges = find_result(&search, error);
  end_usual_rounding(&rounding);
  if (search.asking.stopped) {
    rowkey_error_set(error, ROWKEY_ERROR_STOPPED, "the caller stopped the search for ranges");
    rowkey_ranges_free(ranges);
    ranges = NULL;
  }
  close_search(&search);
  return ranges;
}
