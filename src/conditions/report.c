/* Conditions that contradict each other. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "columns/value.h"
#include "conditions/conditions.h"
#include "text/buffer.h"

/* Writes a decimal point in every locale. */
static void show_float(struct text_buffer *text, double number, int digits) {
  char shown[40];
  snprintf(shown, sizeof shown, "%.*g", digits, number);
  for (char *at = shown; *at != '\0'; at++)
    if (strchr("+-.0123456789einf", *at) == NULL) *at = '.';
  rowkey_text_printf(text, "%s", shown);
}

static void show_value(struct text_buffer *text, rowkey_type type, const rowkey_value *value) {
  enum { SHOWN = 64 };
  switch (type) {
    case ROWKEY_TEXT:
      rowkey_text_quote(text, value->as.text, value->size, SHOWN);
      break;
    case ROWKEY_I64:
      rowkey_text_printf(text, "%" PRId64, value->as.i64);
      break;
    case ROWKEY_F64:
      show_float(text, value->as.f64, 17);
      break;
    case ROWKEY_F32:
      show_float(text, (double)value->as.f32, 9);
      break;
    default:
      rowkey_text_printf(text, "%" PRIu64, value->as.u64);
      break;
  }
}

static void show_condition(struct text_buffer *text, const struct constraint *constraint, const char *name,
                           const rowkey_condition *condition) {
  static const char *const signs[] = {
      [ROWKEY_EQUAL] = "=",   [ROWKEY_LESS] = "<",           [ROWKEY_LESS_EQUAL] = "<=",
      [ROWKEY_GREATER] = ">", [ROWKEY_GREATER_EQUAL] = ">=", [ROWKEY_BEGINS_WITH] = "begins with"};
  enum { SHOWN = 4 };
  rowkey_text_show(text, name, strlen(name), 64);
  rowkey_text_printf(text, " %s ", signs[condition->comparison]);
  for (size_t i = 0; i < condition->value_count && i < SHOWN; i++) {
    if (i > 0) rowkey_text_printf(text, ", ");
    show_value(text, constraint->type, &condition->values[i]);
  }
  if (condition->value_count > SHOWN) rowkey_text_printf(text, ", ...");
}

/* Whether these conditions alone leave no value. */
static bool exclude_all(const struct constraint *constraint, const rowkey_condition *const *conditions,
                        size_t count) {
  struct constraint alone = {.column = constraint->column,
                             .type = constraint->type,
                             .width = constraint->width,
                             .asking = constraint->asking};
  const bool excluded = rowkey_meet_all(&alone, conditions, count) == NO_VALUES;
  rowkey_constraint_free(&alone);
  return excluded;
}

void rowkey_report_contradiction(const struct constraint *constraint, const char *name,
                                 const rowkey_condition *const *conditions, size_t count,
                                 rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%s", "");
  if (error == NULL) return;
  error->column = constraint->column;
  struct text_buffer text = {error->text, sizeof error->text};
  for (size_t i = 0; i < count; i++) {
    if (!exclude_all(constraint, conditions + i, 1)) continue;
    show_condition(&text, constraint, name, conditions[i]);
    rowkey_text_printf(&text, ": there is no such %s", rowkey_type_name(constraint->type));
    if (constraint->width != 0) rowkey_text_printf(&text, " of %zu bytes", constraint->width);
    return;
  }
  enum { TRIED_IN_PAIRS = 100 };
  for (size_t i = 1; i < count && i < TRIED_IN_PAIRS; i++) {
    for (size_t k = 0; k < i; k++) {
      const rowkey_condition *const both[] = {conditions[k], conditions[i]};
      if (!exclude_all(constraint, both, 2)) continue;
      show_condition(&text, constraint, name, both[0]);
      rowkey_text_printf(&text, " and ");
      show_condition(&text, constraint, name, both[1]);
      rowkey_text_printf(&text, " contradict each other: no row meets both");
      return;
    }
  }
  rowkey_text_printf(&text, "the conditions on column ");
  rowkey_text_show(&text, name, strlen(name), 64);
  rowkey_text_printf(&text, " contradict each other: no row meets them all");
}
