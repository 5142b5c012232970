/* What the parts of the key are made from, and the conditions that no part can serve. */
#include <rowkey/decode.h>

#include "plan/facts.h"
#include "plan/text_function.h"
#include "ranges/search.h"

/* ---- What parts are made from --------------------------------------------------------------- */

/* Whether the part holds a column's text, or prefixes of it. */
static void find_text(const struct part *part, struct part_facts *facts) {
  const struct value *value = part->value;
  facts->prefix = facts->characters = UINT64_MAX;
  for (; value_is_prefix(value); value = value->a) {
    uint64_t *most = value->call.function->counts_characters ? &facts->characters : &facts->prefix;
    if (value->call.count < *most) *most = value->call.count;
  }
  facts->is_text = value->type == TYPE_TEXT && part_call(part) == NULL &&
                   (value->kind == VALUE_TEXT_COLUMN || value_replaces_by_constant(value));
}

/* The expression of a side that is made only from columns with conditions. */
static bool find_sides(struct range_search *search, const struct origins *origins, struct part_facts *facts) {
  const struct z_order *order = &facts->z_order;
  const struct range range =
      rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT64_MAX >> (64 - order->bits)));
  for (size_t i = 0; i < order->count; i++) {
    if (order->numbers[i] == NULL) continue;
    const bool *flags = origins_of(origins, order->numbers[i]);
    const bool other = flags[search->count] || flags[search->count + 1];
    if (!other && !rowkey_expression_make(search, order->numbers[i], range, &facts->sides[i])) return false;
  }
  return true;
}

static bool find_part(struct range_search *search, const struct facts *values, const struct origins *origins,
                      size_t index) {
  const struct part *part = &search->layout->key.parts[index];
  struct part_facts *facts = &search->parts[index];
  facts->made_of = rowkey_arena_allocate_array(&search->arena, search->count, sizeof *facts->made_of);
  facts->later = rowkey_arena_allocate_array(&search->arena, search->count, sizeof *facts->later);
  if (facts->made_of == NULL || facts->later == NULL) return false;
  if (index + 1 < search->layout->key.count)
    for (size_t i = 0; i < search->count; i++) facts->later[i] = search->parts[index + 1].later[i];
  if (part->kind == PART_LITERAL) return true;
  const bool *flags = origins_of(origins, part->value);
  bool any = false;
  for (size_t i = 0; i < search->count; i++) {
    facts->made_of[i] = flags[i];
    facts->later[i] |= flags[i];
    any |= flags[i];
  }
  facts->other = flags[search->count];
  facts->random = flags[search->count + 1];
  facts->reversible = values[part->value->index].reversible;
  find_text(part, facts);
  facts->z_order = rowkey_z_order_of(part->value);
  if (facts->z_order.count != 0) return find_sides(search, origins, facts);
  return !any || facts->other || facts->random ||
         rowkey_expression_make(search, part->value, part->allowed, &facts->expression);
}

bool rowkey_search_find_parts(struct range_search *search) {
  const struct rowkey_layout *layout = search->layout;
  search->images = rowkey_find_images(&search->arena, layout);
  if (search->images == NULL) return false;
  const struct facts *values = rowkey_find_facts(&search->arena, layout, search->images);
  struct origins origins;
  search->parts = rowkey_arena_allocate_array(&search->arena, layout->key.count + 1, sizeof *search->parts);
  bool *none = rowkey_arena_allocate_array(&search->arena, search->count, sizeof *none);
  if (values == NULL || search->parts == NULL || none == NULL ||
      !rowkey_search_find_origins(search, &origins))
    return false;
  search->parts[layout->key.count].later = none;
  for (size_t i = layout->key.count; i-- > 0;)
    if (!find_part(search, values, &origins, i)) return false;
  return true;
}

/* ---- Conditions that no range can help with ------------------------------------------------- */

/* Whether the part alone has a range for the column's values. */
static bool has_range(struct range_search *search, size_t part, size_t index,
                      const struct column_state *states) {
  const struct part_facts *facts = &search->parts[part];
  if (facts->is_text) return true;
  for (size_t i = 0; i < search->count; i++)
    if (i != index && facts->made_of[i] && !state_is_single(&states[i])) return false;
  if (facts->other || facts->random) return false;
  const struct part_order order = rowkey_part_order(search, part, index, states);
  return order.ordered || order.empty;
}

/* A condition that asks for as many values is not refused: with fewer of them, or more ranges, it would help.
 */
enum { FEW_VALUES = 1000000 };

static bool can_help(struct range_search *search, size_t index, const struct column_state *states) {
  if (rowkey_state_size(&search->constraints[index], &states[index]) <= FEW_VALUES) return true;
  if (rowkey_state_is_done(&search->constraints[index], &states[index])) return true;
  for (size_t part = 0; part < search->layout->key.count; part++)
    if (search->parts[part].made_of[index] && has_range(search, part, index, states)) return true;
  return false;
}

void rowkey_search_refuse(const struct range_search *search, size_t index, rowkey_error *error) {
  const size_t column = search->constraints[index].column;
  const char *name = search->layout->columns[column].name;
  if (!rowkey_layout_uses(search->layout, column))
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "the keys do not hold column %.64s: a condition on it would scan the whole table "
                     "(expected a column that the layout uses)",
                     name);
  else if (rowkey_layout_recovery(search->layout, column) == ROWKEY_HASHED)
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "the keys hold only a hash of column %.64s: this condition would scan the whole "
                     "table (expected %.64s = one or a few values)",
                     name, name);
  else
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "the keys do not sort by column %.64s: this condition would scan the whole table "
                     "(expected %.64s = one or a few values)",
                     name, name);
  if (error != NULL) error->column = column;
}

size_t rowkey_search_find_helpless(struct range_search *search, const struct column_state *states) {
  for (size_t i = 0; i < search->count; i++)
    if (!search->parts[0].later[i] || !can_help(search, i, states)) return i;
  return ROWKEY_NONE;
}
