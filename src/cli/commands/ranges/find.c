#include "commands/ranges/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/plural.h"

/* The place of the first condition on the column, or where->count. */
static size_t first_on(const struct where *where, size_t column) {
  size_t i = 0;
  while (i < where->count && where->conditions[i].column != column) i++;
  return i;
}

static bool contradict(const rowkey_layout *layout, const rowkey_condition *conditions, size_t count) {
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions, count, 1, &error);
  rowkey_ranges_free(ranges);
  return ranges == NULL && error.status == ROWKEY_ERROR_RANGE;
}

/* Names one condition that no value meets, or two that no value meets both, or else says that it takes more
 * of them. */
static bool fail_contradiction(const rowkey_layout *layout, const struct columns *columns,
                               const struct where *where, size_t column, struct failure *failure) {
  const char *name = columns->schema[column].name;
  for (size_t last = 0; last < where->count; last++) {
    if (where->conditions[last].column != column) continue;
    if (contradict(layout, &where->conditions[last], 1)) {
      return where_fail(where, last, "a condition that some value meets", failure, "no value of %s meets %s",
                        name, where_show(where, last).text);
    }
    for (size_t first = 0; first < last; first++) {
      const rowkey_condition pair[] = {where->conditions[first], where->conditions[last]};
      if (pair[0].column == column && contradict(layout, pair, 2)) {
        return where_fail(where, last, "conditions that some value meets", failure,
                          "no value of %s meets both %s and %s", name, where_show(where, first).text,
                          where_show(where, last).text);
      }
    }
  }
  return where_fail(where, first_on(where, column), "conditions that some value meets", failure,
                    "no value of %s meets all of the conditions on it", name);
}

rowkey_ranges *find_ranges(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, size_t most, struct failure *failure) {
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, where->conditions, where->count, most, &error);
  if (ranges != NULL) return ranges;
  const size_t place = error.column == ROWKEY_NONE ? where->count : first_on(where, error.column);
  if (error.status == ROWKEY_ERROR_MEMORY) {
    fail_memory(failure);
  } else if (place == where->count) {
    fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", error.text);
  } else if (error.status == ROWKEY_ERROR_RANGE) {
    fail_contradiction(layout, columns, where, error.column, failure);
  } else {
    where_fail_as(where, place, &error, failure);
  }
  return NULL;
}

/* ---- The only key ---------------------------------------------------------------------------- */

/* Whether the conditions say which one value the column has. */
static bool is_single(const struct where *where, size_t column) {
  for (size_t i = 0; i < where->count; i++) {
    const rowkey_condition *condition = &where->conditions[i];
    if (condition->column == column && condition->comparison == ROWKEY_EQUAL && condition->value_count == 1) {
      return true;
    }
  }
  return false;
}

static bool fail_many_keys(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, size_t count, struct failure *failure) {
  const char *ending = plural(count);
  bool *open = calloc(columns->schema_count, sizeof *open);
  size_t open_count = 0;
  if (open == NULL) return fail_memory(failure);
  for (size_t i = 0; i < columns->schema_count; i++) {
    open[i] = rowkey_layout_uses(layout, i) && !is_single(where, i);
    open_count += open[i];
  }
  char names[1024];
  columns_list(columns, open, names, sizeof names);
  free(open);
  if (open_count > 0) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "--get: the conditions leave %zu range%s of keys (expected one key, from one value of %s%s)", count,
        ending, open_count > 1 ? "each of " : "", names);
  }
  return fail_with(failure, TOOL_BAD_USAGE,
                   "--get: a row that meets the conditions has any of %zu keys, because no column says what "
                   "random() was (expected one key)",
                   count);
}

bool print_only_key(const rowkey_layout *layout, const struct columns *columns, const struct where *where,
                    const rowkey_ranges *ranges, const struct emit_form *form, struct failure *failure) {
  if (ranges->count == 0) {
    return fail_with(failure, TOOL_BAD_USAGE, "--get: no key of the layout meets the conditions");
  }
  const rowkey_range *range = &ranges->ranges[0];
  if (ranges->count == 1 && range->is_key) return print_key(form, range->start, range->start_size, failure);
  return fail_many_keys(layout, columns, where, ranges->count, failure);
}
