/* Ranges for conditions that are given as text. */
#include <rowkey/conditions.h>

#include "base/error.h"
#include "text/diagnostic.h"

/* The last condition on the column, because it may contradict the ones before it. */
static size_t condition_on(const rowkey_conditions *where, size_t column) {
  size_t i = where->count;
  while (i > 0 && where->conditions[i - 1].column != column) i--;
  return i == 0 ? where->count : i - 1;
}

/* What rowkey_ranges_find says of a column becomes an error in the text. */
static void place_error(const rowkey_conditions *where, const struct diagnostic *diagnostic) {
  const rowkey_error found = *diagnostic->error;
  const size_t condition = condition_on(where, found.column);
  if (condition == where->count) return;
  if (found.status == ROWKEY_ERROR_RANGE && strstr(found.text, "(expected ") == NULL)
    rowkey_fail(diagnostic, found.status, where->begin[condition], "conditions that some row meets", "%s",
                found.text);
  else
    rowkey_fail_as(diagnostic, where->begin[condition], &found);
  diagnostic->error->column = found.column;
}

rowkey_ranges *rowkey_ranges_where(const rowkey_layout *layout, const rowkey_column_type *const *types,
                                   const char *text, size_t length, size_t most, rowkey_error *error) {
  rowkey_error own;
  const struct diagnostic diagnostic = {text, length, error == NULL ? &own : error};
  rowkey_conditions *where = rowkey_conditions_parse(layout, types, text, length, diagnostic.error);
  if (where == NULL) return NULL;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, where->conditions, where->count, most, diagnostic.error);
  if (ranges == NULL) place_error(where, &diagnostic);
  rowkey_conditions_free(where);
  return ranges;
}
