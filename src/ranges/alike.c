/* Values below a hash or another function that scatters them: rows that agree in these values have the same
 * bytes, so that trying one of the rows is enough.
 *
 *     {md5(d, year(ts):04d, month(ts):02d) % 64:02d}      ts >= 2024-01-30, ts < 2024-03-02
 *
 * The hash is made of d, year(ts) and month(ts), the topmost values below it that are arithmetic on columns.
 * From 2024-01-30 to the end of January year and month stay the same: a stretch of ts. There are three
 * stretches, but billions of values of ts.
 */
#include <stdlib.h>
#include <string.h>

#include "plan/text_function.h"
#include "ranges/expression.h"

/* ---- What a part is made from ---------------------------------------------------------------- */

/* The highest arithmetic below the part's value, and how much of the beginning of each text. */
struct made_from {
  struct expression **expressions;
  size_t count;
  uint64_t *prefixes, *characters; /* of each constraint; prefixes of UINT64_MAX: all of its bytes */
};

/* Notes the text column, or the prefix of one, that the value is. False for other values. */
static bool note_text(const struct range_search *search, const struct value *value, struct made_from *from) {
  const bool is_prefix = value_is_prefix(value),
             is_counted = is_prefix && value->call.function->counts_characters;
  const struct value *column = is_prefix ? value->a : value;
  if (!value_is_column(column) || column->type != TYPE_TEXT) return false;
  const size_t constraint = rowkey_search_constraint_of(search, column);
  uint64_t *prefix = is_counted ? &from->characters[constraint] : &from->prefixes[constraint];
  const uint64_t bytes = is_prefix ? value->call.count : UINT64_MAX;
  if (bytes > *prefix) *prefix = bytes;
  return true;
}

/* Notes the value, or marks the values that it is made from. */
static bool note_value(struct range_search *search, const struct value *value, struct made_from *from,
                       bool *marks) {
  static const struct range any = {{UINT64_MAX, true, true}, {UINT64_MAX, false, true}};
  struct expression **expression = &from->expressions[from->count];
  if (!rowkey_expression_make(search, value, any, expression)) return false;
  from->count += *expression != NULL;
  if (*expression != NULL || note_text(search, value, from)) return true;
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    marks[operand->index] = true;
  return true;
}

static bool find_made_from(struct range_search *search, size_t part) {
  const struct rowkey_layout *layout = search->layout;
  struct arena *arena = &search->arena;
  struct made_from *from = rowkey_arena_allocate(arena, sizeof *from);
  bool *marks = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *marks);
  if (from == NULL || marks == NULL) return false;
  from->expressions = rowkey_arena_allocate_array(arena, layout->value_count + 1, sizeof *from->expressions);
  from->prefixes = rowkey_arena_allocate_array(arena, search->count, sizeof *from->prefixes);
  from->characters = rowkey_arena_allocate_array(arena, search->count, sizeof *from->characters);
  if (from->expressions == NULL || from->prefixes == NULL || from->characters == NULL) return false;
  marks[layout->key.parts[part].value->index] = true;
  for (size_t i = layout->value_count; i-- > 0;)
    if (marks[i] && !note_value(search, layout->values[i], from, marks)) return false;
  search->parts[part].made_from = from;
  return true;
}

/* ---- Stretches of numbers ---------------------------------------------------------------------- */

static bool is_made_of(const struct expression *expression, size_t constraint) {
  for (size_t i = 0; i < expression->count; i++)
    if (expression->nodes[i].constraint == constraint) return true;
  return false;
}

/* Whether the expression follows only this column among the wanted values. */
static bool is_of_one_column(const struct range_search *search, const struct expression *expression,
                             size_t constraint, const struct column_state *states) {
  for (size_t i = 0; i < search->count; i++)
    if (i != constraint && is_made_of(expression, i) && !state_is_single(&states[i])) return false;
  return true;
}

/* The last value for which the expression is the same as at the start of the view. */
static uint64_t last_of_stretch(const struct view *view) {
  const size_t root = view->expression->count - 1;
  const struct node *node = &view->expression->nodes[root];
  if (node->shape == CONSTANT_SHAPE) return view->high;
  const struct integer number = rowkey_view_value(view, root, view->low);
  uint64_t beyond;
  return rowkey_view_passes(view, root, number, node->shape == RISING, false, &beyond) ? beyond - 1
                                                                                       : view->high;
}

/* The view is of the stretch. Moves the end of that to the last value up to which the expression is the same.
 * False where the values up to that end make none: rows with them have no key. */
static bool end_stretch(struct view view, struct span *stretch) {
  enum finding finding;
  uint64_t end = view.high; /* how far the view has looked */
  /* Up to somewhere it rises or falls: at the latest for one value. */
  while ((finding = rowkey_view_look(&view)) == NO_ORDER && view.high > stretch->low) {
    end = view.high = stretch->low + (view.high - stretch->low) / 2;
    view.low = stretch->low;
  }
  if (finding == FOUND && view.low == stretch->low) {
    stretch->high = last_of_stretch(&view);
    return true;
  }
  stretch->high = finding == FOUND ? view.low - 1 : finding == NO_ROW ? end : stretch->low;
  return finding == NO_ORDER;
}

static bool find_next_stretch(const struct range_search *search, size_t part, size_t constraint,
                              const struct column_state *states, struct span *stretch) {
  const struct made_from *from = search->parts[part].made_from;
  for (size_t i = 0; i < from->count; i++) {
    const struct view view = {search, from->expressions[i], constraint, states, stretch->low, stretch->high};
    if (is_made_of(from->expressions[i], constraint) && !end_stretch(view, stretch)) return false;
  }
  return true;
}

/* Whether nothing tells that two values of the column make the same: it is itself below what scatters, or
 * together with others that have several values. */
static bool may_always_differ(const struct range_search *search, const struct made_from *from,
                              size_t constraint, const struct column_state *states) {
  for (size_t i = 0; i < from->count; i++) {
    const struct expression *expression = from->expressions[i];
    if (!is_made_of(expression, constraint)) continue;
    if (expression->count == 1 || !is_of_one_column(search, expression, constraint, states)) return true;
  }
  return false;
}

static bool add_stretch(struct alike_spans *out, struct span stretch, size_t *capacity) {
  if (out->count == *capacity) {
    *capacity = 2 * *capacity + 16;
    struct span *more = realloc(out->spans, *capacity * sizeof *more);
    if (more == NULL) return false;
    out->spans = more;
  }
  out->spans[out->count++] = stretch;
  return true;
}

/* A look takes as long as trying this many records. */
enum { STEPS_FOR_A_LOOK = 32, FIRST_LOOKS = 8 };

/* Whether the stretches are as many as values or more than `most`, as far as those up to `value` tell, or
 * than there are steps for. */
static bool are_too_many(struct range_search *search, const struct column_state *state, uint64_t value,
                         uint64_t looks, uint64_t most) {
  const uint64_t length = (value - state->low) / FIRST_LOOKS, left = state->high - value;
  if (looks == FIRST_LOOKS) return length <= 1 || left / length > most;
  const bool hurries = looks > search_steps_left(search) / STEPS_FOR_A_LOOK;
  search->hurried |= hurries;
  return hurries;
}

static bool find_numbers(struct range_search *search, size_t part, size_t constraint,
                         const struct column_state *states, uint64_t most, struct alike_spans *out) {
  const struct constraint *asked = &search->constraints[constraint];
  const struct column_state *state = &states[constraint];
  size_t capacity = 0;
  uint64_t value = state->low, looks = 0;
  bool is_last = false, fits = true, good = true;
  for (; good && fits && !is_last; looks++) {
    struct span stretch = {value, rowkey_state_span_end(asked, state, value)};
    const bool has_key = find_next_stretch(search, part, constraint, states, &stretch);
    fits = !are_too_many(search, state, value, looks, most) && !(has_key && out->count == most);
    good = search_goes_on(search) && (!has_key || add_stretch(out, stretch, &capacity));
    is_last = stretch.high >= state->high;
    if (!is_last) value = rowkey_state_next(asked, state, stretch.high + 1);
  }
  if (looks > FIRST_LOOKS + 1) search_take_steps(search, looks * STEPS_FOR_A_LOOK);
  if (!fits) rowkey_alike_spans_free(out);
  return good;
}

/* ---- Stretches of texts ------------------------------------------------------------------------ */

/* Whether all texts of the interval begin with the same `bytes` bytes and `characters` characters. */
static bool begin_alike(const struct constraint *asked, uint64_t bytes, uint64_t characters) {
  const uint8_t *low = string_at(&asked->texts, 0), *stop = string_at(&asked->texts, 1);
  const size_t low_size = string_size(&asked->texts, 0), stop_size = string_size(&asked->texts, 1);
  const uint64_t end = rowkey_end_of_characters((struct slice){(const char *)low, low_size}, characters);
  if (end > bytes) bytes = end;
  if (low_size < bytes || stop_size == 0) return false;
  size_t common = 0;
  while (common < low_size && common < stop_size && low[common] == stop[common]) common++;
  if (common >= bytes) return true;
  /* Or it ends where texts begin to have other first bytes. */
  return stop_size == bytes && common + 1 == bytes && stop[common] == low[common] + 1;
}

/* ---- Both ---------------------------------------------------------------------------------------- */

bool rowkey_find_alike_spans(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, uint64_t most, struct alike_spans *out) {
  const struct constraint *asked = &search->constraints[constraint];
  *out = (struct alike_spans){NULL, 0};
  if (search->parts[part].made_from == NULL && !find_made_from(search, part)) return false;
  const struct made_from *from = search->parts[part].made_from;
  if (asked->of_nulls || may_always_differ(search, from, constraint, states)) return true;
  if (asked->type != ROWKEY_TEXT) return find_numbers(search, part, constraint, states, most, out);
  size_t capacity = 0;
  const bool is_one =
      asked->is_interval && begin_alike(asked, from->prefixes[constraint], from->characters[constraint]);
  return !is_one || add_stretch(out, (struct span){0, 1}, &capacity);
}

void rowkey_alike_spans_free(struct alike_spans *alike) {
  free(alike->spans);
  *alike = (struct alike_spans){NULL, 0};
}
