/* Conditions that no range can help with. */
#include <rowkey/decode.h>

#include "regions/range_search.h"

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
                     "the keys do not hold column %.64s: a condition on it leaves the scan of all of the "
                     "table (expected a column that the layout uses)",
                     name);
  else if (rowkey_layout_recovery(search->layout, column) == ROWKEY_HASHED)
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "the keys hold only a hash of column %.64s: this condition leaves the scan of all of "
                     "the table (expected %.64s = one or a few values)",
                     name, name);
  else
    rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                     "the keys do not sort by column %.64s: this condition leaves the scan of all of the "
                     "table (expected %.64s = one or a few values)",
                     name, name);
  if (error != NULL) error->column = column;
}

size_t rowkey_search_find_helpless(struct range_search *search, const struct column_state *states) {
  for (size_t i = 0; i < search->count; i++)
    if (!search->parts[0].later[i] || !can_help(search, i, states)) return i;
  return ROWKEY_NONE;
}
