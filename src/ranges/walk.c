/* The walk itself. It encodes a run of known parts at once, and puts the bytes before the ranges of the rest.
 * At a part that is not known it tries the ways of the other files, from the best to the worst.
 *
 *     {region:2s}{id:u16}    region in (de, dk), id < 3
 *
 * The first part has two wanted values, which are taken one by one. With region = de it is known: it is
 * encoded to "de" and learnt, and the walk goes on at the second part. This one follows id, so it is the
 * range 00 00 to 00 03, and behind "de" that is de to de 00 03. */
#include "plan/text_function.h"
#include "ranges/search.h"

#include <rowkey/decode.h>
#include <stdlib.h>

/* The most fields with several values that a walk nests. */
enum { DEPTH_MAX = 100, STEPS_FOR_A_WALK = 2 };

/* ---- What is left ---------------------------------------------------------------------------- */

static bool is_done(const struct range_search *search, const struct column_state *states, size_t index) {
  return rowkey_state_is_done(&search->constraints[index], &states[index]);
}

void rowkey_walk_doubt(struct range_search *search, const struct column_state *states, size_t except) {
  for (size_t i = 0; i < search->count; i++) {
    if (i == except || is_done(search, states, i)) continue;
    search->uncertain[i] = true;
    search->exact = false;
  }
}

bool rowkey_walk_helps(const struct range_search *search, size_t part, const struct column_state *states,
                       size_t except) {
  const bool *later = search->parts[part].later;
  for (size_t i = 0; i < search->count; i++)
    if (i != except && later[i] && !is_done(search, states, i)) return true;
  return false;
}

bool rowkey_walk_give_up(struct range_search *search, const struct column_state *states,
                         struct range_list *out) {
  rowkey_walk_doubt(search, states, ROWKEY_NONE);
  return rowkey_range_list_add(out, (struct slice){NULL, 0}, (struct slice){NULL, 0});
}

bool rowkey_walk_reduce(struct range_search *search, const struct column_state *states, size_t most,
                        struct range_list *list) {
  if (range_list_count(list) <= most) return true;
  search->limited = true;
  rowkey_walk_doubt(search, states, ROWKEY_NONE);
  return rowkey_range_list_reduce(list, most, &search->asking);
}

bool rowkey_walk_count(struct range_search *search, const struct column_state *states, size_t added,
                       struct range_list *out) {
  search_take_steps(search, added);
  if (!search_goes_on(search)) return false;
  if (range_list_count(out) / 2 <= search->most) return true;
  if (!rowkey_range_list_normalize(out, &search->asking)) return false;
  return rowkey_walk_reduce(search, states, search->most, out);
}

/* The key ends here. Decoding it gives the wanted values, unless the key was guessed. */
static bool end_key(struct range_search *search, const struct column_state *states, struct range_list *out) {
  for (size_t i = 0; i < search->count; i++) {
    if (is_done(search, states, i)) continue;
    const size_t column = search->constraints[i].column;
    const bool recovered = search->constraints[i].of_nulls
                               ? rowkey_layout_recovers_nulls(search->layout, column)
                               : rowkey_layout_recovery(search->layout, column) == ROWKEY_RECOVERED;
    const bool comes_back = !states[i].guessed && state_is_single(&states[i]) && recovered;
    if (comes_back) continue;
    search->uncertain[i] = true;
    search->exact = false;
  }
  return rowkey_range_list_add(out, (struct slice){NULL, 0}, (struct slice){"\0", 1});
}

/* ---- Parts that are known -------------------------------------------------------------------- */

/* Whether all wanted rows have the same bytes in the part. */
static bool is_determined(const struct range_search *search, size_t part, const struct column_state *states) {
  const struct part_facts *facts = &search->parts[part];
  if (facts->other || facts->random) return false;
  for (size_t i = 0; i < search->count; i++)
    if (facts->made_of[i] && !state_is_single(&states[i])) return false;
  return true;
}

static void know_value(struct column_state *state) { state->first = state->last = state->low; }

/* The only column of the part whose value rows may differ in; ROWKEY_NONE for none or several. */
static size_t open_column(const struct range_search *search, size_t part, const struct column_state *states) {
  size_t open = ROWKEY_NONE;
  for (size_t i = 0; i < search->count; i++) {
    if (!search->parts[part].made_of[i] || state_is_known(&states[i])) continue;
    if (open != ROWKEY_NONE) return ROWKEY_NONE;
    open = i;
  }
  return open;
}

void rowkey_walk_learn(struct range_search *search, size_t part, struct column_state *states) {
  const struct part_facts *facts = &search->parts[part];
  if (facts->reversible) {
    for (size_t i = 0; i < search->count; i++)
      if (facts->made_of[i]) know_value(&states[i]);
    return;
  }
  const size_t open = open_column(search, part, states);
  if (open == ROWKEY_NONE || facts->expression == NULL) return;
  const struct part_order order = rowkey_part_order(search, part, open, states);
  if (!order.ordered || states[open].low < order.low || states[open].low > order.high) return;
  const struct span same = rowkey_part_same(search, part, open, states, &order, states[open].low);
  states[open].first = same.low;
  states[open].last = same.high;
}

size_t rowkey_walk_end_of_known(const struct range_search *search, size_t part,
                                const struct column_state *states) {
  while (part < search->layout->key.count && is_determined(search, part, states)) part++;
  return part;
}

/* ---- Parts that are not ---------------------------------------------------------------------- */

/* If there are sixteen times as many records as the part has values, they make nearly all values: then it is
 * simpler to try every value. */
enum { TRIES_FOR_A_VALUE = 16, ENCODED_FOR_A_RANGE = 4 };

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

static bool walk_values(struct range_search *search, size_t part, const struct column_state *states,
                        struct range_list *out, bool *walked) {
  uint64_t values;
  if (!rowkey_part_values(search, part, &values)) return false;
  uint64_t wanted = (uint64_t)search->most * ENCODED_FOR_A_RANGE;
  if (values != 0) wanted = lesser(wanted, values * TRIES_FOR_A_VALUE);
  const uint64_t tries = lesser(wanted, search_steps_left(search));
  if (!rowkey_walk_enumerated(search, part, states, tries, out, walked)) return false;
  search->hurried |= !*walked && tries < wanted;
  return (*walked || rowkey_walk_ordered(search, part, states, false, out, walked)) &&
         (*walked || rowkey_walk_interleaved(search, part, states, out, walked)) &&
         (*walked || values == 0 || rowkey_walk_domain(search, part, states, out, walked));
}

static bool walk_open_field(struct range_search *search, size_t part, const struct column_state *states,
                            struct range_list *out) {
  if (part == search->layout->key.count) return end_key(search, states, out);
  const bool helps = rowkey_walk_helps(search, part, states, ROWKEY_NONE);
  if (!helps || search->steps <= 0) {
    search->starved |= helps;
    search->hurried |= helps;
    search->limited |= helps;
    return rowkey_walk_give_up(search, states, out);
  }
  bool walked = false;
  if (!rowkey_walk_text(search, part, states, out, &walked)) return false;
  if (!walked && !rowkey_walk_ordered(search, part, states, true, out, &walked)) return false;
  /* A range over several numbers leaves no way to narrow the parts after it. */
  const bool is_last = !rowkey_walk_helps(search, part + 1, states, ROWKEY_NONE);
  if (!walked && is_last && !rowkey_walk_interleaved(search, part, states, out, &walked)) return false;
  if (!walked && !walk_values(search, part, states, out, &walked)) return false;
  return walked || rowkey_walk_give_up(search, states, out);
}

/* If the end of a text is the start of an escaped 00, only some bytes can follow the text: removes the others
 * from the ranges behind part - 1. */
static bool keep_what_follows(const struct range_search *search, size_t part, struct range_list *rest) {
  const struct part *before = part == 0 ? NULL : &search->layout->key.parts[part - 1];
  const unsigned limit = before == NULL ? EVERY_BYTE : part_follow_limit(before);
  if (limit == EVERY_BYTE) return true;
  const char edge = (char)(before->inverted ? UINT8_MAX - limit + 1 : limit);
  const struct slice open = {NULL, 0}, at_edge = {&edge, 1};
  struct range_list kept = {0}, others = {0};
  const bool good =
      rowkey_range_list_add(&others, before->inverted ? open : at_edge, before->inverted ? at_edge : open) &&
      rowkey_range_list_normalize(rest, NULL) && rowkey_range_list_subtract(&kept, rest, &others);
  rowkey_range_list_free(&others);
  rowkey_range_list_free(rest);
  *rest = kept;
  return good;
}

static bool walk_new_field(struct range_search *search, size_t part, const struct column_state *states,
                           struct range_list *out) {
  return walk_open_field(search, part, states, out) && keep_what_follows(search, part, out);
}

/* ---- The same once more ------------------------------------------------------------------------ */

/* Whether a walk from the part on would find the same for both states. Columns that these parts are not made
 * from do not count if the bytes so far meet their conditions. */
static bool make_the_same(const struct range_search *search, size_t part, const struct column_state *states,
                          const struct column_state *others) {
  const bool *later = search->parts[part].later;
  for (size_t i = 0; i < search->count; i++)
    if (!(states_have_same_values(&states[i], &others[i]) && states[i].guessed == others[i].guessed) &&
        (later[i] || !is_done(search, states, i) || !is_done(search, others, i)))
      return false;
  return true;
}

/* Keeps a copy of the ranges found last: values that are tried one after the other often have equal rests. */
static bool keep_rest(struct range_search *search, struct kept_rest *kept, const struct column_state *states,
                      int64_t steps, const struct range_list *found) {
  if (!rowkey_states_keep(search, states, &kept->states)) return false;
  kept->depth = search->depth;
  kept->steps = search->hurried ? steps : INT64_MAX / 2;
  rowkey_range_list_free(&kept->list);
  return rowkey_range_list_add_behind(&kept->list, (struct slice){NULL, 0}, found);
}

static bool was_just_found(const struct range_search *search, size_t part,
                           const struct column_state *states) {
  const struct kept_rest *kept = &search->parts[part].kept;
  return kept->states != NULL && kept->depth == search->depth && search->steps > 0 &&
         search->steps / 2 < kept->steps && make_the_same(search, part, states, kept->states);
}

/* `out` must be empty. */
static bool walk_field(struct range_search *search, size_t part, const struct column_state *states,
                       struct range_list *out) {
  struct kept_rest *kept = &search->parts[part].kept;
  if (part == search->layout->key.count) return walk_new_field(search, part, states, out);
  if (was_just_found(search, part, states))
    return rowkey_range_list_add_behind(out, (struct slice){NULL, 0}, &kept->list);
  const bool was_hurried = search->hurried;
  const int64_t steps = search->steps;
  search->hurried = false;
  const bool walked =
      walk_new_field(search, part, states, out) && keep_rest(search, kept, states, steps, out);
  search->hurried |= was_hurried;
  return walked;
}

void rowkey_walk_forget(struct range_search *search) {
  for (size_t i = 0; search->parts != NULL && i < search->layout->key.count; i++) {
    rowkey_range_list_free(&search->parts[i].kept.list);
    search->parts[i].kept = (struct kept_rest){0};
    search->parts[i].many = NULL;
  }
}

bool rowkey_walk_behind(struct range_search *search, struct slice prefix, size_t part,
                        const struct column_state *states, struct range_list *out) {
  struct range_list rest = {0};
  const bool walked =
      rowkey_walk(search, part, states, &rest) && rowkey_range_list_add_behind(out, prefix, &rest);
  rowkey_range_list_free(&rest);
  return walked;
}

/* ---- The walk -------------------------------------------------------------------------------- */

static bool walk_field_behind(struct range_search *search, struct slice prefix, size_t part,
                              const struct column_state *states, struct range_list *out) {
  struct range_list rest = {0};
  const bool walked =
      walk_field(search, part, states, &rest) && rowkey_range_list_add_behind(out, prefix, &rest);
  rowkey_range_list_free(&rest);
  return walked;
}

/* Walks parts `part` to `end` - 1, in which all wanted records have the same bytes. */
static bool walk_known(struct range_search *search, size_t part, size_t end,
                       const struct column_state *states, struct range_list *out) {
  const struct part *first = &search->layout->key.parts[part];
  if (end == part + 1 && first->kind == PART_LITERAL)
    return walk_field_behind(search,
                             (struct slice){search->layout->key.literals + first->literal, first->width}, end,
                             states, out);
  struct string_list bytes = {0};
  struct column_state *learnt = rowkey_states_copy(search, states);
  for (size_t i = 0; i < search->count; i++) rowkey_search_put(search, 0, i, states[i].low);
  bool walked = learnt != NULL && rowkey_search_encode(search, part, end - part, 1, &bytes);
  if (walked && row_has_key(search->validity, 0)) {
    for (size_t i = part; i < end; i++) rowkey_walk_learn(search, i, learnt);
    const struct slice prefix = {(const char *)string_at(&bytes, 0), string_size(&bytes, 0)};
    walked = walk_field_behind(search, prefix, end, learnt, out);
  }
  rowkey_strings_free(&bytes);
  free(learnt);
  return walked;
}

bool rowkey_walk(struct range_search *search, size_t part, const struct column_state *states,
                 struct range_list *out) {
  if (!search_goes_on(search)) return false;
  if (search->depth == DEPTH_MAX)
    return rowkey_walk_give_up(search, states, out) && keep_what_follows(search, part, out);
  search->depth++;
  search_take_steps(search, STEPS_FOR_A_WALK);
  const size_t end = rowkey_walk_end_of_known(search, part, states);
  const bool walked =
      end == part ? walk_field(search, part, states, out) : walk_known(search, part, end, states, out);
  search->depth--;
  return walked;
}
