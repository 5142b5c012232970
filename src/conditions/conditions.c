#include "conditions/conditions.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "plan/plan.h"

/* ---- What a column can have ----------------------------------------------------------------- */

static bool wrong(rowkey_error *error, rowkey_status status, size_t column, const char *name,
                  const char *problem) {
  rowkey_error_set(error, status, "a condition on column %.64s %s", name, problem);
  if (error != NULL) error->column = column;
  return false;
}

static bool is_nan(rowkey_type type, const rowkey_value *value) {
  return (type == ROWKEY_F64 && isnan(value->as.f64)) || (type == ROWKEY_F32 && isnan(value->as.f32));
}

static bool is_reserved_zero(const rowkey_condition *condition, rowkey_error *error) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(condition, "rowkey_condition", error);
  for (size_t i = 0; status == ROWKEY_OK && condition->values != NULL && i < condition->value_count; i++)
    status = ROWKEY_CHECK_RESERVED(&condition->values[i], "rowkey_value", error);
  if (status != ROWKEY_OK && error != NULL) error->column = condition->column;
  return status == ROWKEY_OK;
}

static bool check_values(const rowkey_condition *condition, const rowkey_column *column,
                         struct asking *asking, rowkey_error *error) {
  for (size_t i = 0; i < condition->value_count; i++) {
    if (!goes_on(asking)) return false;
    const rowkey_value *value = &condition->values[i];
    if (value->is_null)
      return wrong(error, ROWKEY_ERROR_ARGUMENT, condition->column, column->name,
                   "compares with null (expected a value)");
    if (column->type == ROWKEY_TEXT && value->as.text == NULL && value->size != 0)
      return wrong(error, ROWKEY_ERROR_ARGUMENT, condition->column, column->name,
                   "has text that is NULL (expected as many bytes as its size says)");
    if (column->type == ROWKEY_TEXT && value->size > PTRDIFF_MAX)
      return wrong(error, ROWKEY_ERROR_ARGUMENT, condition->column, column->name,
                   "has text that is larger than any memory");
    if (is_nan(column->type, value))
      return wrong(error, ROWKEY_ERROR_RANGE, condition->column, column->name,
                   "compares with nan, which has no place in an order (expected a number or an infinity)");
  }
  return true;
}

static bool check_condition(const rowkey_condition *condition, const rowkey_column *column,
                            struct asking *asking, rowkey_error *error) {
  const char *problem = NULL;
  if ((int)condition->comparison < ROWKEY_EQUAL || (int)condition->comparison > ROWKEY_IS_NOT_NULL)
    problem = "has a comparison that is unknown (expected one of rowkey_comparison)";
  else if (condition->comparison == ROWKEY_BEGINS_WITH && column->type != ROWKEY_TEXT)
    problem = "asks what a number begins with (expected another comparison, or a text column)";
  else if (is_null_test(condition) && condition->value_count != 0)
    problem = "tests for null and has values (expected none)";
  else if (is_null_test(condition))
    return is_reserved_zero(condition, error);
  else if (condition->values == NULL || condition->value_count == 0)
    problem = "has no value (expected at least one)";
  else if (condition->comparison != ROWKEY_EQUAL && condition->value_count != 1)
    problem = "has several values (expected one, or the comparison =)";
  else if (condition->value_count > PTRDIFF_MAX / sizeof *condition->values)
    problem = "has more values than any memory holds (expected how many there are)";
  if (problem != NULL) return wrong(error, ROWKEY_ERROR_ARGUMENT, condition->column, column->name, problem);
  return is_reserved_zero(condition, error) && check_values(condition, column, asking, error);
}

bool rowkey_conditions_valid(const rowkey_layout *layout, const rowkey_condition *conditions, size_t count,
                             struct asking *asking, rowkey_error *error) {
  if (!rowkey_is_array(conditions, count, sizeof *conditions, "conditions", error)) return false;
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (column >= layout->column_count) {
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                       "a condition is on column number %zu (expected one of the schema's %zu columns)",
                       column, layout->column_count);
      if (error != NULL) error->column = column;
      return false;
    }
    if (!check_condition(&conditions[i], &layout->columns[column], asking, error)) return false;
    if (is_null_test(&conditions[i]) && !rowkey_has_null_marker(layout, column))
      return wrong(
          error, ROWKEY_ERROR_TYPE, column, layout->columns[column].name,
          "tests for null, which its keys do not show (expected null_first or null_last of the column "
          "in the layout)");
  }
  return true;
}

/* ---- All conditions on one column ----------------------------------------------------------- */

enum outcome rowkey_meet_all(struct constraint *constraint, const rowkey_condition *const *conditions,
                             size_t count) {
  return constraint->type == ROWKEY_TEXT ? rowkey_meet_texts(constraint, conditions, count)
                                         : rowkey_meet_numbers(constraint, conditions, count);
}

void rowkey_constraint_free(struct constraint *constraint) {
  free(constraint->spans);
  free(constraint->before);
  rowkey_strings_free(&constraint->texts);
  *constraint = (struct constraint){0};
}

static const rowkey_condition **conditions_on(size_t column, const rowkey_condition *conditions, size_t count,
                                              size_t *found) {
  if (count > PTRDIFF_MAX / sizeof(rowkey_condition *)) return NULL;
  const rowkey_condition **own = malloc((count == 0 ? 1 : count) * sizeof(rowkey_condition *));
  *found = 0;
  for (size_t i = 0; own != NULL && i < count; i++)
    if (conditions[i].column == column && !is_null_test(&conditions[i])) own[(*found)++] = &conditions[i];
  return own;
}

bool rowkey_conditions_ask_null(size_t column, const rowkey_condition *conditions, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (conditions[i].column == column && conditions[i].comparison == ROWKEY_IS_NULL) return true;
  return false;
}

/* Whether a column that is wanted null also has other conditions. */
static bool contradicts_null(size_t column, const char *name, const rowkey_condition *conditions,
                             size_t count, rowkey_error *error) {
  bool other = false;
  for (size_t i = 0; i < count; i++)
    other |= conditions[i].column == column && conditions[i].comparison != ROWKEY_IS_NULL;
  return other && !wrong(error, ROWKEY_ERROR_RANGE, column, name,
                         "asks for nulls, which its other conditions exclude: no row meets all");
}

bool rowkey_constraint_make(struct constraint *constraint, const rowkey_layout *layout, size_t column,
                            const rowkey_condition *conditions, size_t count, struct asking *asking,
                            rowkey_error *error) {
  *constraint = (struct constraint){.column = column,
                                    .type = layout->columns[column].type,
                                    .width = layout->columns[column].width,
                                    .asking = asking};
  const char *name = layout->columns[column].name;
  const bool null = rowkey_conditions_ask_null(column, conditions, count);
  if (null && contradicts_null(column, name, conditions, count, error)) return false;
  size_t own_count;
  const rowkey_condition **own = conditions_on(column, conditions, count, &own_count);
  const enum outcome outcome = own == NULL ? NO_MEMORY
                               : null      ? rowkey_constrain_to_null(constraint, layout)
                                           : rowkey_meet_all(constraint, own, own_count);
  if (outcome == NO_VALUES) rowkey_report_contradiction(constraint, name, own, own_count, error);
  if (outcome == NO_MEMORY)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
  free(own);
  return outcome == SOME_VALUES;
}
