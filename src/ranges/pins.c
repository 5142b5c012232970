/* Values that are made from columns without conditions, or from random(), and are few: each is tried, as if
 * it were a column with a condition of its own that every row meets.
 *
 *     {md5(d, xxh64(e) % 4:u8) % 64:02d}     d = 7
 *
 * e may be anything, but xxh64(e) % 4 is one of four numbers, and so is the salt of d = 7.
 */
#include <stdlib.h>
#include <string.h>

#include "plan/derived.h"
#include "ranges/search.h"

/* The most values together in a part, and the most pins in a search. */
enum { COMBINATIONS_MOST = 4096, PINS_MOST = 8 };

/* By value. */
struct sources {
  struct origins origins;
  uint64_t *fewest; /* how many numbers of open values, its own or those below it, make all of it */
};

/* Whether the value is made from columns with conditions. */
static bool is_asked(const struct sources *sources, const struct value *value) {
  const bool *flags = origins_of(&sources->origins, value);
  for (size_t i = 0; i < sources->origins.constraints; i++)
    if (flags[i]) return true;
  return false;
}

/* Whether the value is made from columns without conditions, or from random(). */
static bool is_open(const struct sources *sources, const struct value *value) {
  const bool *others = origins_of(&sources->origins, value) + sources->origins.constraints;
  return others[0] || others[1];
}

/* How many numbers the value can be; UINT64_MAX if it can be any, or is not an integer. */
static uint64_t count_numbers(const struct value *value) {
  if (!value_is_integer(value)) return UINT64_MAX;
  const uint64_t span = rowkey_integer_bits(value->range.high) - rowkey_integer_bits(value->range.low);
  return span == UINT64_MAX ? span : span + 1;
}

/* The fewest numbers below the value. Its operands' entries must be set. */
static uint64_t count_below(const struct sources *sources, const struct value *value) {
  if (value_is_column(value) || value->kind == VALUE_RANDOM) return UINT64_MAX;
  uint64_t count = 1;
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    if (is_open(sources, operand) && __builtin_mul_overflow(count, sources->fewest[operand->index], &count))
      return UINT64_MAX;
  return count;
}

/* Whether to try the value's own numbers rather than the numbers of values below it. */
static bool is_fewest(const struct sources *sources, const struct value *value) {
  return !is_asked(sources, value) && count_numbers(value) <= count_below(sources, value);
}

static void find_fewest(const struct range_search *search, const struct sources *sources) {
  for (size_t i = 0; i < search->layout->value_count; i++) {
    const struct value *value = search->layout->values[i];
    if (!is_open(sources, value)) continue;
    sources->fewest[i] = is_fewest(sources, value) ? count_numbers(value) : count_below(sources, value);
  }
}

/* Marks the values that leave nothing open in the part, of which the marks are below `root`. */
static void pin_part(const struct range_search *search, const struct sources *sources,
                     const struct value *root, bool *marks, bool *pinned) {
  const struct rowkey_layout *layout = search->layout;
  memset(marks, 0, layout->value_count * sizeof *marks);
  marks[root->index] = true;
  for (size_t i = layout->value_count; i-- > 0;) {
    const struct value *value = layout->values[i];
    if (!marks[i] || !is_open(sources, value)) continue;
    if (is_fewest(sources, value)) {
      pinned[i] = true;
      continue;
    }
    struct operands operands = value_operands(value);
    for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
      marks[operand->index] = true;
  }
}

/* The condition that every row meets. */
static bool add_constraint(struct range_search *search, const struct value *value, size_t column) {
  const rowkey_type type = value->type == TYPE_I64 ? ROWKEY_I64 : ROWKEY_U64;
  struct constraint *constraint = &search->constraints[search->count++];
  *constraint = (struct constraint){.column = column, .type = type, .is_pin = true, .span_count = 1};
  constraint->spans = malloc(sizeof *constraint->spans);
  constraint->before = calloc(1, sizeof *constraint->before);
  if (constraint->spans == NULL || constraint->before == NULL) return false;
  const rowkey_value low = {.as.u64 = rowkey_integer_bits(value->range.low)};
  const rowkey_value high = {.as.u64 = rowkey_integer_bits(value->range.high)};
  constraint->spans[0] = (struct span){rowkey_rank_of(type, &low), rowkey_rank_of(type, &high)};
  return true;
}

static bool add_pins(struct range_search *search, const bool *pinned, size_t count) {
  const struct rowkey_layout *layout = search->layout;
  struct arena *arena = &search->arena;
  size_t *columns = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *columns);
  const struct value **values =
      rowkey_arena_allocate_array(arena, layout->column_count + count, sizeof(const struct value *));
  struct constraint *constraints =
      rowkey_arena_allocate_array(arena, search->count + count, sizeof *constraints);
  search->uncertain = rowkey_arena_allocate_array(arena, search->count + count, sizeof *search->uncertain);
  if (columns == NULL || values == NULL || constraints == NULL || search->uncertain == NULL) return false;
  if (search->count != 0) memcpy(constraints, search->constraints, search->count * sizeof *constraints);
  search->constraints = constraints;
  size_t column = layout->column_count;
  for (size_t i = 0; i < layout->value_count; i++) {
    columns[i] = pinned[i] ? column : ROWKEY_NONE;
    if (!pinned[i]) continue;
    values[column] = layout->values[i];
    if (!add_constraint(search, layout->values[i], column++)) return false;
  }
  const struct columns_for_values given = {layout, columns, column, values};
  search->pinned = rowkey_make_layout_of_columns(&given);
  if (search->pinned != NULL) search->layout = search->pinned;
  return search->pinned != NULL;
}

bool rowkey_search_pin_values(struct range_search *search) {
  const struct rowkey_layout *layout = search->layout;
  const size_t values = layout->value_count;
  struct arena *arena = &search->arena;
  struct sources sources = {.fewest = rowkey_arena_allocate_array(arena, values, sizeof(uint64_t))};
  bool *marks = rowkey_arena_allocate_array(arena, values, sizeof *marks);
  bool *pinned = rowkey_arena_allocate_array(arena, values, sizeof *pinned);
  if (sources.fewest == NULL || marks == NULL || pinned == NULL ||
      !rowkey_search_find_origins(search, &sources.origins))
    return false;
  find_fewest(search, &sources);
  for (size_t i = 0; i < layout->key.count; i++) {
    const struct part *part = &layout->key.parts[i];
    if (part->kind == PART_LITERAL) continue;
    const struct value *root = part->value;
    if (is_asked(&sources, root) && is_open(&sources, root) &&
        sources.fewest[root->index] <= COMBINATIONS_MOST)
      pin_part(search, &sources, root, marks, pinned);
  }
  size_t count = 0;
  for (size_t i = 0; i < values; i++) count += pinned[i];
  return count == 0 || count > PINS_MOST || add_pins(search, pinned, count);
}
