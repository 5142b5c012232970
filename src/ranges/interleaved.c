/* Parts that interleave numbers: a box of their values, for two numbers a rectangle, is a list of ranges of
 * keys.
 *
 * A cube whose corners are multiples of its side is one run of numbers in Z-order. Starting with the whole
 * space, cubes that lie partly in the box are divided (squares into four) until all lie inside the box. If
 * there would be more ranges than allowed, the remaining cubes are taken whole, and rows are filtered.
 */
#include <stdlib.h>
#include <string.h>

#include "plan/facts.h"
#include "ranges/expression.h"

/* How many cubes are examined for each range allowed. */
enum { CUBES_FOR_A_RANGE = 16 };

/* One of the numbers: the spans of its values, ascending and apart. */
struct side {
  struct span *spans;
  size_t count;
  bool limited;  /* a condition excludes some numbers */
  size_t column; /* whose condition a row meets if its number is among these; ROWKEY_NONE for none */
};

/* Numbers in Z-order. */
struct run {
  uint64_t low, high;
  bool inside; /* all of them are in the box */
};

struct runs {
  struct run *list;
  size_t count, capacity;
};

struct space {
  struct side sides[Z_ORDER_MOST];
  unsigned count, bits; /* the numbers, and the bits of each */
  struct runs runs;
};

/* ---- Sides ----------------------------------------------------------------------------------- */

static bool add_span(struct side *side, size_t room, struct span span) {
  if (side->spans == NULL) side->spans = malloc(room * sizeof *side->spans);
  if (side->spans == NULL) return false;
  side->spans[side->count++] = span;
  return true;
}

static uint64_t last_of(unsigned bits) { return UINT64_MAX >> (64 - bits); }

static bool take_all(struct side *side, unsigned bits) {
  return add_span(side, 1, (struct span){0, last_of(bits)});
}

static bool take_constant(struct side *side, uint64_t number) {
  side->column = ROWKEY_NONE;
  side->limited = true;
  return add_span(side, 1, (struct span){number, number});
}

/* The columns of the expression whose values rows still differ in: how many there are, how many of them have
 * several values asked for, and the last of those, or else of all. */
struct open_columns {
  size_t count, several, column;
};

static struct open_columns find_open(const struct expression *expression, const struct column_state *states) {
  struct open_columns open = {0, 0, ROWKEY_NONE};
  for (size_t i = 0; i < expression->count; i++) {
    const size_t constraint = expression->nodes[i].constraint;
    if (constraint == ROWKEY_NONE) continue;
    const bool is_known = state_is_known(&states[constraint]);
    const bool several = !is_known && !state_is_single(&states[constraint]);
    if (open.column == ROWKEY_NONE || several || open.several == 0) open.column = constraint;
    open.count += !is_known;
    open.several += several;
  }
  return open;
}

static int compare_spans(const void *a, const void *b) {
  const struct span *left = a, *right = b;
  return (left->low > right->low) - (left->low < right->low);
}

/* Of numbers that fall where the column rises, and are the same at the end of a span and the start of the
 * next one. */
static void normalize(struct side *side) {
  size_t kept = 0;
  qsort(side->spans, side->count, sizeof *side->spans, compare_spans);
  for (size_t i = 0; i < side->count; i++) {
    struct span *last = &side->spans[kept == 0 ? 0 : kept - 1];
    if (kept == 0 || side->spans[i].low > last->high + 1)
      side->spans[kept++] = side->spans[i];
    else if (side->spans[i].high > last->high)
      last->high = side->spans[i].high;
  }
  side->count = kept;
}

/* The numbers for the values asked for of the column that the view follows. */
static bool follow_column(const struct view *view, struct side *side) {
  const struct constraint *constraint = &view->search->constraints[view->constraint];
  struct column_state state = view->states[view->constraint];
  const size_t last = view->expression->count - 1;
  if (!rowkey_state_narrow(constraint, &state, view->low, view->high)) return true;
  for (uint64_t value = state.low;;) {
    const uint64_t end = rowkey_state_span_end(constraint, &state, value);
    const uint64_t x = rowkey_view_value(view, last, value).magnitude;
    const uint64_t y = rowkey_view_value(view, last, end).magnitude;
    if (!add_span(side, constraint->span_count, (struct span){x < y ? x : y, x < y ? y : x})) return false;
    if (end >= state.high) break;
    value = rowkey_state_next(constraint, &state, end + 1);
  }
  normalize(side);
  return true;
}

static bool find_side(const struct range_search *search, const struct expression *expression,
                      const struct column_state *states, unsigned bits, struct side *side) {
  side->column = ROWKEY_NONE;
  if (expression == NULL) return take_all(side, bits);
  const struct open_columns open = find_open(expression, states);
  if (open.column == ROWKEY_NONE) return take_all(side, bits);
  if (open.several > 1) return take_all(side, bits);
  const struct column_state *state = &states[open.column];
  struct view view = {search, expression, open.column, states, state->first, state->last};
  enum finding finding = rowkey_view_look(&view);
  /* Where it follows the column among all values that rows have, others do not make the same number. */
  if (finding == FOUND && open.count <= 1 && expression->nodes[expression->count - 1].strict)
    side->column = open.column;
  if (finding == NO_ORDER) {
    view.low = state->low;
    view.high = state->high;
    finding = rowkey_view_look(&view);
  }
  if (finding == NO_ORDER) return take_all(side, bits);
  side->limited = true;
  return finding == NO_ROW || follow_column(&view, side);
}

enum overlap { OUTSIDE, PARTLY, INSIDE };

static enum overlap overlap_of(const struct side *side, struct span numbers) {
  size_t low = 0, high = side->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (side->spans[middle].high < numbers.low)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == side->count || side->spans[low].low > numbers.high) return OUTSIDE;
  return side->spans[low].low <= numbers.low && numbers.high <= side->spans[low].high ? INSIDE : PARTLY;
}

/* ---- Cubes ------------------------------------------------------------------------------------- */

static bool add_run(struct runs *runs, struct run run) {
  struct run *last = runs->count == 0 ? NULL : &runs->list[runs->count - 1];
  if (last != NULL && last->inside && run.inside && last->high + 1 == run.low) {
    last->high = run.high;
    return true;
  }
  if (runs->count == runs->capacity) {
    const size_t capacity = 2 * runs->capacity + 16;
    struct run *list =
        capacity > PTRDIFF_MAX / sizeof *list ? NULL : realloc(runs->list, capacity * sizeof *list);
    if (list == NULL) return false;
    runs->list = list;
    runs->capacity = capacity;
  }
  runs->list[runs->count++] = run;
  return true;
}

/* The cube whose sides have `bits` bits, from number `low` on. */
static bool add_cube(const struct space *space, struct runs *runs, uint64_t low, unsigned bits) {
  const uint64_t length = bits == 0 ? 0 : last_of(bits);
  bool inside = true;
  for (unsigned i = 0; i < space->count; i++) {
    const uint64_t first = bits_together(space->count, low >> (space->count - 1 - i));
    const enum overlap overlap = overlap_of(&space->sides[i], (struct span){first, first + length});
    if (overlap == OUTSIDE) return true;
    inside &= overlap == INSIDE;
  }
  const uint64_t high = low + (bits == 0 ? 0 : last_of(space->count * bits));
  return add_run(runs, (struct run){low, high, inside});
}

/* The same numbers with cubes that have at most `bits` bits at their sides. */
static bool divide_cubes(const struct space *space, unsigned bits, struct runs *divided) {
  for (size_t i = 0; i < space->runs.count; i++) {
    const struct run *run = &space->runs.list[i];
    if (run->inside && !add_run(divided, *run)) return false;
    for (uint64_t piece = 0; piece >> space->count == 0 && !run->inside; piece++)
      if (!add_cube(space, divided, run->low + (piece << space->count * bits), bits)) return false;
  }
  return true;
}

/* Ranges of neighbours, and cubes that would be divided next. */
static void count_runs(const struct runs *runs, size_t *ranges, size_t *cubes) {
  *ranges = *cubes = 0;
  for (size_t i = 0; i < runs->count; i++) {
    *ranges += i == 0 || runs->list[i - 1].high + 1 != runs->list[i].low;
    *cubes += !runs->list[i].inside;
  }
}

/* *exact says whether all cubes that are left lie in the box. */
static bool find_runs(const struct range_search *search, struct space *space, bool *exact) {
  size_t ranges, cubes;
  if (!add_cube(space, &space->runs, 0, space->bits)) return false;
  count_runs(&space->runs, &ranges, &cubes);
  /* Those in which the first few are divided are looked at however few ranges are allowed. */
  const size_t most = CUBES_FOR_A_RANGE * search->most + ((size_t)1 << 2 * space->count) - 16;
  for (unsigned bits = space->bits; cubes > 0 && cubes <= most >> space->count;) {
    struct runs divided = {NULL, 0, 0};
    if (!divide_cubes(space, --bits, &divided)) {
      free(divided.list);
      return false;
    }
    count_runs(&divided, &ranges, &cubes);
    const bool fits = ranges <= search->most;
    struct runs unused = fits ? space->runs : divided;
    if (fits) space->runs = divided;
    free(unused.list);
    if (!fits) break;
  }
  count_runs(&space->runs, &ranges, &cubes);
  *exact = cubes == 0;
  return true;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Nothing lies below 0 or above `most`. */
static bool add_range(const struct part *part, bool falls, struct run run, uint64_t most,
                      struct range_list *out) {
  uint8_t start[NUMBER_SIZE_MAX], stop[NUMBER_SIZE_MAX];
  size_t start_size = rowkey_domain_write_part(part, number_of(falls ? run.high : run.low), start);
  size_t stop_size = rowkey_domain_write_part(part, number_of(falls ? run.low : run.high), stop);
  stop_size = rowkey_successor(stop, stop_size);
  if (falls ? run.high == most : run.low == 0) start_size = 0;
  if (falls ? run.low == 0 : run.high == most) stop_size = 0;
  return rowkey_range_list_add(out, (struct slice){(const char *)start, start_size},
                               (struct slice){(const char *)stop, stop_size});
}

/* Of those that the part can hold, up to `most`. */
static bool add_ranges(const struct space *space, const struct part *part, uint64_t most, bool falls,
                       struct range_list *out) {
  for (size_t i = 0; i < space->runs.count; i++) {
    struct run run = space->runs.list[i];
    if (run.low > most) break;
    while (i + 1 < space->runs.count && space->runs.list[i + 1].low == run.high + 1)
      run.high = space->runs.list[++i].high;
    if (run.high > most) run.high = most;
    if (!add_range(part, falls, run, most, out)) return false;
  }
  return true;
}

/* Marks conditions that the ranges do not guarantee. */
static void doubt_conditions(struct range_search *search, const struct space *space, bool exact,
                             const struct column_state *states) {
  for (size_t i = 0; i < search->count; i++) {
    bool answers = false;
    for (unsigned side = 0; side < space->count; side++) answers |= exact && space->sides[side].column == i;
    if (answers || rowkey_state_is_done(&search->constraints[i], &states[i])) continue;
    search->uncertain[i] = true;
    search->exact = false;
  }
}

bool rowkey_walk_interleaved(struct range_search *search, size_t part, const struct column_state *states,
                             struct range_list *out, bool *walked) {
  const struct part_facts *facts = &search->parts[part];
  const struct z_order *z_order = &facts->z_order;
  const struct part *written = &search->layout->key.parts[part];
  if (z_order->count == 0) return true;
  const rowkey_order order = rowkey_order_of_part(&search->layout->key, part, search->images);
  if (order == ROWKEY_UNORDERED) return true;
  struct space space = {.count = z_order->count, .bits = z_order->bits};
  const size_t before = range_list_count(out);
  bool exact, limited = false, good = true;
  for (unsigned i = 0; i < space.count && good; i++) {
    good = z_order->numbers[i] == NULL
               ? take_constant(&space.sides[i], z_order->constants[i])
               : find_side(search, facts->sides[i], states, space.bits, &space.sides[i]);
    limited |= space.sides[i].limited;
  }
  if (good && limited) {
    *walked = true;
    good = find_runs(search, &space, &exact) &&
           add_ranges(&space, written, rowkey_range_in_key(written, search->images).high.magnitude,
                      order == ROWKEY_DESCENDING, out);
    if (good) doubt_conditions(search, &space, exact, states);
    good = good && rowkey_walk_count(search, states, range_list_count(out) - before, out);
  }
  for (unsigned i = 0; i < space.count; i++) free(space.sides[i].spans);
  free(space.runs.list);
  return good;
}
