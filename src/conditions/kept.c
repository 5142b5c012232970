/* The values of conditions as their columns keep them. */
#include <string.h>

#include "base/error.h"
#include "columns/conversion.h"
#include "columns/value.h"
#include "conditions/conditions.h"
#include "plan/plan.h"

static bool out_of_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
  return false;
}

/* The beginning of a text is not a whole value, so no type can read it. */
static bool is_beginning(const rowkey_condition *condition, const rowkey_value *value) {
  return condition->comparison == ROWKEY_BEGINS_WITH && is_text_tag(value->tag);
}

static bool keep_value(struct arena *arena, const rowkey_condition *condition, const rowkey_column *column,
                       const rowkey_value *value, rowkey_value *kept, rowkey_error *error) {
  *kept = *value;
  kept->tag = rowkey_kept_tag(column->type);
  const struct conversion conversion = rowkey_conversion_of(column, value->tag);
  if (!conversion_is_needed(&conversion) || is_beginning(condition, value)) return true;
  const size_t capacity =
      is_text_tag(value->tag) && value->size <= PTRDIFF_MAX / 2 ? written_value_room(value->size) : 0;
  void *room = capacity == 0 ? NULL : rowkey_arena_allocate(arena, capacity);
  if (capacity > 0 && room == NULL) return out_of_memory(error);
  const bool is_kept = rowkey_value_keep(column, value, room, capacity, kept, error) == ROWKEY_OK;
  if (!is_kept && error != NULL) {
    error->row = ROWKEY_NONE;
    error->column = condition->column;
  }
  return is_kept;
}

static bool keep_values(struct arena *arena, const struct rowkey_layout *layout, rowkey_condition *condition,
                        struct asking *asking, rowkey_error *error) {
  rowkey_value *values = rowkey_arena_allocate_array(arena, condition->value_count, sizeof *values);
  if (values == NULL) return out_of_memory(error);
  for (size_t i = 0; i < condition->value_count; i++)
    if (!goes_on(asking) || !keep_value(arena, condition, &layout->columns[condition->column],
                                        &condition->values[i], &values[i], error))
      return false;
  condition->values = values;
  return true;
}

/* rowkey_conditions_valid reports those that are not. */
static bool can_be_kept(const struct rowkey_layout *layout, const rowkey_condition *condition) {
  return condition->column < layout->column_count && condition->values != NULL &&
         condition->value_count <= PTRDIFF_MAX / sizeof *condition->values;
}

bool rowkey_conditions_keep(struct arena *arena, const struct rowkey_layout *layout,
                            const rowkey_condition **conditions, size_t count, struct asking *asking,
                            rowkey_error *error) {
  const rowkey_condition *given = *conditions;
  if (given == NULL || count > PTRDIFF_MAX / sizeof *given) return true;
  rowkey_condition *kept = rowkey_arena_allocate_array(arena, count, sizeof *kept);
  if (kept == NULL) return out_of_memory(error);
  for (size_t i = 0; i < count; i++) {
    kept[i] = given[i];
    if (can_be_kept(layout, &kept[i]) && !keep_values(arena, layout, &kept[i], asking, error)) return false;
  }
  *conditions = kept;
  return true;
}
