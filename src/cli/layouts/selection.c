#include "layouts/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/buffer.h"

const char *recovery_reason(rowkey_recovery recovery) {
  switch (recovery) {
    case ROWKEY_UNUSED:
      return "the layout does not use it";
    case ROWKEY_HASHED:
      return "only a hash of it is in the key";
    default:
      return "only a result of arithmetic on it is in the key";
  }
}

static void add_left_out(const char *name, const char *reason, char *list, size_t size) {
  static const char more[] = ", ...";
  const size_t used = strlen(list);
  if (used + strlen(name) + strlen(reason) + sizeof ", ()" + sizeof more <= size) {
    snprintf(list + used, size - used, "%s%s (%s)", used == 0 ? "" : ", ", name, reason);
  } else if (used < sizeof more || strcmp(list + used - strlen(more), more) != 0) {
    snprintf(list + used, size - used, "%s", more);
  }
}

static bool select_all(const struct columns *columns, const rowkey_layout *layout, size_t *selected,
                       size_t *count, char *left_out, size_t size, struct failure *failure) {
  for (size_t i = 0; i < columns->count; i++) {
    const rowkey_recovery recovery = rowkey_layout_recovery(layout, i);
    if (recovery == ROWKEY_RECOVERED) {
      selected[(*count)++] = i;
    } else {
      add_left_out(columns->schema[i].name, recovery_reason(recovery), left_out, size);
    }
  }
  /* `line`, where --columns does not name it. */
  for (size_t i = columns->count; i < columns->schema_count; i++) {
    const rowkey_recovery recovery = rowkey_layout_recovery(layout, i);
    if (recovery == ROWKEY_UNUSED) continue;
    add_left_out(columns->schema[i].name,
                 recovery == ROWKEY_RECOVERED ? "--columns does not name it; --select writes it"
                                              : recovery_reason(recovery),
                 left_out, size);
  }
  return *count > 0 ||
         fail_with(failure, TOOL_BAD_USAGE, "no column can be recovered from keys of this layout: %s",
                   columns->count == 0 ? "--columns names none" : left_out);
}

/* Finds the column of this name in the schema; its size when there is none. */
static size_t find_column(const struct columns *columns, const char *name, size_t length) {
  size_t i = 0;
  while (i < columns->schema_count &&
         (strncmp(columns->schema[i].name, name, length) != 0 || columns->schema[i].name[length] != 0)) {
    i++;
  }
  return i;
}

static bool select_listed(const char *list, const struct columns *columns, const rowkey_layout *layout,
                          size_t *selected, size_t *count, struct failure *failure) {
  for (const char *name = list, *end;; name = end + 1) {
    const size_t length = strcspn(name, ",");
    const size_t found = find_column(columns, name, length);
    end = name + length;
    if (found == columns->schema_count) {
      char shown[QUOTED_SIZE];
      return fail_with(failure, TOOL_BAD_USAGE,
                       "option --select: %s is not a column (expected names of --columns)",
                       rowkey_quoted(shown, name, length));
    }
    const char *known = columns->schema[found].name;
    for (size_t i = 0; i < *count; i++) {
      if (selected[i] == found) {
        return fail_with(failure, TOOL_BAD_USAGE, "option --select: %s is named twice", known);
      }
    }
    const rowkey_recovery recovery = rowkey_layout_recovery(layout, found);
    if (recovery != ROWKEY_RECOVERED) {
      return fail_with(failure, TOOL_BAD_USAGE, "option --select: column %s cannot be recovered: %s", known,
                       recovery_reason(recovery));
    }
    selected[(*count)++] = found;
    if (*end == 0) return true;
  }
}

bool select_columns(const char *list, const struct columns *columns, const rowkey_layout *layout,
                    size_t **selected, size_t *count, char *left_out, size_t size, struct failure *failure) {
  left_out[0] = 0;
  *count = 0;
  *selected = calloc(columns->schema_count, sizeof **selected);
  if (*selected == NULL) return fail_memory(failure);
  return list == NULL ? select_all(columns, layout, *selected, count, left_out, size, failure)
                      : select_listed(list, columns, layout, *selected, count, failure);
}
