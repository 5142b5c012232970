#include "advise/holds.h"

#include "advise/cells.h"

static bool begins(const rowkey_value *cell, const rowkey_value *value) {
  return cell->size >= value->size &&
         rowkey_compare_bytes(cell->as.text, value->size, value->as.text, value->size) == 0;
}

static bool is_one_of(rowkey_type type, const rowkey_value *cell, const rowkey_condition *condition) {
  for (size_t i = 0; i < condition->value_count; i++)
    if (compare_cells(type, cell, &condition->values[i]) == 0) return true;
  return false;
}

static bool holds(const rowkey_column *column, const rowkey_values *values, size_t row,
                  const rowkey_condition *condition) {
  const bool is_null = is_null_at(values, row);
  if (condition->comparison == ROWKEY_IS_NULL) return is_null;
  if (condition->comparison == ROWKEY_IS_NOT_NULL) return !is_null;
  if (is_null && column->type != ROWKEY_TEXT) return false;
  const rowkey_value cell = is_null ? rowkey_value_text("", 0) : kept_value_at(column->type, values, row);
  switch (condition->comparison) {
    case ROWKEY_EQUAL:
      return is_one_of(column->type, &cell, condition);
    case ROWKEY_LESS:
      return compare_cells(column->type, &cell, condition->values) < 0;
    case ROWKEY_LESS_EQUAL:
      return compare_cells(column->type, &cell, condition->values) <= 0;
    case ROWKEY_GREATER:
      return compare_cells(column->type, &cell, condition->values) > 0;
    case ROWKEY_GREATER_EQUAL:
      return compare_cells(column->type, &cell, condition->values) >= 0;
    default:
      return begins(&cell, condition->values);
  }
}

bool rowkey_record_holds(const rowkey_column *columns, const rowkey_values *records, size_t row,
                         const rowkey_condition *conditions, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (!holds(&columns[column], &records[column], row, &conditions[i])) return false;
  }
  return true;
}
