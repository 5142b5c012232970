#include "settings/implied_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/implied.h"
#include "columns/value.h"

/* "id:i64,user:text" */
static bool write_list(const struct implied_columns *found, char **list) {
  size_t size = 1;
  for (size_t i = found->known; i < found->count; i++)
    size += strlen(found->columns[i].name) + sizeof ":text,";
  char *out = *list = malloc(size);
  if (out == NULL) return false;
  for (size_t i = found->known; i < found->count; i++) {
    out += sprintf(out, "%s%s:%s", i == found->known ? "" : ",", found->columns[i].name,
                   rowkey_type_name(found->columns[i].type));
  }
  return true;
}

static bool find(struct implied_columns *found, const char *text) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_implied_compile(found, text, strlen(text), &error);
  rowkey_layout_free(layout);
  return layout != NULL || error.status != ROWKEY_ERROR_MEMORY;
}

bool implied_columns(const struct layout_option *const *layouts, size_t count, char **list,
                     struct failure *failure) {
  static const rowkey_column line = {.name = "line", .type = ROWKEY_TEXT}; /* every record has it */
  struct implied_columns found = {0};
  *list = NULL;
  bool done = rowkey_implied_start(&found, &line, 1);
  for (size_t i = 0; done && i < count; i++) done = find(&found, layouts[i]->text);
  done = done && (found.count == found.known || write_list(&found, list));
  rowkey_implied_free(&found);
  return done || fail_memory(failure);
}
