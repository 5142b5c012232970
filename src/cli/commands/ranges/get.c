#include "commands/ranges/get.h"
#include "text/plural.h"

#include <stdlib.h>

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
