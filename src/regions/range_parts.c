/* What the parts of the key are made from. */
#include "plan/facts.h"
#include "regions/range_search.h"

/* What values are made from: a flag for each constraint, one for other columns, one for random(). */
struct origins {
  bool *flags;
  size_t constraints;
};

static bool *origins_of(const struct origins *origins, const struct value *value) {
  return origins->flags + value->index * (origins->constraints + 2);
}

static void find_origins(const struct range_search *search, const struct origins *origins) {
  const struct rowkey_layout *layout = search->layout;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    bool *flags = origins_of(origins, value);
    if (value_is_column(value)) {
      size_t index = 0;
      while (index < search->count && search->constraints[index].column != value->column) index++;
      flags[index] = true; /* that of other columns follows the last constraint's */
    }
    flags[search->count + 1] |= value->kind == VALUE_RANDOM;
    struct operands operands = value_operands(value);
    for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
      for (size_t k = 0; k < search->count + 2; k++) flags[k] |= origins_of(origins, operand)[k];
  }
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
  facts->is_text = part->value->type == TYPE_TEXT &&
                   (part->value->kind == VALUE_TEXT_COLUMN || part->value->kind == VALUE_COALESCE);
  return !any || facts->other || facts->random || rowkey_expression_make(search, part, &facts->expression);
}

bool rowkey_search_find_parts(struct range_search *search) {
  const struct rowkey_layout *layout = search->layout;
  const struct facts *values = rowkey_find_facts(&search->arena, layout);
  struct origins origins = {.constraints = search->count};
  search->parts = rowkey_arena_allocate_array(&search->arena, layout->key.count + 1, sizeof *search->parts);
  bool *none = rowkey_arena_allocate_array(&search->arena, search->count, sizeof *none);
  origins.flags = rowkey_arena_allocate_array(&search->arena, layout->value_count, search->count + 2);
  if (values == NULL || search->parts == NULL || none == NULL || origins.flags == NULL) return false;
  find_origins(search, &origins);
  search->parts[layout->key.count].later = none;
  for (size_t i = layout->key.count; i-- > 0;)
    if (!find_part(search, values, &origins, i)) return false;
  return true;
}
