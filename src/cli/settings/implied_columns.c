#include "settings/implied_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/tokens.h"

/* Columns that were found so far, after `line`, which every record has. */
struct found {
  rowkey_column *columns;
  size_t count;
};

/* Compiles the layout for these columns; ROWKEY_OK or what is wrong. */
static rowkey_status try(const char *text, const struct found *found, rowkey_error *error) {
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), found->columns, found->count, error);
  if (layout == NULL) return error->status;
  rowkey_layout_free(layout);
  return ROWKEY_OK;
}

static bool add(struct found *found, const char *name, size_t size) {
  rowkey_column *columns = realloc(found->columns, (found->count + 1) * sizeof *columns);
  if (columns == NULL) return false;
  found->columns = columns;
  char *copy = strndup(name, size);
  if (copy == NULL) return false;
  columns[found->count++] = rowkey_column_of(copy, ROWKEY_TEXT);
  return true;
}

/* Makes a number of the text column that the layout refuses as `error` says: of the first, from the last
 * found on, with which the layout is compiled further, or to its end. Returns whether there is one. */
static bool make_number(const char *text, struct found *found, const rowkey_error *error) {
  static const rowkey_type types[] = {ROWKEY_I64, ROWKEY_F64};
  for (size_t i = found->count; i-- > 1;) {
    if (found->columns[i].type != ROWKEY_TEXT) continue;
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
      rowkey_error next;
      found->columns[i].type = types[k];
      if (try(text, found, &next) == ROWKEY_OK || next.offset != error->offset) return true;
    }
    found->columns[i].type = ROWKEY_TEXT;
  }
  return false;
}

/* False without memory. */
static bool find(const char *text, struct found *found) {
  for (;;) {
    rowkey_error error;
    const rowkey_status status = try(text, found, &error);
    if (status == ROWKEY_OK) return true;
    if (status == ROWKEY_ERROR_MEMORY) return false;
    if (status != ROWKEY_ERROR_COLUMN) {
      if (!make_number(text, found, &error)) return true;
    } else if (!add(found, text + error.offset,
                    rowkey_name_length(text + error.offset, strlen(text + error.offset)))) {
      return false;
    }
  }
}

/* "id:i64,user:text" */
static bool write_list(const struct found *found, char **list) {
  size_t size = 1;
  for (size_t i = 1; i < found->count; i++) size += strlen(found->columns[i].name) + sizeof ":text,";
  char *out = *list = malloc(size);
  if (out == NULL) return false;
  for (size_t i = 1; i < found->count; i++) {
    out += sprintf(out, "%s%s:%s", i == 1 ? "" : ",", found->columns[i].name,
                   column_type_name(found->columns[i].type));
  }
  return true;
}

bool implied_columns(const struct layout_option *const *layouts, size_t count, char **list,
                     struct failure *failure) {
  struct found found = {0};
  *list = NULL;
  bool done = add(&found, "line", strlen("line"));
  for (size_t i = 0; done && i < count; i++) done = find(layouts[i]->text, &found);
  done = done && (found.count == 1 || write_list(&found, list));
  for (size_t i = 0; i < found.count; i++) free((char *)(uintptr_t)found.columns[i].name);
  free(found.columns);
  return done || fail_memory(failure);
}
