#include "wanted.h"

#include <string.h>

#include "table.h"
#include "text/bytes.h"

/* A number whose order is that of Java's compare: -0.0 before 0.0. */
static int64_t rank_of_float(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}

static int compare_integers(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Negative, 0 or positive, as memcmp. */
static int compare_values(rowkey_type type, const rowkey_value *a, const rowkey_value *b) {
  switch (type) {
    case ROWKEY_U64:
      return (a->as.u64 > b->as.u64) - (a->as.u64 < b->as.u64);
    case ROWKEY_I64:
      return compare_integers(a->as.i64, b->as.i64);
    case ROWKEY_F64:
      return compare_integers(rank_of_float(a->as.f64), rank_of_float(b->as.f64));
    case ROWKEY_F32:
      return compare_integers(rank_of_float((double)a->as.f32), rank_of_float((double)b->as.f32));
    default:
      return rowkey_compare_bytes(a->as.text, a->size, b->as.text, b->size);
  }
}

static bool is_one_of(rowkey_type type, const rowkey_value *value, const rowkey_condition *condition) {
  for (size_t i = 0; i < condition->value_count; i++)
    if (compare_values(type, value, &condition->values[i]) == 0) return true;
  return false;
}

static bool begins_with(const rowkey_value *value, const rowkey_value *beginning) {
  return beginning->size == 0 ||
         (value->size >= beginning->size && memcmp(value->as.text, beginning->as.text, beginning->size) == 0);
}

static bool meets(rowkey_type type, const rowkey_value *value, const rowkey_condition *condition) {
  const rowkey_value *bound = condition->values;
  switch (condition->comparison) {
    case ROWKEY_IS_NULL:
      return value->is_null;
    case ROWKEY_IS_NOT_NULL:
      return !value->is_null;
    case ROWKEY_EQUAL:
      return !value->is_null && is_one_of(type, value, condition);
    case ROWKEY_BEGINS_WITH:
      return !value->is_null && begins_with(value, bound);
    case ROWKEY_LESS:
      return !value->is_null && compare_values(type, value, bound) < 0;
    case ROWKEY_LESS_EQUAL:
      return !value->is_null && compare_values(type, value, bound) <= 0;
    case ROWKEY_GREATER:
      return !value->is_null && compare_values(type, value, bound) > 0;
    default:
      return !value->is_null && compare_values(type, value, bound) >= 0;
  }
}

/* Whether keys tell the nulls of a column from all values. */
static bool marks_nulls(const rowkey_explanation *explanation, size_t column) {
  for (size_t i = 0; i < explanation->field_count; i++)
    if (explanation->fields[i].column == column && explanation->fields[i].nulls != ROWKEY_NULLS_REPLACED)
      return true;
  return false;
}

size_t count_wanted(const struct design *design, const rowkey_conditions *conditions) {
  const struct table *table = shown_table();
  size_t wanted = 0;
  for (size_t row = 0; row < design->keys.rows; row++) {
    bool is_wanted = true, is_known = true;
    for (size_t i = 0; i < conditions->count && is_wanted; i++) {
      const rowkey_condition *condition = &conditions->conditions[i];
      const rowkey_value value = table_value(condition->column, row);
      if (value.is_null && !marks_nulls(design->explanation, condition->column))
        is_known = false;
      else
        is_wanted = meets(table->columns[condition->column].type, &value, condition);
    }
    if (is_wanted && !is_known) return SIZE_MAX;
    wanted += is_wanted;
  }
  return wanted;
}
