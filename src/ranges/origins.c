/* Which columns the values of a layout are made from, as far as conditions tell them apart. */
#include "ranges/search.h"

size_t rowkey_search_constraint_of(const struct range_search *search, const struct value *value) {
  const bool of_nulls = value->kind == VALUE_NULL_MARKER;
  const size_t column = of_nulls ? value->a->column : value->column;
  size_t index = 0;
  while (index < search->count &&
         (search->constraints[index].column != column || search->constraints[index].of_nulls != of_nulls))
    index++;
  return index;
}

bool rowkey_search_find_origins(struct range_search *search, struct origins *origins) {
  const struct rowkey_layout *layout = search->layout;
  *origins = (struct origins){
      rowkey_arena_allocate_array(&search->arena, layout->value_count, search->count + 2), search->count};
  if (origins->flags == NULL) return false;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    bool *flags = origins_of(origins, value);
    const bool is_marker = value->kind == VALUE_NULL_MARKER;
    /* The flag for other columns comes after the last constraint's flag. */
    if (is_marker || value_is_column(value)) flags[rowkey_search_constraint_of(search, value)] = true;
    flags[search->count + 1] |= value->kind == VALUE_RANDOM;
    if (is_marker) continue;
    struct operands operands = value_operands(value);
    for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
      for (size_t k = 0; k < search->count + 2; k++) flags[k] |= origins_of(origins, operand)[k];
  }
  return true;
}
