#include "conditions.h"

#include <string.h>

static rowkey_value value_at(const struct fuzz_records *records, size_t column, size_t row) {
  const rowkey_values *values = &records->columns[column];
  const uint64_t bit = values->validity_offset + row;
  rowkey_value value = {
      .is_null = values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0,
      .tag = values->tag};
  switch (fuzz_schema[column].type) {
    case ROWKEY_TEXT: {
      const uint64_t begin = values->begin == NULL ? row * values->width : values->begin[row];
      const uint64_t end = values->begin == NULL ? begin + values->width : values->end[row];
      value.as.text = (const uint8_t *)values->data + begin;
      value.size = (size_t)(end - begin);
      break;
    }
    case ROWKEY_F32:
      value.as.f32 = ((const float *)values->data)[row];
      break;
    case ROWKEY_F64:
      value.as.f64 = ((const double *)values->data)[row];
      break;
    default:
      value.as.u64 = ((const uint64_t *)values->data)[row];
      break;
  }
  return value;
}

static void move_a_little(rowkey_value *value, rowkey_type type, uint64_t step) {
  if (type == ROWKEY_U64 || type == ROWKEY_I64) value->as.u64 += step - 2;
  if (type == ROWKEY_TEXT && step < value->size) value->size = (size_t)step;
}

/* A column, which in seven of eight cases is one that the layout uses, if there is any. */
static size_t take_column(struct fuzz_input *input, const rowkey_layout *layout) {
  const bool any = fuzz_take_up_to(input, 7) == 7;
  size_t column = (size_t)fuzz_take_up_to(input, COLUMNS - 1);
  for (size_t i = 0; !any && !rowkey_layout_uses(layout, column) && i < COLUMNS; i++)
    column = (column + 1) % COLUMNS;
  return column;
}

void fuzz_take_conditions(struct fuzz_input *input, const rowkey_layout *layout,
                          const struct fuzz_records *records, struct fuzz_conditions *conditions) {
  *conditions = (struct fuzz_conditions){0};
  conditions->count = records->rows == 0 ? 0 : (size_t)fuzz_take_up_to(input, CONDITIONS_MAX);
  for (size_t i = 0; i < conditions->count; i++) {
    rowkey_condition *condition = &conditions->conditions[i];
    condition->column = take_column(input, layout);
    const rowkey_type type = fuzz_schema[condition->column].type;
    const uint64_t last = type == ROWKEY_TEXT ? ROWKEY_BEGINS_WITH : ROWKEY_GREATER_EQUAL;
    condition->comparison = (rowkey_comparison)fuzz_take_up_to(input, last);
    condition->value_count =
        condition->comparison == ROWKEY_EQUAL ? 1 + (size_t)fuzz_take_up_to(input, ALTERNATIVES_MAX - 1) : 1;
    condition->values = conditions->values[i];
    for (size_t k = 0; k < condition->value_count; k++) {
      rowkey_value *value = &conditions->values[i][k];
      *value = value_at(records, condition->column, (size_t)fuzz_take_up_to(input, records->rows - 1));
      value->is_null = false;
      move_a_little(value, type, fuzz_take_up_to(input, 5));
    }
  }
}

/* As Java's Double.compare, of numbers. */
static int compare_floats(double a, double b) {
  int64_t a_bits, b_bits;
  if (a < b || a > b) return a < b ? -1 : 1;
  memcpy(&a_bits, &a, sizeof a_bits);
  memcpy(&b_bits, &b, sizeof b_bits);
  return (a_bits > b_bits) - (a_bits < b_bits); /* 0.0 and -0.0 */
}

static int compare(rowkey_type type, const rowkey_value *a, const rowkey_value *b) {
  switch (type) {
    case ROWKEY_U64:
      return (a->as.u64 > b->as.u64) - (a->as.u64 < b->as.u64);
    case ROWKEY_I64:
      return (a->as.i64 > b->as.i64) - (a->as.i64 < b->as.i64);
    case ROWKEY_F64:
      return compare_floats(a->as.f64, b->as.f64);
    case ROWKEY_F32:
      return compare_floats((double)a->as.f32, (double)b->as.f32);
    case ROWKEY_TEXT:
      break;
  }
  const size_t common = a->size < b->size ? a->size : b->size;
  const int order = common == 0 ? 0 : memcmp(a->as.text, b->as.text, common);
  return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static bool begins_with(const rowkey_value *text, const rowkey_value *beginning) {
  return text->size >= beginning->size &&
         (beginning->size == 0 || memcmp(text->as.text, beginning->as.text, beginning->size) == 0);
}

static bool meets(const rowkey_condition *condition, const rowkey_value *value) {
  const rowkey_type type = fuzz_schema[condition->column].type;
  if (condition->comparison == ROWKEY_BEGINS_WITH) return begins_with(value, condition->values);
  const int order = compare(type, value, condition->values);
  switch (condition->comparison) {
    case ROWKEY_LESS:
      return order < 0;
    case ROWKEY_LESS_EQUAL:
      return order <= 0;
    case ROWKEY_GREATER:
      return order > 0;
    case ROWKEY_GREATER_EQUAL:
      return order >= 0;
    default:
      break;
  }
  for (size_t i = 0; i < condition->value_count; i++)
    if (compare(type, value, &condition->values[i]) == 0) return true;
  return false;
}

enum fuzz_answer fuzz_meets(const struct fuzz_conditions *conditions, const struct fuzz_records *records,
                            size_t row) {
  enum fuzz_answer answer = ANSWER_YES;
  for (size_t i = 0; i < conditions->count; i++) {
    const rowkey_condition *condition = &conditions->conditions[i];
    const rowkey_value value = value_at(records, condition->column, row);
    if (value.is_null)
      answer = answer == ANSWER_NO ? ANSWER_NO : ANSWER_NULL;
    else if (!meets(condition, &value))
      answer = ANSWER_NO;
  }
  return answer;
}
