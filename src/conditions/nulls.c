/* Conditions that a column is null, or is not, and what nulls count as. */
#include "base/error.h"
#include "conditions/conditions.h"
#include "plan/plan.h"

bool rowkey_has_null_marker(const struct rowkey_layout *layout, size_t column) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->used && value->kind == VALUE_NULL_MARKER && value->a->column == column) return true;
  }
  return false;
}

/* What the layout puts in the place of the column's nulls, where that is a constant; else 0, or no bytes. */
static rowkey_value replacement_of(const struct rowkey_layout *layout, size_t column) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_replaces_by_constant(value) || value->a->column != column) continue;
    switch (layout->columns[column].type) {
      case ROWKEY_TEXT:
        return rowkey_value_text(value->b->text.at, value->b->text.size);
      case ROWKEY_F64:
        return rowkey_value_f64(value->b->number);
      case ROWKEY_F32:
        return rowkey_value_f32((float)value->b->number);
      default:
        return rowkey_value_u64(rowkey_integer_bits(value->b->range.low));
    }
  }
  return (rowkey_value){.size = 0};
}

enum outcome rowkey_constrain_to_null(struct constraint *constraint, const rowkey_layout *layout) {
  const rowkey_value value = replacement_of(layout, constraint->column);
  if (constraint->type == ROWKEY_TEXT)
    return rowkey_strings_add(&constraint->texts, value.as.text, value.size) ? SOME_VALUES : NO_MEMORY;
  const rowkey_condition is_value = rowkey_condition_of(constraint->column, ROWKEY_EQUAL, &value);
  const rowkey_condition *const conditions[] = {&is_value};
  return rowkey_meet_numbers(constraint, conditions, 1);
}

bool rowkey_null_constraint_make(struct constraint *constraint, size_t column, bool null,
                                 rowkey_error *error) {
  *constraint = (struct constraint){.column = column, .type = ROWKEY_U64, .of_nulls = true};
  const rowkey_value marker = rowkey_value_u64(null);
  const rowkey_condition is_marker = rowkey_condition_of(column, ROWKEY_EQUAL, &marker);
  const rowkey_condition *const conditions[] = {&is_marker};
  if (rowkey_meet_numbers(constraint, conditions, 1) == SOME_VALUES) return true;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
  return false;
}
