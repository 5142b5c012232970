/* What is wished for: questions, orders, columns before others, designs of the caller. */
#include <string.h>

#include "advise/advisor.h"
#include "base/error.h"

rowkey_status rowkey_advisor_ask(rowkey_advisor *advisor, const char *text, size_t length,
                                 rowkey_error *error) {
  if (!rowkey_advisor_is_open(advisor, true, error)) return ROWKEY_ERROR_ARGUMENT;
  if (advisor->question_count == SEARCH_QUESTIONS)
    return rowkey_error_set(error, ROWKEY_ERROR_RANGE, "there are more than %d questions (expected fewer)",
                            SEARCH_QUESTIONS);
  if (!rowkey_is_array(text, length, 1, "bytes of the question", error)) return ROWKEY_ERROR_ARGUMENT;
  if (text == NULL) text = "";
  rowkey_error own;
  struct question *question = rowkey_question_read(&advisor->columns, text, length, &own);
  if (question == NULL) {
    if (error != NULL) *error = own;
    return own.status;
  }
  advisor->questions[advisor->question_count] = question;
  const column_set asked =
      rowkey_asked_columns((const struct question *const *)advisor->questions, advisor->question_count + 1);
  if (__builtin_popcountll(asked | advisor->settings.identity) > DESIGN_COLUMNS) {
    rowkey_question_free(question);
    return rowkey_error_set(
        error, ROWKEY_ERROR_RANGE, "the questions%s on more than %d columns (expected that many at most)",
        advisor->settings.identity != 0 ? " and the identity are" : " are", DESIGN_COLUMNS);
  }
  advisor->question_count++;
  return ROWKEY_OK;
}

/* Whether the pairs ask for column `first` before `second`, directly or by others between. */
static bool stands_before(const rowkey_advisor *advisor, size_t first, size_t second) {
  column_set after = set_of(first);
  for (column_set before = 0; before != after;) {
    before = after;
    for (size_t i = 0; i < advisor->pair_count; i++)
      if ((after & set_of(advisor->pairs[i].first)) != 0) after |= set_of(advisor->pairs[i].second);
  }
  return (after & set_of(second)) != 0;
}

rowkey_status rowkey_advisor_order(rowkey_advisor *advisor, const char *text, size_t length,
                                   rowkey_error *error) {
  if (!rowkey_advisor_is_open(advisor, true, error)) return ROWKEY_ERROR_ARGUMENT;
  if (!rowkey_is_array(text, length, 1, "bytes of the order", error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_error own;
  const size_t column =
      rowkey_order_read(&advisor->columns, text == NULL ? "" : text, length, &advisor->order_direction, &own);
  if (column != ROWKEY_NONE) {
    advisor->order_column = column;
    return ROWKEY_OK;
  }
  if (error != NULL) *error = own;
  return own.status;
}

rowkey_status rowkey_advisor_keep(rowkey_advisor *advisor, size_t first, size_t second, rowkey_error *error) {
  if (!rowkey_advisor_is_open(advisor, false, error)) return ROWKEY_ERROR_ARGUMENT;
  if (first >= advisor->columns.count || second >= advisor->columns.count)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "columns %zu and %zu (expected two of the %zu)",
                            first, second, advisor->columns.count);
  const char *const names[] = {advisor->columns.columns[first].name, advisor->columns.columns[second].name};
  if (first == second)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "column %s before itself (expected two different columns)", names[0]);
  if (stands_before(advisor, second, first))
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "column %s before %s, and other pairs ask for %s before %s (expected pairs that some "
        "order has)",
        names[0], names[1], names[1], names[0]);
  if (advisor->pair_count == SEARCH_PAIRS)
    return rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                            "there are more than %d pairs of columns to keep (expected fewer)", SEARCH_PAIRS);
  advisor->pairs[advisor->pair_count++] = (struct kept_pair){first, second};
  return ROWKEY_OK;
}

rowkey_status rowkey_advisor_consider(rowkey_advisor *advisor, const char *name, const char *text,
                                      size_t length, rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_advisor_is_open(advisor, false, error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_layout *layout =
      rowkey_layout_compile(text, length, advisor->columns.columns, advisor->columns.count, error);
  if (layout == NULL) return error->status;
  rowkey_layout_free(layout);
  return rowkey_advisor_add_design(advisor, name, text, length, true)
             ? ROWKEY_OK
             : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a design");
}

/* How much more often a column is wanted from the greatest value on than from the least. */
static double falling_weight(const rowkey_advisor *advisor, size_t column) {
  double weight = 0;
  for (size_t i = 0; i < advisor->question_count; i++) {
    const struct question *question = advisor->questions[i];
    const bool is_own = question->order != ROWKEY_NONE;
    const rowkey_order direction = is_own ? question->direction : advisor->order_direction;
    if ((is_own ? question->order : advisor->order_column) != column) continue;
    weight += direction == ROWKEY_DESCENDING ? question->weight : -question->weight;
  }
  return weight;
}

column_set rowkey_advisor_falling(const rowkey_advisor *advisor) {
  column_set falling = 0;
  for (size_t i = 0; i < advisor->columns.count; i++)
    if (falling_weight(advisor, i) > 0) falling |= set_of(i);
  return falling;
}
