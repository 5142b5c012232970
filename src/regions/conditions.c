#include "regions/conditions.h"

#include <stdlib.h>

#include "plan/plan.h"
#include "regions/conditions_meet.h"

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
    if (conditions[i].column == column) own[(*found)++] = &conditions[i];
  return own;
}

bool rowkey_constraint_make(struct constraint *constraint, const rowkey_layout *layout, size_t column,
                            const rowkey_condition *conditions, size_t count, rowkey_error *error) {
  *constraint = (struct constraint){.column = column, .type = layout->columns[column].type};
  size_t own_count;
  const rowkey_condition **own = conditions_on(column, conditions, count, &own_count);
  const enum outcome outcome = own == NULL ? NO_MEMORY : rowkey_meet_all(constraint, own, own_count);
  if (outcome == NO_VALUES)
    rowkey_report_contradiction(constraint, layout->columns[column].name, own, own_count, error);
  if (outcome == NO_MEMORY)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while finding ranges");
  free(own);
  return outcome == SOME_VALUES;
}
