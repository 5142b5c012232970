#include "advise/holds.h"

#include <string.h>

#include "advise/profile.h"
#include "given_column.h"
#include "text/bytes.h"

/* Of a text the two members are its bytes, of a number its bits. */
struct cell {
  const uint8_t *text;
  size_t size;
  rowkey_value number;
};

static struct cell cell_at(rowkey_type type, const rowkey_values *values, size_t row) {
  struct cell cell = {0};
  if (type == ROWKEY_TEXT) {
    uint64_t begin = 0, end = 0;
    if (!value_is_null(values, row)) given_span(values, row, &begin, &end);
    cell.text = (const uint8_t *)values->data + begin;
    cell.size = (size_t)(end - begin);
  } else if (type == ROWKEY_F32) {
    cell.number.as.f32 = ((const float *)values->data)[row];
  } else {
    cell.number.as.u64 = ((const uint64_t *)values->data)[row];
  }
  return cell;
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare(rowkey_type type, const struct cell *cell, const rowkey_value *value) {
  switch (type) {
    case ROWKEY_TEXT:
      return rowkey_compare_bytes(cell->text, cell->size, value->as.text, value->size);
    case ROWKEY_U64:
      return COMPARE(cell->number.as.u64, value->as.u64);
    case ROWKEY_I64:
      return COMPARE(cell->number.as.i64, value->as.i64);
    case ROWKEY_F32:
      return COMPARE(cell->number.as.f32, value->as.f32);
    default:
      return COMPARE(cell->number.as.f64, value->as.f64);
  }
}

static bool begins(const struct cell *cell, const rowkey_value *value) {
  return cell->size >= value->size &&
         rowkey_compare_bytes(cell->text, value->size, value->as.text, value->size) == 0;
}

static bool is_one_of(rowkey_type type, const struct cell *cell, const rowkey_condition *condition) {
  for (size_t i = 0; i < condition->value_count; i++)
    if (compare(type, cell, &condition->values[i]) == 0) return true;
  return false;
}

static bool holds(const rowkey_column *column, const rowkey_values *values, size_t row,
                  const rowkey_condition *condition) {
  const bool is_null = value_is_null(values, row);
  if (condition->comparison == ROWKEY_IS_NULL) return is_null;
  if (condition->comparison == ROWKEY_IS_NOT_NULL) return !is_null;
  if (is_null && column->type != ROWKEY_TEXT) return false;
  const struct cell cell = cell_at(column->type, values, row);
  switch (condition->comparison) {
    case ROWKEY_EQUAL:
      return is_one_of(column->type, &cell, condition);
    case ROWKEY_LESS:
      return compare(column->type, &cell, condition->values) < 0;
    case ROWKEY_LESS_EQUAL:
      return compare(column->type, &cell, condition->values) <= 0;
    case ROWKEY_GREATER:
      return compare(column->type, &cell, condition->values) > 0;
    case ROWKEY_GREATER_EQUAL:
      return compare(column->type, &cell, condition->values) >= 0;
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
